import { type FormEvent, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { isMoved, requestUntil, type Schedule } from '../../events/reschedule.rules.ts'
import { smsHint } from '../../messages/sms-count.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { callApi, jsonPost, type Problem } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DialogButtons } from '../../ui/office/dialog-buttons.tsx'
import { CheckField } from '../../ui/office/form-parts.tsx'
import { FormWindow } from '../../ui/office/form-window.tsx'
import { chosenDay, countOf, formatCount } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { useSite } from '../../ui/site.tsx'
import { SmsText } from '../../ui/sms-text.tsx'
import type { CancelPreview } from '../cancellation/cancellation.contract.ts'
import { withExampleLink } from '../refund.rules.ts'
import { complimentaryMovedSms, movedSms } from '../reschedule/reschedule-messages.rules.ts'
import { type ChosenPart, DayChoice, PAUSED, partBody, partQuery } from './day-choice.tsx'
import { MoveEffect } from './move-effect.tsx'

/** Sets another date, time or venue, and whether ticket holders are notified. */
export function MoveEvent({
  event,
  isAdmin,
  onMoved,
  onClose,
}: {
  event: EventReply
  isAdmin: boolean
  /** `how` is null if the reschedule waits for an admin. */
  onMoved: (how: { tell: boolean } | null, event: EventReply) => void
  onClose: () => void
}) {
  const { origin } = useSite()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [tell, setTell] = useState(true)
  const [schedule, setSchedule] = useState(scheduleOf(event, null))
  const [isBusy, setIsBusy] = useState(false)
  const [part, setPart] = useState<ChosenPart>({ day: null, passes: true })
  const isDay = part.day !== null
  const { date, time, location } = schedule
  const now = { date, time, location: location.trim() }
  const counted = `/api/events/${event.id}/cancellation/preview${partQuery(part, 'reschedule')}`
  const { data: sold } = useQuery<CancelPreview>(counted, (signal) =>
    callApi(sessionFetch, counted, { signal }),
  )
  const old = scheduleOf(event, part.day)
  const waits = sold?.waits ?? false
  const concerned = sold?.notified?.buyers ?? sold?.orders
  const buyers = tell && isMoved(old, now) ? (concerned ?? 0) : 0

  async function onSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    setIsBusy(true)
    const reason = String(new FormData(submitted.currentTarget).get('reason') ?? '')
    const body = { date, time, location, tell, reason, ...partBody(part) }
    const path = `/api/events/${event.id}/reschedule`
    const answer = await callApi<EventReply & { waits: boolean }>(
      sessionFetch,
      path,
      jsonPost(body),
    )
    setIsBusy(false)
    if (answer.ok) onMoved(answer.data.waits ? null : { tell }, answer.data)
    else setProblem(answer)
  }

  const errorOf = (name: string) => (problem?.field === name ? problem.error : null)
  return (
    <FormWindow
      noValidate
      title={isDay ? 'Reschedule this day' : 'Reschedule this event'}
      onSubmit={onSubmit}
      onChange={() => setProblem(null)}
      onClose={onClose}
    >
      <DayChoice
        event={event}
        part={part}
        error={errorOf('day')}
        onChange={(chosen) => {
          setPart(chosen)
          if (chosen.day !== part.day) setSchedule(scheduleOf(event, chosen.day))
        }}
      />
      <MoveEffect sold={sold} isAdmin={isAdmin} />
      {sold && (
        <p>
          {waits
            ? `${isDay ? PAUSED : 'Sales stop now.'} We check this before it applies, and let you know by email.`
            : 'This takes effect at once.'}
        </p>
      )}
      {problem && !problem.field && (
        <Notice look="bad" role="alert">
          {problem.error}
        </Notice>
      )}
      <ScheduleFields
        schedule={schedule}
        parts={{ time: isDay || !event.days?.length, location: !isDay }}
        onChange={(change) => setSchedule((typed) => ({ ...typed, ...change }))}
        errorOf={errorOf}
      />
      {isAdmin && concerned !== 0 && (
        <CheckField label="Notify buyers by SMS and email" checked={tell} onChange={setTell} />
      )}
      {waits && (
        <Field
          label="Reason"
          name="reason"
          maxLength={500}
          autoComplete="off"
          error={errorOf('reason')}
        />
      )}
      {buyers > 0 && (
        <MovedTexts
          notified={sold?.notified}
          moved={{ eventTitle: event.title, old, now, isDay }}
          origin={origin}
        />
      )}
      <DialogButtons>
        <Button look="quiet" onClick={onClose}>
          Go back
        </Button>
        <Button type="submit" disabled={isBusy || !isMoved(old, now)}>
          {isBusy ? (waits ? 'Sending...' : 'Rescheduling...') : moveLabel(buyers, sold, waits)}
        </Button>
      </DialogButtons>
    </FormWindow>
  )
}

