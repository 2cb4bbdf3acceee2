import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/db.ts'
import { recordReceipt } from './payments.sql.ts'
import { postCorrection, postStray } from './postings.ts'

type Told = { receipt: string; amountCents: number; cause: string }

/**
 * Records what M-Pesa says about a confirmed payment, and what that changes in the books: another
 * amount than was booked, and money that stood under no order's code. The payment is under lock.
 */
export async function bookReceipt(
  tx: Tx,
  booked: { id: string; orderId: string; now: Date },
  told: Told,
): Promise<void> {
  const { id, now } = booked
  const change = await recordReceipt(tx, id, { ...told, now })
  assert(change, `${id} has a receipt and is not confirmed`)
  const { receipt } = told
  if (change.stray_cents !== null) {
    await postStray(tx, { receipt, amountCents: change.stray_cents, found: true, now })
  }
  await postCorrection(tx, booked, { differenceCents: change.difference_cents, receipt })
}
