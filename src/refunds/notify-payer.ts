import { queueSms } from '../messages/outbox.ts'
import type { Tx } from '../platform/database/db.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { dueBy, shortDay } from './business-days.rules.ts'
import { type Proof, strayDoneSms, strayRequestedSms } from './refund-sms.rules.ts'

type UnmatchedRefund = { id: string; receipt: string; amountCents: number; phone: string }

/**
 * Who paid under no order's code hears that the money goes back, and with a proof that it went; each
 * once. No order says in which language.
 */
export async function notifyStrayPayer(
  tx: Tx,
  { id, receipt, amountCents, phone }: UnmatchedRefund,
  { proof, now }: { proof: Proof | null; now: Date },
): Promise<void> {
  const money = { language: 'en', amountKes: toKes(amountCents), receipt } as const
  const by = shortDay(dueBy(nairobiDate(now)), money.language)
  const body = proof ? strayDoneSms(money, proof) : strayRequestedSms({ ...money, by })
  const dedupeKey = `${proof ? 'refund_done' : 'refund_requested'}:${id}`
  await queueSms(tx, { phone, body, dedupeKey, now })
}
