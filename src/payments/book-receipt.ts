import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/db.ts'
import { recordReceipt } from './payments.sql.ts'
import { postCorrection, postStray } from './postings.ts'

type Told = { receipt: string; amountCents: number; cause: string }

/**
 * Records what M-Pesa says about a confirmed payment, whose taking is not in the books yet: the
 * caller posts it, with the amount that is told here. The payment is under lock.
 */
export async function keepReceipt(
  tx: Tx,
  { id, now }: { id: string; now: Date },
  told: Told,
): Promise<number> {
  const change = await recordReceipt(tx, id, { ...told, now })
  assert(change, `${id} has a receipt and is not confirmed`)
  if (change.stray_cents !== null) {
    const { receipt } = told
    await postStray(tx, { receipt, amountCents: change.stray_cents, found: true, now })
  }
  return change.difference_cents
}

/** The same of a payment that is in the books, which are put right where the amount is another. */
export async function bookReceipt(
  tx: Tx,
  booked: { id: string; orderId: string; now: Date },
  told: Told,
): Promise<void> {
  const differenceCents = await keepReceipt(tx, booked, told)
  await postCorrection(tx, booked, { differenceCents, receipt: told.receipt })
}
