import { lockOrder } from '../orders/orders.sql.ts'
import { payOutgoing, refundDue } from '../payments/jobs.ts'
import { lockPayment, selectPaymentOrder } from '../payments/payments.sql.ts'
import { assert } from '../platform/assert.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { eachRow } from '../platform/database/each-row.ts'
import { newId } from '../platform/ids.ts'
import { isDue } from '../platform/jobs/due.sql.ts'
import { handleJob, queueJob } from '../platform/jobs/jobs.ts'
import { refundTimes } from './declarations.ts'
import { reasonOf } from './refund.rules.ts'
import { areForgotten, insertRefund, selectForgotten, selectOwed } from './refunds.sql.ts'

type OpenDeps = Pick<Deps, 'db' | 'clock'>

/** The maximum number of payments without a refund that a sweep handles. */
const BATCH = 100

export const openRefundJob = (deps: OpenDeps) =>
  handleJob(refundDue, async ({ paymentId }) => {
    await openRefund(deps, paymentId)
  })

/**
 * Creates the refund row of a payment that is due back, unless the payment has a refund already.
 */
async function openRefund(deps: OpenDeps, paymentId: string): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const orderId = await selectPaymentOrder(tx, paymentId)
    assert(orderId, `the payment ${paymentId} is not there`)
    await lockOrder(tx, orderId, now)
    await lockPayment(tx, paymentId)
    const owed = await selectOwed(tx, paymentId)
    if (!owed) return
    const id = newId()
    const isNew = await insertRefund(tx, {
      id,
      paymentId,
      orderId,
      eventId: owed.event_id,
      amountCents: owed.amount_cents,
      isWhole: owed.amount_cents === owed.taken_cents,
      isRest: true,
      reason: reasonOf(owed.cause),
      requestedBy: null,
      // This job refunds money that led to no sale. Cash is only taken together with a sale.
      isCash: false,
      now,
    })
    assert(isNew, `two refunds of the payment ${paymentId}`)
    await queueJob(tx, payOutgoing, { purpose: 'refund', id })
  })
}

/** Opens refunds whose job was interrupted by a crash. */
export async function sweepForgotten(
  deps: OpenDeps & Pick<Deps, 'log' | 'timeScale'>,
): Promise<void> {
  const { forgottenMs } = refundTimes(deps.timeScale)
  const before = new Date(deps.clock.now().getTime() - forgottenMs)
  if (!(await isDue(deps.db, areForgotten(before)))) return
  await eachRow(deps.log, await selectForgotten(deps.db, before, BATCH), (id) =>
    openRefund(deps, id),
  )
}
