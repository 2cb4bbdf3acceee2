import { useState } from 'react'
import { Link } from 'react-router'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { callApi, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime, formatShortDate } from '../../ui/dates.rules.ts'
import { Notice } from '../../ui/notice.tsx'

type Measure = NonNullable<EventReply['measure']>

/** The cancellation or reschedule that the organizer requested: waiting or not approved. */
export function MeasureState({
  event,
  isAdmin,
  onChanged,
}: {
  event: EventReply
  isAdmin: boolean
  onChanged: () => void
}) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { measure } = event
  if (!measure || event.cancelled_at !== null) return null

  async function withdraw() {
    setIsBusy(true)
    const path = `/api/events/${event.id}/measure/withdraw`
    const answer = await callApi(sessionFetch, path, { method: 'POST' })
    setIsBusy(false)
    setProblem(answer.ok ? '' : problemText(answer, 'No connection. Please try again.'))
    onChanged()
  }

  const isWaiting = measure.state === 'sent'
  return (
    <section
      aria-labelledby="measure"
      className="mt-4 rounded-card border border-line bg-paper p-4 sm:p-6"
    >
      <h2 id="measure" className="text-lead font-bold">
        {headingOf(measure, event)}
      </h2>
      {problem && (
        <Notice look="bad" role="alert">
          {problem}
        </Notice>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-4">
        <div role="status" className="min-w-0 wrap-anywhere">
          {isWaiting ? (
            <p>
              {event.days?.length ? "All days' sales" : 'Sales'} are stopped until{' '}
              {isAdmin ? 'an admin decides.' : "we decide. We'll let you know by email."}
            </p>
          ) : (
            <p>{measure.words}</p>
          )}
          {measure.date && event.date && (
            <>
              <p className="text-quiet">Now: {placeOf(event)}.</p>
              <p className="text-quiet">New: {placeOf(measure)}.</p>
            </>
          )}
          <p className="text-quiet">Reason: {measure.reason}</p>
        </div>
        {isWaiting && isAdmin && (
          <Link
            to={`/organizer/work-list?group=events&task=${measure.kind}_asked:${event.id}`}
            className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
          >
            Approve or return
          </Link>
        )}
        {isWaiting && measure.is_own && event.rights?.includes('money') && (
          <Button look="quiet" aria-disabled={isBusy} onClick={() => !isBusy && void withdraw()}>
            {isBusy ? 'Withdrawing...' : 'Withdraw'}
          </Button>
        )}
      </div>
    </section>
  )
}

function headingOf({ kind, state, day }: Measure, { days }: Pick<EventReply, 'days'>): string {
  const date = days?.find(({ n }) => n === day)?.date
  const of = date ? ` of ${formatShortDate(date)}` : ''
  const what = `${kind === 'cancel' ? 'Cancellation' : 'Reschedule'}${of}`
  return state === 'sent' ? `${what} is waiting for approval` : `${what} not approved`
}

type Planned = Record<'date' | 'time' | 'location', string | null>

/** 'December 12, 2026, 3:00 PM, Kasarani' */
const placeOf = ({ date, time, location }: Planned) =>
  `${formatDateTime(date ?? '', time ?? '')}, ${location}`
