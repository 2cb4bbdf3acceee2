import { queueSms } from '../../messages/outbox.ts'
import { nextPhone, recipientPhone } from '../../orders/order.rules.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { paymentTimes } from '../declarations.ts'
import { promptEnded } from '../jobs.ts'
import { paybillNumber } from '../paybill-number.rules.ts'
import { paybillSms } from '../payment-sms.rules.ts'
import { lockPaymentOfAttempt } from '../payments.sql.ts'
import { isMoneyAwaited } from '../prompts/prompt-blockers.sql.ts'

/** Sends the SMS about paybill once, unless a prompt is under way or too little time is left. */
export const offerPaybill = (deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>) =>
  handleJob(promptEnded, async ({ orderId }) => {
    const business = paybillNumber(deps.env.mpesa)
    if (business === null) return
    await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      const order = await lockOrder(tx, orderId, now)
      const until = order?.paybill_until
      const { offerMinMs } = paymentTimes(deps.timeScale)
      if (!order || !until || until.getTime() - now.getTime() < offerMinMs) return
      if (!(await isUnanswered(tx, order))) return
      const { event_title: eventTitle, code, amount_cents, language } = order
      const text = { language, eventTitle, code, amountKes: toKes(amount_cents), business }
      await queueSms(tx, {
        phone: recipientPhone(order),
        body: paybillSms({ ...text, until: nairobiDateTime(until).slice(11, 16) }),
        dedupeKey: `paybill:${orderId}`,
        orderId,
        now,
      })
    })
  })

/** Whether the last prompt failed or has an unknown result. */
async function isUnanswered(tx: Tx, order: LockedOrder): Promise<boolean> {
  if (order.hold_state !== 'held' || nextPhone(order) !== null) return false
  if (await isMoneyAwaited(tx, order.id)) return false
  if (order.state === 'failed') return true
  if (order.state !== 'pending') return false
  const payment = await lockPaymentOfAttempt(tx, order.id, order.attempt)
  return payment?.state === 'unknown'
}
