import type { EventReply } from '../../events/events.contract.ts'
import { formatShortDate } from '../../ui/dates.rules.ts'
import { CheckField } from '../../ui/office/form-parts.tsx'
import { SelectField } from '../../ui/select-field.tsx'

export type ChosenPart = { day: number | null; passes: boolean }

type Event = Pick<EventReply, 'days' | 'ticket_types'>

/** Whether a type of the event is a pass for this day. */
const hasPasses = ({ ticket_types: types }: Event, day: number | null): boolean =>
  types.some(({ day_numbers: of = [] }) => day !== null && of.length > 1 && of.includes(day))

/** The field 'Which day?' for an event of several days, with the effect of the day on passes. */
export function DayChoice({
  event,
  part,
  error,
  onChange,
}: {
  event: Event
  part: ChosenPart
  error: string | null
  onChange: (part: ChosenPart) => void
}) {
  const open = (event.days ?? []).filter((day) => !day.cancelled_at)
  if (open.length < 2) return null
  const { day, passes } = part
  return (
    <>
      <SelectField
        label="Which day?"
        value={day ?? ''}
        error={error}
        onChange={({ target }) =>
          onChange({ ...part, day: target.value === '' ? null : Number(target.value) })
        }
        options={[
          ['', 'The whole event'],
          ...open.map(({ n, date }) => [String(n), formatShortDate(date)] as const),
        ]}
      />
      {hasPasses(event, day) && (
        <CheckField
          label="Holders of passes may ask for a refund of the whole pass"
          hint="Passes stay valid for the other days. Nothing is refunded for the cancelled or moved day alone: whoever asks gives up the whole pass. Passes that were already used are not refunded."
          checked={passes}
          onChange={(checked) => onChange({ ...part, passes: checked })}
        />
      )}
    </>
  )
}

/** The effect of a request about one day on the sales, before an admin decides. */
export const PAUSED = "All days' sales pause until an admin decides."

/** The chosen day, as a part of a request's body and of the query of its preview. */
export const partBody = ({ day, passes }: ChosenPart) => (day === null ? {} : { day, passes })

export function partQuery({ day, passes }: ChosenPart, measure = 'cancel'): string {
  const part = day === null ? '' : `&day=${day}&passes=${passes}`
  return `?measure=${measure}${part}`
}
