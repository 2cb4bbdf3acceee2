import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { type Column, DataTable, SkeletonRows } from '../../ui/office/data-table.tsx'
import { capitalise, formatCount, formatExactKes } from '../../ui/office/formats.rules.ts'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { OperationReply } from '../operation.contract.ts'

const EVERY_MS = 10_000

/** The figures for operators: waiting work, sales, and the replies of this process. */
export function OperationPanel() {
  const { data, problem, reload } = useQuery(
    'operation',
    (signal) => callApi<OperationReply>(sessionFetch, '/api/operation', { signal }),
    EVERY_MS,
  )
  if (!data && problem) {
    return <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>
  }
  if (!data) return <SkeletonRows rows={6} label="Loading figures..." />
  const { connections } = data
  return (
    <div className="flex flex-col gap-6">
      <Part title="Waiting too long" columns={OVERDUE} rows={data.overdue} none="Nothing." />
      <Part title="Jobs that wait" columns={JOBS} rows={data.jobs} none="None." />
      <Part title="M-PESA prompts" columns={PROMPTS} rows={data.prompts} none="None." />
      <Part title="Orders of the last 24 hours" columns={STATES} rows={data.orders} none="None." />
      <Part title="Money of these orders" columns={USES} rows={data.money} none="None." />
      <div>
        <h2 className="text-lead font-bold">This process</h2>
        <p className="mt-1 text-quiet">
          Version {data.version}. Database connections: {connections.total}, of which{' '}
          {connections.idle} idle; {connections.waiting} statements wait. The counts below begin at
          its start.
        </p>
      </div>
      <Part title="Calls to providers" columns={CALLS} rows={data.calls} none="None yet." />
      <Part title="Requests" columns={REQUESTS} rows={data.requests} none="None yet." />
    </div>
  )
}

function Part<Row extends object>({
  title,
  columns,
  rows,
  none,
}: {
  title: string
  columns: Column<Row>[]
  rows: readonly Row[]
  none: string
}) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-lead font-bold">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-quiet">{none}</p>
      ) : (
        <div className="rounded-card border border-line bg-paper">
          <DataTable
            caption={title}
            columns={columns}
            rows={rows}
            keyOf={(row) => Object.values(row).slice(0, 2).join(' ')}
          />
        </div>
      )}
    </section>
  )
}

type RowOf<Name extends keyof OperationReply> = OperationReply[Name] extends readonly (infer Row)[]
  ? Row
  : never

const seconds = (count: number) => `${formatCount(Math.round(count))} s`
const count = { name: 'Count', numeric: true, cell: (row: { count: number }) => row.count }
const oldest = {
  name: 'Oldest',
  numeric: true,
  cell: (row: { oldest_seconds: number }) => seconds(row.oldest_seconds),
}
const amount = {
  name: 'Amount',
  numeric: true,
  cell: (row: { amount: number }) => formatExactKes(row.amount),
}

const OVERDUE: Column<RowOf<'overdue'>>[] = [
  { name: 'What', broad: true, cell: ({ what }) => capitalise(what) },
  count,
]
const JOBS: Column<RowOf<'jobs'>>[] = [
  { name: 'Lane', broad: true, cell: ({ lane }) => capitalise(lane) },
  count,
  oldest,
]
const PROMPTS: Column<RowOf<'prompts'>>[] = [
  { name: 'Status', broad: true, cell: ({ status }) => STATUSES[status] ?? capitalise(status) },
  count,
  oldest,
]
const STATUSES: Record<string, string> = {
  in_line: 'In the queue',
  out: 'On a phone',
  unknown: 'Result not known',
}
const STATES: Column<RowOf<'orders'>>[] = [
  { name: 'State', broad: true, cell: ({ state }) => capitalise(state) },
  count,
  amount,
]
const USES: Column<RowOf<'money'>>[] = [
  { name: 'Use', broad: true, cell: ({ state }) => capitalise(state) },
  count,
  amount,
]
const CALLS: Column<RowOf<'calls'>>[] = [
  { name: 'Provider', broad: true, cell: ({ what }) => what },
  { name: 'Outcome', cell: ({ outcome }) => capitalise(outcome) },
  count,
]
const REQUESTS: Column<RowOf<'requests'>>[] = [
  {
    name: 'Route',
    full: true,
    cell: ({ route }) => <span className="wrap-anywhere">{route}</span>,
  },
  { name: 'Status', numeric: true, cell: ({ status }) => status },
  count,
  { name: 'Mean', numeric: true, cell: ({ mean_ms }) => `${mean_ms} ms` },
]
