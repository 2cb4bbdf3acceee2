import { postUnmatched } from '../src/payments/postings.ts'
import { insertUnmatchedReceipt } from '../src/payments/unmatched-receipts.sql.ts'
import { inTransaction } from '../src/platform/database/db.ts'
import type { Stage } from './stage.ts'

type UnmatchedMoney = { receipt: string; amountCents: number; orderId?: string; phone?: string }

/** Inserts an unmatched receipt that only M-Pesa's confirmation has reported. */
export async function keepApart(
  { db, clock }: Pick<Stage, 'db' | 'clock'>,
  { receipt, amountCents, orderId, phone = '' }: UnmatchedMoney,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await insertUnmatchedReceipt(tx, {
      receipt,
      amount_cents: amountCents,
      account_reference: '',
      msisdn: phone,
      paid_at: now,
      found_at: now,
      listed_at: null,
      order_id: orderId ?? null,
      is_unverified: false,
    })
    await postUnmatched(tx, { receipt, amountCents, now })
  })
}
