import { voidComplimentary, voidFree } from '../../complimentary/revoke-tickets.ts'
import { hasSmsCapacity } from '../../messages/outbox.ts'
import { endUnprompted } from '../../orders/end-unprompted.ts'
import type { PaymentMethod } from '../../orders/new-order.rules.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { eachRow } from '../../platform/database/each-row.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { handleJob, queueJob, queueMissing } from '../../platform/jobs/jobs.ts'
import { refundTimes } from '../declarations.ts'
import { cancelOrders } from '../jobs.ts'
import { notifyFreeHolders } from '../take-back/notify-holders.ts'
import { takeBack } from '../take-back/take-back.ts'
import {
  areCancellationsDue,
  claimCancellation,
  countProgress,
  endCancellation,
  isRunning,
  recordFault,
  selectPausedCancellations,
  selectSoldOrders,
  setStuck,
  takeCancellationsDue,
} from './cancellation.sql.ts'
import { queueCancelledEmail } from './queue-cancelled-email.ts'

/**
 * Each job handles PAGE orders, in a lane of its own, so that no sale, refund or ticket SMS waits
 * behind a cancellation.
 */
const PAGE = 10

type CancelDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'timeScale'>

/**
 * The job may handle a batch again, completely or in part: a refunded order has no sold tickets
 * left, so the job skips the order.
 */
export const cancelOrdersJob = (deps: CancelDeps) =>
  handleJob(cancelOrders, async ({ eventId, after }) => {
    const times = refundTimes(deps.timeScale)
    const until = new Date(deps.clock.now().getTime() + times.cancellingMaxMs)
    if (!(await claimCancellation(deps.db, eventId, until))) return
    if (!(await hasSmsCapacity(deps.db))) return { againInMs: times.cancelPauseMs }
    if (after === null) await endUnprompted(deps, eventId)
    const ids = await selectSoldOrders(deps.db, eventId, after, PAGE)
    await eachRow(deps.log, ids, (id) => tryOrder(deps, eventId, id))
    if (ids.length < PAGE) await endPass(deps, eventId)
    else {
      const next = { eventId, after: ids.at(-1)! }
      await inTransaction(deps.db, (tx) => queueJob(tx, cancelOrders, next))
    }
  })

/**
 * An order that fails does not stop the other orders. Its error is shown on the event's page in the
 * back office.
 */
async function tryOrder(deps: CancelDeps, eventId: string, orderId: string): Promise<void> {
  try {
    await cancelOrder(deps, eventId, orderId)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    await recordFault(deps.db, { orderId, eventId, why, now: deps.clock.now() })
    throw error
  }
}

/** Voids one order's tickets and makes its refund due, in a separate transaction. */
async function cancelOrder(deps: CancelDeps, eventId: string, orderId: string): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!(await isRunning(tx, eventId))) return
    if (!(await takeBackUnpaid(tx, orderId, now))) {
      const request = { orderId, reason: 'cancelled', usedToo: true } as const
      await takeBack(tx, { ...request, requestedBy: null }, now)
    }
    await queueCancelledEmail(tx, deps, orderId)
  })
}

/**
 * Voids the tickets of a free or complimentary order, and notifies their holders. Returns false for
 * an order that was paid.
 */
async function takeBackUnpaid(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId, now)
  const voids = order && WITHOUT_PAYMENT[order.payment_method]
  if (!voids) return false
  if (order.state !== 'paid' && order.state !== 'issued') return true
  const tickets = await voids(tx, order, 'cancelled', now)
  await notifyFreeHolders(tx, { order, tickets, notifiedPhone: order.phone, now })
  return true
}

const WITHOUT_PAYMENT: { [method in PaymentMethod]?: typeof voidFree } = {
  complimentary: voidComplimentary,
  free: voidFree,
}

/** Ends the cancellation, or schedules the next check if an order or a refund is still open. */
async function endPass(deps: CancelDeps, eventId: string): Promise<void> {
  const left = await selectSoldOrders(deps.db, eventId, null, 1000)
  await setStuck(deps.db, eventId, left.length)
  if (await tryToEnd(deps, eventId, left.length)) return
  const nextAt = new Date(deps.clock.now().getTime() + refundTimes(deps.timeScale).cancelLookMs)
  const isClaimed = await claimCancellation(deps.db, eventId, nextAt)
  if (!isClaimed) deps.log.info({ event_id: eventId }, 'a cancellation was paused or ended')
}

/**
 * Ends the cancellation if no order with sold tickets is left and each refund is paid or needs
 * manual review. A pause keeps only orders that are left, so a paused cancellation ends as well.
 */
async function tryToEnd({ db }: Pick<Deps, 'db'>, eventId: string, left: number): Promise<boolean> {
  if (left > 0 || (await countProgress(db, eventId)).under_way > 0) return false
  await endCancellation(db, eventId)
  return true
}

/**
 * Resumes cancellations whose job crashed, or that wait for refunds in progress. Ends paused ones
 * of which nothing is left.
 */
export async function sweepCancellations(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
): Promise<void> {
  const now = deps.clock.now()
  if (!(await isDue(deps.db, areCancellationsDue(now)))) return
  const until = new Date(now.getTime() + refundTimes(deps.timeScale).cancellingMaxMs)
  await inTransaction(deps.db, async (tx) => {
    const due = await takeCancellationsDue(tx, now, until)
    const jobs = due.map((eventId) => ({ eventId, after: null }))
    await queueMissing(tx, cancelOrders, 'eventId', jobs)
  })
  for (const eventId of await selectPausedCancellations(deps.db)) {
    const left = await selectSoldOrders(deps.db, eventId, null, 1)
    await tryToEnd(deps, eventId, left.length)
  }
}
