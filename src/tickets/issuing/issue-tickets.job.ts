import { batchByOrder } from '../../orders/batch-by-order.ts'
import { orderPaid } from '../../orders/jobs.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob, jobTimes, queueJob, type RunningJob } from '../../platform/jobs/jobs.ts'
import { lockGateLoads, waitForGateLoads } from '../tickets.sql.ts'
import { countOrdersAwaitingTickets, selectForgottenOrders } from './awaiting-tickets.sql.ts'
import { issueOrder } from './issue-order.ts'

type IssueRequest = { deps: IssueDeps; orderId: string; job: RunningJob }
type IssueDeps = Pick<Deps, 'db' | 'env' | 'clock'>

const issue = batchByOrder<IssueRequest, void>({
  lock: lockGateLoads,
  wait: waitForGateLoads,
  work: (tx, { deps, orderId, job }) => issueOrder(tx, deps, orderId, job),
})

export const issueTickets = (deps: IssueDeps) =>
  handleJob(orderPaid, async ({ orderId }, job) => {
    await issue({ deps, orderId, job })
  })

/**
 * Finds paid orders with overdue tickets. Queues a lost job again; a failing job retries by its own
 * rule and is only reported.
 */
export function makeAwaitingTicketsSweep(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'>,
): () => Promise<void> {
  let reportedCount = 0
  return async () => {
    const now = deps.clock.now()
    const before = new Date(now.getTime() - 2 * jobTimes(deps.timeScale).leaseMs)
    for (const { id, paid_at } of await selectForgottenOrders(deps.db, before, 100)) {
      const seconds = (now.getTime() - paid_at.getTime()) / 1000
      deps.log.error({ order: id, seconds }, 'a paid order had no tickets and no job')
      await inTransaction(deps.db, (tx) => queueJob(tx, orderPaid, { orderId: id }))
    }
    const unissued = await countOrdersAwaitingTickets(deps.db, before)
    deps.metrics.setOverdue('order_without_tickets', unissued, now)
    if (unissued.count > reportedCount) deps.log.error(unissued, 'paid orders have no tickets')
    reportedCount = unissued.count
  }
}
