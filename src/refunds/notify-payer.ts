import { queueSms } from '../messages/outbox.ts'
import { smsShortDate } from '../messages/sms.rules.ts'
import type { Tx } from '../platform/database/db.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { dueBy } from './business-days.rules.ts'
import { type Proof, strayDoneSms, strayRequestedSms } from './refund-sms.rules.ts'

type UnmatchedRefund = { id: string; receipt: string; amountCents: number; phone: string }

/**
 * Notifies the payer of money without an order that the money will be refunded or, with `proof`,
 * that it has been refunded. Sends each message once. The messages are in English, because no order
 * names a language.
 */
export async function notifyUnmatchedPayer(
  tx: Tx,
  { id, receipt, amountCents, phone }: UnmatchedRefund,
  { proof, now }: { proof: Proof | null; now: Date },
): Promise<void> {
  const money = { language: 'en', amountKes: toKes(amountCents), receipt } as const
  const by = smsShortDate(dueBy(nairobiDate(now)), money.language)
  const body = proof ? strayDoneSms(money, proof) : strayRequestedSms({ ...money, by })
  const dedupeKey = `${proof ? 'refund_done' : 'refund_requested'}:${id}` as const
  await queueSms(tx, { phone, body, dedupeKey, now })
}
