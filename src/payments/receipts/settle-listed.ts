import { orderTimes } from '../../orders/declarations.ts'
import { readOrderCode } from '../../orders/order-code.rules.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { eachRow } from '../../platform/database/each-row.ts'
import { isPlainPhone } from '../../platform/values/phone.rules.ts'
import { bookReceipt, giveUpReceipt } from '../book-receipt.ts'
import { confirmPayment } from '../confirm-payment.ts'
import { paymentCounters } from '../declarations.ts'
import type { PulledRow } from '../mpesa/pull.ts'
import { keepsOwnPhone } from '../paybill-number.rules.ts'
import { lockPayment } from '../payments.sql.ts'
import { postCorrection, postUnmatched, postUnmatchedCorrection } from '../postings.ts'
import { selectOrderIdByCode, selectOrderIdByPrompt } from '../prompts/sweeps.sql.ts'
import {
  insertUnmatchedReceipt,
  lockUnmatchedReceipt,
  markUnmatchedListed,
} from '../unmatched-receipts.sql.ts'
import {
  dropReceipt,
  lockUnlisted,
  markListed,
  markPayerUnknown,
  selectPaymentsByReceipt,
  setPayer,
} from './listed.sql.ts'
import { CLOCKS_MS, matchReceipt } from './match-receipt.rules.ts'
import { addReceiptPayment } from './receipt-payment.ts'

type ListDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'>

/** Most rows are known already, so a single statement reads and marks them. */
export async function settleListed(deps: ListDeps, rows: PulledRow[]): Promise<void> {
  if (rows.length === 0) return
  const named = rows.map((row) => ({ ...row, code: codeOf(row) }))
  await markListed(deps.db, named, deps.clock.now())
  const receipts = rows.map((row) => row.receipt)
  const payments = await selectPaymentsByReceipt(deps.db, receipts)
  await eachRow(deps.log, rows, async (row) => {
    const outcome = await settleRow(deps, row, payments.get(row.receipt))
    paymentCounters(deps.metrics).pulledReceipts.inc({ outcome })
  })
}

/** '' if no account was typed; null if the typed account is no order code. */
function codeOf({ accountReference }: PulledRow): string | null {
  return accountReference === '' ? '' : readOrderCode(accountReference)
}

type Known = {
  id: string
  order_id: string
  use: string | null
  settled_by: string | null
  confirmed_amount_cents: number | null
  code: string
}

async function settleRow(
  deps: ListDeps,
  row: PulledRow,
  known: Known | undefined,
): Promise<string> {
  const { receipt } = row
  const code = codeOf(row)
  if (known && code !== '' && code !== known.code && known.settled_by !== 'admin') {
    // A callback or confirmation reported the receipt for the payment of another order.
    const fields = { payment: known.id, receipt }
    if (await takeAway(deps, known, receipt)) {
      deps.log.error(fields, 'a payment named the receipt of another order')
    }
    return await settleRow(deps, row, undefined)
  }
  if (known && known.use !== 'suspense') {
    if (known.confirmed_amount_cents === row.amountCents) return 'known'
    if (known.use === 'sale') await bookOtherAmount(deps, known, row)
    return 'other_amount'
  }
  const orderId = known?.order_id ?? (await findOrderId(deps, row))
  if (!orderId) return await recordUnmatched(deps, row)
  try {
    return await inTransaction(deps.db, (tx) =>
      settleOrderRow(deps, tx, { orderId, paymentId: known?.id, row }),
    )
  } catch (error) {
    // A concurrent callback reported the receipt.
    if (isUniqueViolation(error, 'payment__receipt')) return 'known'
    throw error
  }
}

async function takeAway(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, order_id }: Known,
  receipt: string,
): Promise<boolean> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await lockOrder(tx, order_id, now)
    const dropped = await dropReceipt(tx, id, receipt, now)
    if (!dropped) return false
    await giveUpReceipt(tx, receipt, now)
    const { difference_cents: differenceCents } = dropped
    await postCorrection(tx, { id, orderId: order_id, now }, { differenceCents, receipt: null })
    return true
  })
}

