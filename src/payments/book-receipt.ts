import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { recordReceipt } from './payments.sql.ts'
import { postCorrection, postStrayIs } from './postings.ts'
import { reopenStray } from './stray.sql.ts'

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
    await postStrayIs(tx, { receipt, amountCents: change.stray_cents, now }, 'found')
  }
  if (change.given_up !== null) await giveUpReceipt(tx, change.given_up, now)
  await postCorrection(tx, booked, { differenceCents: change.difference_cents, receipt })
}

/**
 * A payment has this receipt no more. Where a confirmation told of it, it is money all the same, and
 * nobody's again; else nothing but a callback spoke of it, and nothing proves it.
 */
export async function giveUpReceipt(tx: Tx, receipt: string, now: Date): Promise<void> {
  const amountCents = await reopenStray(tx, receipt)
  if (amountCents !== null) await postStrayIs(tx, { receipt, amountCents, now }, 'given_up')
}
