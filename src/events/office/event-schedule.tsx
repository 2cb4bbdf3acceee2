import { type ComponentType, createContext, useContext } from 'react'
import { useSession } from '../../accounts/office/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { chosenDay } from '../../ui/office/formats.rules.ts'
import { isScheduleFixed } from '../editing/event-draft.rules.ts'
import { LOCATION_MAX } from '../editing/event-form.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { EventDays } from './event-days.tsx'
import { useSmsHint, venueOf } from './sms-hints.tsx'
import type { EventForm } from './use-event-form.ts'

type MoveDialog = ComponentType<{
  event: EventReply
  isAdmin: boolean
  /** `how` is null if the reschedule waits for an admin. */
  onMoved: (how: { tell: boolean } | null, event: EventReply) => void
  onClose: () => void
}>

/** The dialog for rescheduling. A context, because this room may not import the dialog's room. */
export const MoveDialogContext = createContext<MoveDialog | null>(null)

type ScheduleName = 'date' | 'time' | 'location'

/** Date, time and location. If the event has orders, these fields open the reschedule dialog. */
export function EventSchedule({
  form,
  text,
}: {
  form: EventForm
  text: (name: ScheduleName) => object
}) {
  const { draft, event, setMoving } = form
  const smsHint = useSmsHint('location')
  const isFixed = isScheduleFixed(event)
  const isAdmin = useSession().user?.role === 'admin'
  const isWaiting = !isAdmin && event?.measure?.state === 'sent'
  const hasRight = event?.rights?.includes('money')
  const mayMove = !isWaiting && hasRight
  const open = () => setMoving(true)
  const how = hasRight
    ? 'Date, time and location change by rescheduling.'
    : 'Only members with the role Owner or Money can change date, time and location.'
  const fieldOf = (name: ScheduleName) =>
    isFixed ? { ...text(name), readOnly: true, ...(mayMove && { onClick: open }) } : text(name)
  return (
    <>
      <EventDays form={form}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Date"
            type="date"
            required
            hint={chosenDay(draft.date)}
            {...fieldOf('date')}
          />
          <Field label="Time" type="time" required hint="Nairobi time" {...fieldOf('time')} />
        </div>
      </EventDays>
      <Field
        label="Location"
        required
        maxLength={LOCATION_MAX}
        hint={smsHint(draft.location, undefined, venueOf(draft.location))}
        {...fieldOf('location')}
      />
      {isFixed && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="min-w-0 text-small text-quiet">
            {form.moved ?? `People have ordered tickets. ${how}`}
          </p>
          {mayMove && (
            <Button look="quiet" onClick={open}>
              Reschedule
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** The open dialog for rescheduling. Outside of the event's form, because it is a form itself. */
export function Reschedule({ form }: { form: EventForm }) {
  const Dialog = useContext(MoveDialogContext)
  const isAdmin = useSession().user?.role === 'admin'
  const { event, isMoving, setMoving, takeSchedule } = form
  if (!Dialog || !event || !isMoving) return null
  return (
    <Dialog
      event={event}
      isAdmin={isAdmin}
      onMoved={(how, stored) => takeSchedule(stored, how !== null)}
      onClose={() => setMoving(false)}
    />
  )
}
