import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { callApi } from '../../ui/api.ts'
import { SkeletonRows } from '../../ui/office/data-table.tsx'
import { formatInstant } from '../../ui/office/formats.rules.ts'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { type QueryState, useQuery } from '../../ui/office/use-query.ts'
import type { EntryView } from '../command-view.contract.ts'
import { CapacityAlarm, InsideNow } from './capacity.tsx'
import { CashSales } from './cash-sales.tsx'
import { Alarms, Conflicts } from './conflicts.tsx'
import { EntriesChart } from './entries-chart.tsx'
import { LetIn } from './let-in.tsx'
import { LiveGates } from './live-gates.tsx'
import { LivePhones } from './live-phones.tsx'
import { Refusals } from './refusals.tsx'

const REFRESH_MS = 2000

/** The live view of an event's gates. It is not refreshed while the page is hidden. */
export function GateLive({ event }: { event: Pick<EventReply, 'id' | 'title' | 'rights'> }) {
  const { id: eventId, title } = event
  const path = `/api/events/${eventId}/entry`
  const query = useQuery<EntryView>(
    path,
    (signal) => callApi<EntryView>(sessionFetch, path, { signal }),
    REFRESH_MS,
  )
  const { data, problem, reload, at } = query
  if (!data) {
    return problem ? (
      <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>
    ) : (
      <SkeletonRows rows={5} label="Loading the gate..." />
    )
  }
  const { inside, licensed_capacity: licensed } = data
  return (
    <>
      <h2 className="sr-only">Gate</h2>
      <CapacityAlarm title={title} inside={inside} licensed={licensed} />
      <NotRefreshed query={query} />
      <div className="flex flex-col gap-4">
        <Alarms alarms={data.alarms} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
          <InsideNow
            eventId={eventId}
            inside={inside}
            licensed={licensed}
            complimentary={data.complimentary}
          />
          <EntriesChart minutes={data.entries_a_minute} />
        </div>
        <LiveGates eventId={eventId} gates={data.gates} onChanged={reload} />
        <Conflicts conflicts={data.conflicts} />
        <LetIn
          eventId={eventId}
          gates={data.gates}
          onlyWhole={!event.rights?.includes('buyers')}
          onLetIn={reload}
        />
        <CashSales sales={data.cash_sales} />
        <Refusals refusals={data.refusals} />
        <LivePhones eventId={eventId} phones={data.phones} now={at} />
      </div>
    </>
  )
}

/** A note that the last refresh failed. In a full stadium the network often fails. */
function NotRefreshed({ query }: { query: Pick<QueryState<unknown>, 'at' | 'problem'> }) {
  const { at, problem } = query
  return (
    <p role="status" className="min-h-5 text-small font-semibold text-bad">
      {problem &&
        `Not live: figures from ${formatInstant(new Date(at).toISOString()).time}. Trying again…`}
    </p>
  )
}