/** The difference between the amounts is in suspense until an admin settles it. */
async function bookOtherAmount(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { id, order_id: orderId }: Known,
  { receipt, amountCents, msisdn }: PulledRow,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockOrder(tx, orderId, now)
    const payment = await lockPayment(tx, id)
    // Refunded, or the row was handled before.
    if (payment.use !== 'sale' || payment.mpesa_receipt !== receipt) return
    await bookReceipt(tx, { id, orderId, now }, { receipt, amountCents, cause: 'pull' })
    if (isPlainPhone(msisdn)) await setPayer(tx, id, msisdn)
  })
  deps.log.error({ payment: id, receipt }, 'M-Pesa lists another amount than a callback reported')
}

/** A till has no account numbers, so the latest prompt with this phone and amount counts. */
async function findOrderId(
  deps: Pick<Deps, 'db' | 'timeScale'>,
  row: PulledRow,
): Promise<string | null> {
  const { accountReference, msisdn: phone, amountCents, at } = row
  if (accountReference !== '') {
    const code = readOrderCode(accountReference)
    return code === null ? null : await selectOrderIdByCode(deps.db, code)
  }
  if (!at) return null
  const from = new Date(at.getTime() - orderTimes(deps.timeScale).holdMs)
  const to = new Date(at.getTime() + CLOCKS_MS)
  return await selectOrderIdByPrompt(deps.db, { phone, amountCents, from, to })
}

/** Records a payment whose account is no order's code. */
async function recordUnmatched(
  deps: Pick<Deps, 'db' | 'log' | 'clock'>,
  row: PulledRow,
): Promise<string> {
  const { receipt, amountCents, accountReference, msisdn, at } = row
  const now = deps.clock.now()
  const payer = isPlainPhone(msisdn) ? msisdn : null
  const isNew = await inTransaction(deps.db, async (tx) => {
    const stray = { receipt, amount_cents: amountCents, account_reference: accountReference }
    const found = { msisdn, paid_at: at, found_at: now, listed_at: now }
    const kept = { ...stray, ...found, order_id: null, is_unverified: false }
    if (await insertUnmatchedReceipt(tx, kept)) {
      await postUnmatched(tx, { receipt, amountCents, now })
      return true
    }
    // A confirmation may have reported another amount.
    const listed = await markUnmatchedListed(tx, { receipt, amountCents, payer, now })
    if (listed) await postUnmatchedCorrection(tx, { receipt, ...listed, now })
    return false
  })
  if (!isNew) return 'known'
  deps.log.warn({ receipt, accountReference }, 'a payment names no order of ours')
  return 'stray'
}

async function settleOrderRow(
  deps: Pick<Deps, 'env' | 'log' | 'clock'>,
  tx: Tx,
  found: { orderId: string; paymentId: string | undefined; row: PulledRow },
): Promise<string> {
  const { orderId, row } = found
  const now = deps.clock.now()
  const order = await lockOrder(tx, orderId, now)
  if (!order) throw new Error(`the order ${orderId} is gone`)
  const match = found.paymentId ? null : matchReceipt(await lockUnlisted(tx, orderId), row)
  const { receipt, amountCents } = row
  const stray = await lockUnmatchedReceipt(tx, receipt)
  // An admin has just attached or refunded it.
  if (stray && stray.state !== 'open' && !found.paymentId) return 'known'
  if (match && match.mpesa_receipt !== null) {
    await bookReceipt(tx, { id: match.id, orderId, now }, { receipt, amountCents, cause: 'pull' })
    // A callback or a confirmation reported the same receipt while the list was being compared.
    if (match.mpesa_receipt === receipt) return 'known'
    const names = { payment: match.id, receipt, receiptBefore: match.mpesa_receipt }
    deps.log.error(names, 'M-Pesa lists another receipt than a callback reported')
    return 'receipt_replaced'
  }
  const id = found.paymentId ?? match?.id
  if (id) {
    const isSomebodys = match && match.reported_receipt !== receipt && match.phone !== row.msisdn
    if (isPlainPhone(row.msisdn)) await setPayer(tx, id, row.msisdn)
    // The buyer paid by paybill from another phone, whose number M-Pesa masked.
    else if (isSomebodys) assert(await markPayerUnknown(tx, id), `the payment ${id} is gone`)
    return await confirmPayment(tx, { id, orderId }, { cause: 'pull', money: row }, now)
  }
  const isNamed = isPlainPhone(row.msisdn) && !keepsOwnPhone(deps.env.mpesa, order)
  const phone = isNamed ? row.msisdn : order.phone
  const money = { receipt, amountCents, phone, payer: row.msisdn, at: row.at }
  await addReceiptPayment(tx, order, { ...money, cause: 'pull' }, now)
  return 'without_prompt'
}
