import { connectionsOf } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { readRequestTimes } from '../platform/http/request-times.ts'
import type { Metrics } from '../platform/metrics.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { VERSION } from '../platform/version.ts'
import type { OperationReply } from './operation.contract.ts'
import {
  type StateRow,
  selectMoneyUses,
  selectOpenPrompts,
  selectOrderStates,
  selectWaitingJobs,
} from './operation.sql.ts'

type OperationDeps = Pick<Deps, 'db' | 'clock' | 'metrics'>

const DAY_MS = 24 * 3600_000
/** The maximum number of routes that the page shows. /metrics has all routes. */
const ROUTES_MAX = 30
/** The counters of calls to providers, with the words that the page shows. */
const CALLS = {
  lango_pushes_total: 'M-PESA prompts',
  lango_queries_total: 'M-PESA queries',
  lango_callbacks_total: 'M-PESA callbacks',
  lango_pulled_receipts_total: 'M-PESA list',
  lango_refund_results_total: 'M-PESA refund results',
  lango_sms_sends_total: 'SMS',
  lango_email_sends_total: 'Email',
}

/** The figures of the whole shop, from the database. */
export async function readShop({ db, clock }: Pick<OperationDeps, 'db' | 'clock'>) {
  const since = new Date(clock.now().getTime() - DAY_MS)
  const [jobs, prompts, orders, money] = await Promise.all([
    selectWaitingJobs(db),
    selectOpenPrompts(db),
    selectOrderStates(db, since),
    selectMoneyUses(db, since),
  ])
  return { jobs, prompts, orders: orders.map(inKes), money: money.map(inKes) }
}

const inKes = ({ state, count, amount_cents }: StateRow) => ({
  state,
  count,
  amount: toKes(amount_cents),
})

/** The figures for the page of the back office. */
export async function readOperation(deps: OperationDeps): Promise<OperationReply> {
  const [shop, requests, calls, overdue] = await Promise.all([
    readShop(deps),
    readRequestTimes(deps.metrics),
    readCalls(deps.metrics),
    readSamples(deps.metrics, 'lango_overdue'),
  ])
  return {
    version: VERSION,
    ...shop,
    overdue: overdue
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => ({ what: labels.what ?? '', count: value })),
    calls,
    connections: connectionsOf(deps.db),
    requests: requests.slice(0, ROUTES_MAX),
  }
}

async function readCalls(metrics: Metrics) {
  const all = await Promise.all(
    Object.entries(CALLS).map(async ([name, what]) => {
      const samples = await readSamples(metrics, name)
      return samples.map(({ labels, value }) => ({
        what,
        outcome: Object.values(labels).join(' '),
        count: value,
      }))
    }),
  )
  return all.flat().filter(({ count }) => count > 0)
}

type Sample = { labels: Record<string, string>; value: number }

async function readSamples({ registry }: Metrics, name: string): Promise<Sample[]> {
  const metric = await registry.getSingleMetric(name)?.get()
  return (metric?.values ?? []) as Sample[]
}
