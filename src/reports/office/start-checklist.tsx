import { Link } from 'react-router'
import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import type { GatePhoneList } from '../../checkin/command-view.contract.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { usePayoutAccount } from '../../payouts/office/payout-account.tsx'
import { callApi } from '../../ui/api.ts'
import { StepNumber } from '../../ui/office/form-parts.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { startSteps } from '../start-checklist.rules.ts'
import { useNextEvent } from './use-next-event.ts'

/** The steps that an organizer has to take before the doors of the next event open. */
export function StartChecklist() {
  const event = useNextEvent()
  const { user } = useSession()
  const isOwn = event?.organizer_id === user?.id
  return event && isOwn && event.cancelled_at === null && <Steps key={event.id} event={event} />
}

function Steps({ event }: { event: EventReply }) {
  const { data: phones } = useQuery(`gate phones ${event.id}`, (signal) =>
    callApi<GatePhoneList>(sessionFetch, `/api/gate_phones?event_id=${event.id}`, { signal }),
  )
  const { data: payout } = usePayoutAccount()
  const steps = startSteps(event, phones?.data ?? [], {
    hasAccount: payout?.account != null,
    newAccountWaits: payout?.new_account_waits ?? true,
  })
  if (!phones || !payout || steps.every(({ isDone }) => isDone)) return null
  return (
    <section aria-labelledby="checklist" className="rounded-card border border-line bg-paper p-4">
      <h2 id="checklist" className="text-lead font-bold tracking-tight wrap-anywhere">
        Before you open: {event.title}
      </h2>
      <ol className="mt-2 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {steps.map(({ to, label, isDone, hint }, index) => (
          <li
            key={label}
            className={`flex min-h-11 items-center gap-3 ${isDone ? 'max-sm:hidden' : ''}`}
          >
            <StepNumber step={index + 1} isDone={isDone} />
            <div className="min-w-0">
              <Link
                to={to}
                className={`inline-flex min-h-11 items-center hover:underline ${isDone ? 'text-quiet' : 'font-semibold'}`}
              >
                {label}
              </Link>
              {hint && <p className="-mt-2 pb-2 text-small text-quiet">{hint}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
