import { formatShortDate } from '../../ui/dates.rules.ts'
import { CheckField, RadioFields } from '../../ui/office/form-parts.tsx'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import { isEntry } from '../event.rules.ts'
import { typedSoldIn } from '../types/unit-draft.rules.ts'
import { isDayCancelled } from './day-rows.ts'
import type { EventForm } from './use-event-form.ts'

/** The days of a type, and how often a pass lets in. Shows nothing in an event of one day. */
export function TypeDays({ form, type }: { form: EventForm; type: TypeDraft }) {
  const { draft, event, types, findings } = form
  if (draft.days.length === 0) return null
  const isFixed = types.isFixed(type)
  const isWrong = findings.isTypeMarked(type.key, 'day_numbers')
  const chosen = type.day_numbers.filter((number) => draft.days.some(({ n }) => n === number))
  const choose = (n: number, isOn: boolean) =>
    types.change(type.key, {
      day_numbers: isOn ? [...chosen, n].sort((a, b) => a - b) : chosen.filter((one) => one !== n),
    })
  return (
    <fieldset disabled={isFixed} className="mt-4 flex min-w-0 flex-col gap-3 disabled:opacity-60">
      <fieldset className="min-w-0">
        <legend className="font-semibold">Valid on</legend>
        <div className="flex flex-wrap gap-x-6">
          {draft.days.map(({ n, date }, index) => (
            <CheckField
              key={n}
              label={
                (date === '' ? `Day ${index + 1}` : formatShortDate(date, new Date())) +
                (isDayCancelled(event, n) ? ' (cancelled)' : '')
              }
              checked={chosen.includes(n)}
              isWrong={isWrong}
              onChange={(isOn) => choose(n, isOn)}
            />
          ))}
        </div>
        <p className="text-small text-quiet">{saleWords(chosen.length, isFixed)}</p>
      </fieldset>
      {chosen.length > 1 && (
        <Pass type={type} onChange={(patch) => types.change(type.key, patch)} />
      )}
    </fieldset>
  )
}

function saleWords(days: number, isFixed: boolean): string {
  if (isFixed) return "It has orders, so its days can't change. Add another ticket type instead."
  if (days === 0) return 'Choose at least one day.'
  return `On sale until ${days === 1 ? 'its day' : 'its last day'} ends.`
}

type PassProps = { type: TypeDraft; onChange: (patch: Partial<TypeDraft>) => void }

function Pass({ type, onChange }: PassProps) {
  const uses = isEntry(type) ? 1 : typedSoldIn(type)
  const [day, all] =
    uses > 1 ? [`${uses} each day`, `${uses} in all`] : ['Once per day', 'Once in all']
  return (
    <div>
      <RadioFields<'day' | 'all'>
        legend={isEntry(type) ? 'Lets a person in' : 'Can be used'}
        name={`once_in_all-${type.key}`}
        isRow
        value={type.once_in_all ? 'all' : 'day'}
        onChange={(often) => onChange({ once_in_all: often === 'all' })}
        options={[
          { value: 'day', label: day },
          { value: 'all', label: all },
        ]}
      />
      <p className="text-small text-quiet">
        A pass is not refunded for a single day. If you cancel one of its days, it stays valid on
        the others.
      </p>
    </div>
  )
}
