import { isOpen } from '../events/sales.rules.ts'
import { assert } from '../platform/assert.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { queueJob } from '../platform/jobs.ts'
import { OrderError } from './errors.ts'
import { findOverShare } from './hold-share.sql.ts'
import { changeHold } from './holds.sql.ts'
import { endHolds } from './holds.ts'
import { existsOpenPayment, findOpenOrder } from './open-orders.sql.ts'
import { orderPlaced } from './order-placed.job.ts'
import { changeOrderState, type LockedOrder, lockOrder, setOrderAttempt } from './orders.sql.ts'
import { lockTypesOf, takeAgain } from './stock.sql.ts'
import { orderTimes } from './times.ts'
import { paymentOpen, tooManyUnpaid } from './unpaid-refusals.ts'

const TRIES = 5

type ReopenDeps = Pick<Deps, 'db' | 'clock' | 'timeScale' | 'env'>

/**
 * Asks for one more prompt for an order whose last one came to nothing, at the order's own prices,
 * taking its tickets again where they were given back, and the place of another open order of the
 * phone. `phone` is another phone to prompt, or null. `refusePaid` throws, under the order's lock,
 * where money for it has come in already.
 * Throws AppError: order_not_found, already_paid, prompt_open, payment_open, too_late, sales_closed,
 * sold_out, too_many_unpaid.
 */
export async function reopenOrder(
  deps: ReopenDeps,
  id: string,
  phone: string | null,
  refusePaid: (tx: Tx, id: string) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      await inTransaction(deps.db, (tx) => reopen(deps, tx, { id, phone, refusePaid }))
      return
    } catch (error) {
      // Another order of this phone was placed in this moment: it is there now.
      if (!isUniqueViolation(error, 'order__open')) throw error
    }
  }
  throw paymentOpen(deps.timeScale)
}

type Wanted = {
  id: string
  phone: string | null
  refusePaid: (tx: Tx, id: string) => Promise<void>
}

async function reopen(deps: ReopenDeps, tx: Tx, { id, phone, refusePaid }: Wanted): Promise<void> {
  const now = deps.clock.now()
  const { holdMs, holdMaxMs, retryUntilMs } = orderTimes(deps.timeScale)
  const order = await lockOrder(tx, id, now)
  if (!order) throw new OrderError('order_not_found')
  if (order.state === 'pending') throw new OrderError('prompt_open')
  if (order.state !== 'failed' && order.state !== 'expired') throw new OrderError('already_paid')
  // Before the others: after some of them a page asks for a new order.
  await refusePaid(tx, id)
  refuseUnsaleable(order, now, retryUntilMs)
  const target = phone ?? order.phone
  await replaceOpenOrder(deps, tx, order, target)
  if (order.hold_state === 'released') await takeTicketsAgain(deps, tx, id, now)
  const isHeld = await changeHold(tx, id, order.hold_state === 'released' ? 'released' : 'held', {
    state: 'held',
    expires_at: new Date(now.getTime() + holdMs),
    ends_at: new Date(now.getTime() + holdMaxMs),
    updated_at: now,
  })
  assert(isHeld, 'an unpaid order had its tickets')
  // The phone first: what is open is one order of its new phone.
  const attempt = await setOrderAttempt(tx, id, target, now)
  const isPending = await changeOrderState(tx, id, 'pending', { cause: 'tried again', now })
  assert(isPending, 'an order that is under lock moved')
  await queueJob(tx, orderPlaced, { orderId: id, attempt })
}

function refuseUnsaleable(order: LockedOrder, now: Date, retryUntilMs: number): void {
  if (order.sale_stop !== null) {
    throw new OrderError(isOpen(order.sale_stop) ? 'sold_out' : 'sales_closed')
  }
  if (now.getTime() - order.created_at.getTime() > retryUntilMs) throw new OrderError('too_late')
}

/** As a new order would: unless a prompt of the other one is out. */
async function replaceOpenOrder(
  { clock, timeScale }: ReopenDeps,
  tx: Tx,
  { id, event_id: eventId }: LockedOrder,
  phone: string,
): Promise<void> {
  const now = clock.now()
  const otherId = await findOpenOrder(tx, { phone, eventId, exceptId: id })
  const other = otherId && (await lockOrder(tx, otherId, now))
  if (!other || (other.state !== 'pending' && other.state !== 'failed')) return
  if (await existsOpenPayment(tx, other.id)) throw paymentOpen(timeScale)
  // All types at once: one after the other, two buyers could wait for each other.
  await lockTypesOf(tx, [id, other.id])
  await endHolds(tx, [other.id], now, 'replaced')
  // Its prompt leaves the line.
  await queueJob(tx, orderPlaced, { orderId: other.id, attempt: other.attempt })
}

async function takeTicketsAgain({ env }: ReopenDeps, tx: Tx, id: string, now: Date): Promise<void> {
  if (!(await takeAgain(tx, id, 'held', now))) throw new OrderError('sold_out')
  const { holdSharePerAddress: sharePercent } = env.limits
  const over = await findOverShare(tx, id, { now, sharePercent })
  if (over) throw tooManyUnpaid(over.held_until, now)
}
