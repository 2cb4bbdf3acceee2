import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { recordReceipt } from './payments.sql.ts'
import { postCorrection, postUnmatchedEnd } from './postings.ts'
import { reopenUnmatched } from './unmatched-receipts.sql.ts'

type ReportedReceipt = { receipt: string; amountCents: number; cause: string }

/**
 * Corrects the ledger if the amount differs from the prompt's amount, or if the money was booked
 * without an order. The caller has locked the payment.
 */
export async function bookReceipt(
  tx: Tx,
  booked: { id: string; orderId: string; now: Date },
  reported: ReportedReceipt,
): Promise<void> {
  const { id, now } = booked
  const change = await recordReceipt(tx, id, { ...reported, now })
  assert(change, `${id} has a receipt and is not confirmed`)
  const { receipt } = reported
  if (change.stray_cents !== null) {
    await postUnmatchedEnd(tx, { receipt, amountCents: change.stray_cents, now }, 'found')
  }
  if (change.replaced !== null) await giveUpReceipt(tx, change.replaced, now)
  await postCorrection(tx, booked, { differenceCents: change.difference_cents, receipt })
}

/**
 * Called when a payment gives up its receipt. Books the money as unmatched again if a confirmation
 * reported the receipt; a callback alone proves nothing.
 */
export async function giveUpReceipt(tx: Tx, receipt: string, now: Date): Promise<void> {
  const amountCents = await reopenUnmatched(tx, receipt)
  if (amountCents !== null) await postUnmatchedEnd(tx, { receipt, amountCents, now }, 'given_up')
}
