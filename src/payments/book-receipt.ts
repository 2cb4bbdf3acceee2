import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { recordReceipt } from './payments.sql.ts'
import { postCorrection, postUnmatchedEnd } from './postings.ts'
import { reopenUnmatched } from './unmatched-receipts.sql.ts'

type ReportedReceipt = { receipt: string; amountCents: number; cause: string }

/**
 * Records the receipt and amount that M-Pesa reports for a confirmed payment. Corrects the ledger
 * if the amount is not the prompt's, or if the money was booked without an order. The caller holds
 * the payment's lock.
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
  if (change.given_up !== null) await giveUpReceipt(tx, change.given_up, now)
  await postCorrection(tx, booked, { differenceCents: change.difference_cents, receipt })
}

/**
 * Detaches a receipt from its payment. If M-Pesa's confirmation reported the receipt, its money is
 * real, so the money is booked without an order again. If only a callback reported the receipt,
 * nothing proves it, and nothing is booked.
 */
export async function giveUpReceipt(tx: Tx, receipt: string, now: Date): Promise<void> {
  const amountCents = await reopenUnmatched(tx, receipt)
  if (amountCents !== null) await postUnmatchedEnd(tx, { receipt, amountCents, now }, 'given_up')
}
