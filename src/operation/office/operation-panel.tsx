import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { type Column, DataTable, SkeletonRows } from '../../ui/office/data-table.tsx'
import { FigureCards } from '../../ui/office/figure-card.tsx'
import { OpenMark } from '../../ui/office/form-parts.tsx'
import {
  capitalise,
  formatCount,
  formatExactKes,
  NO_FIGURE,
} from '../../ui/office/formats.rules.ts'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { OperationReply } from '../operation.contract.ts'

const EVERY_MS = 10_000

/** The figures for operators: money, delays, queues. A click opens the figures of the process. */
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
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="money">
        <h2 id="money" className="mb-2 text-lead font-bold">
          Money in the last 24 hours
        </h2>
        <FigureCards
          figures={USES.map(([use, name]) => {
            const found = data.money.find(({ state }) => state === use)
            return [name, formatExactKes(found?.amount ?? 0)]
          })}
        />
        <p className="mt-2 text-small text-quiet">
          'To be refunded' and 'Refunded' include payments without a sale.
        </p>
      </section>
      <Part title="Delays" columns={OVERDUE} rows={data.overdue} none="No delays" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Part title="Queued jobs" columns={JOBS} rows={data.jobs} none="No queued jobs" />
        <Part title="M-PESA prompts" columns={PROMPTS} rows={data.prompts} none="None." />
      </div>
      <Part title="Orders in the last 24 hours" columns={STATES} rows={data.orders} none="None." />
      <ForEngineers figures={data} />
    </div>
  )
}

/** The figures that need no decision. Hidden until a click. */
function ForEngineers({ figures }: { figures: OperationReply }) {
  const { version, connections, calls, requests } = figures
  return (
    <details>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-quiet hover:text-ink">
        <OpenMark />
        Figures for engineers
      </summary>
      <div className="@container/office mt-2 flex flex-col gap-6">
        <p className="text-quiet">
          Version {version}. {connections.total} database connections, {connections.idle} idle;{' '}
          {connections.waiting} queries waiting. Counts since this process started.
        </p>
        <Part title="Calls to providers" columns={CALLS} rows={calls} none="None yet." />
        <Part title="Requests" columns={REQUESTS} rows={requests} none="None yet." />
      </div>
    </details>
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

/** The uses of confirmed payments, with the words of their cards. */
const USES = [
  ['sale', 'Sales less refunds'],
  ['suspense', 'Needs attention'],
  ['refund_due', 'To be refunded'],
  ['refunded', 'Refunded'],
] as const

/** '45 s', '12 min' or '3 h'. */
function ageText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return `${formatCount(Math.round(seconds / 3600))} h`
}

const count = { name: 'Count', numeric: true, cell: (row: { count: number }) => row.count }
const oldest = {
  name: 'Oldest',
  numeric: true,
  cell: (row: { count: number; oldest_seconds: number }) =>
    row.count === 0 ? NO_FIGURE : ageText(row.oldest_seconds),
}
const amount = {
  name: 'Amount',
  numeric: true,
  cell: (row: { amount: number }) => formatExactKes(row.amount),
}

const OVERDUE: Column<RowOf<'overdue'>>[] = [
  { name: 'Delayed', broad: true, cell: ({ what }) => DELAYS[what] ?? capitalise(what) },
  count,
]
/** The overdue work that is measured, in words. */
const DELAYS: Record<string, string> = {
  amount_differs: 'Payments of another amount than their order',
  books_differ: 'Differences between our books and M-PESA',
  failing_job: 'Jobs that keep failing',
  list_not_available: "M-PESA's statement is not available",
  order_without_tickets: 'Paid orders without tickets',
  payment_in_suspense: 'Payments that need attention',
  payment_without_receipt: 'Payments without a receipt',
  receipt_not_listed: "Receipts missing from M-PESA's statement",
  refunds_above_balance: 'Refunds above the balance of the refund account',
}
const JOBS: Column<RowOf<'jobs'>>[] = [
  { name: 'Queue', broad: true, cell: ({ lane }) => capitalise(lane) },
  count,
  oldest,
]
const PROMPTS: Column<RowOf<'prompts'>>[] = [
  { name: 'Status', broad: true, cell: ({ status }) => STATUSES[status] ?? capitalise(status) },
  count,
  oldest,
]
const STATUSES: Record<string, string> = {
  in_line: 'Waiting to be sent',
  out: 'Shown on a phone',
  unknown: 'Waiting for the result',
}
const STATES: Column<RowOf<'orders'>>[] = [
  { name: 'Status', broad: true, cell: ({ state }) => capitalise(state) },
  count,
  amount,
]
const CALLS: Column<RowOf<'calls'>>[] = [
  { name: 'Provider', broad: true, cell: ({ what }) => what },
  { name: 'Outcome', cell: ({ outcome }) => OUTCOMES[outcome] ?? capitalise(outcome) },
  count,
]
/** Texts for outcomes whose codes repeat a word. */
const OUTCOMES: Record<string, string> = { 'balance balances': 'Balance received' }
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
