import { type FormEvent, useId, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { RESCHEDULE_DAYS } from '../../events/reschedule.rules.ts'
import { smsHint } from '../../messages/sms-count.rules.ts'
import { callApi, jsonPost, type Problem } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CheckField } from '../../ui/office/form-parts.tsx'
import { Modal } from '../../ui/office/modal.tsx'
import { chosenDay } from '../../ui/office/words.rules.ts'

/** Sets another date, time or venue, and whether ticket holders are notified. */
export function MoveEvent({
  event,
  onMoved,
  onClose,
}: {
  event: EventReply
  onMoved: () => void
  onClose: () => void
}) {
  const titleId = useId()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [tell, setTell] = useState(true)
  const [date, setDate] = useState(event.date)
  const [location, setLocation] = useState(event.location)
  const [isBusy, setIsBusy] = useState(false)

  async function onSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const typed = new FormData(submitted.currentTarget)
    const field = (name: string) => String(typed.get(name))
    setIsBusy(true)
    const body = {
      date,
      time: field('time'),
      location,
      tell,
    }
    const path = `/api/events/${event.id}/reschedule`
    const answer = await callApi<EventReply>(sessionFetch, path, jsonPost(body))
    setIsBusy(false)
    if (answer.ok) onMoved()
    else setProblem(answer)
  }

  const errorOf = (name: string) => (problem?.field === name ? problem.error : null)
  return (
    <Modal titleId={titleId} onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <h2 id={titleId} className="text-lead font-bold">
          Reschedule this event
        </h2>
        <p>Tickets stay valid. Buyers can request a refund for {RESCHEDULE_DAYS} days.</p>
        {problem && !problem.field && (
          <Notice look="bad" role="alert">
            {problem.error}
          </Notice>
        )}
        <Field
          label="New date"
          name="date"
          type="date"
          hint={chosenDay(date)}
          value={date}
          onChange={(typed) => setDate(typed.target.value)}
          error={errorOf('date')}
        />
        <Field
          label="New time"
          name="time"
          type="time"
          defaultValue={event.time}
          error={errorOf('time')}
        />
        <Field
          label="New location"
          name="location"
          hint={smsHint(location)}
          value={location}
          onChange={(typed) => setLocation(typed.target.value)}
          error={errorOf('location')}
        />
        <CheckField label="Notify buyers by SMS and email" checked={tell} onChange={setTell} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={onClose}>
            Keep as is
          </Button>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? 'Rescheduling...' : 'Reschedule'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