/** The SMS to the buyers; `notified` is null before a move of the whole event. */
function MovedTexts({
  notified,
  moved,
  origin,
}: {
  notified: CancelPreview['notified']
  moved: Moved
  origin: string
}) {
  const text = exampleSms(moved, origin)
  if (!notified)
    return <SmsText label="Each buyer gets this SMS, with their own link:" text={text} />
  const { buyers, with_link: asking } = notified
  const others = buyers - asking
  return (
    <>
      {asking > 0 && <SmsText label={`${getText(asking)}, with their own link:`} text={text} />}
      {others > 0 && (
        <SmsText
          label={`${getText(others)}:`}
          text={complimentaryMovedSms({ ...moved, language: 'en' })}
        />
      )}
    </>
  )
}

/** '2 buyers get this SMS' */
const getText = (buyers: number) =>
  `${countOf(buyers, 'buyer')} ${buyers === 1 ? 'gets' : 'get'} this SMS`

/** All days of an event have the same location. If all days are moved, each keeps its time. */
function ScheduleFields({
  schedule: { date, time, location },
  parts,
  onChange,
  errorOf,
}: {
  schedule: Schedule
  parts: { time: boolean; location: boolean }
  onChange: (change: Partial<Schedule>) => void
  errorOf: (name: string) => string | null
}) {
  return (
    <>
      <Field
        label="New date"
        name="date"
        type="date"
        hint={chosenDay(date)}
        value={date}
        onChange={(typed) => onChange({ date: typed.target.value })}
        error={errorOf('date')}
      />
      {parts.time && (
        <Field
          label="New time"
          name="time"
          type="time"
          value={time}
          onChange={(typed) => onChange({ time: typed.target.value })}
          error={errorOf('time')}
        />
      )}
      {parts.location && (
        <Field
          label="New location"
          name="location"
          hint={smsHint(location)}
          value={location}
          onChange={(typed) => onChange({ location: typed.target.value })}
          error={errorOf('location')}
        />
      )}
    </>
  )
}

/** 'Reschedule and notify 2 buyers', or 'Ask to reschedule'. Guests are notified, too. */
function moveLabel(buyers: number, sold: CancelPreview | null, waits: boolean): string {
  if (waits) return 'Ask to reschedule'
  if (buyers === 0) return 'Reschedule'
  const hasGuests = sold !== null && sold.orders > sold.paid_orders
  const who = hasGuests ? `${formatCount(buyers)} buyers and guests` : countOf(buyers, 'buyer')
  return `Reschedule and notify ${who}`
}

type Moved = Pick<Parameters<typeof movedSms>[0], 'eventTitle' | 'old' | 'now' | 'isDay'>

/** An example of the SMS to a buyer. */
function exampleSms(moved: Moved, origin: string): string {
  const until = nairobiDate(requestUntil(new Date()))
  return withExampleLink(origin, (link) => movedSms({ ...moved, language: 'en', until, link }))
}

/** The present schedule of the event, or of one of its days. */
function scheduleOf(event: EventReply, day: number | null): Schedule {
  const { date, time, location } = { ...event, ...event.days?.find(({ n }) => n === day) }
  return { date, time, location }
}
