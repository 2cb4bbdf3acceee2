import { isUnpaid } from '../../orders/order.rules.ts'
import { readOrderCode } from '../../orders/order-code.rules.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { endCallback, selectCallback } from '../callbacks/callbacks.sql.ts'
import { confirmPayment } from '../confirm-payment.ts'
import { paymentCounters } from '../declarations.ts'
import { paybillConfirmed } from '../jobs.ts'
import { type PaybillCall, readPaybillCall } from '../mpesa/paybill-call.rules.ts'
import { keepsOwnPhone } from '../paybill-number.rules.ts'
import { mayBePayer } from '../payer.ts'
import { postUnmatched } from '../postings.ts'
import { selectOrderIdByCode } from '../prompts/sweeps.sql.ts'
import { lockUnlisted } from '../receipts/listed.sql.ts'
import { matchReceipt } from '../receipts/match-receipt.rules.ts'
import { addReceiptPayment } from '../receipts/receipt-payment.ts'
import { existsReceipt, insertUnmatchedReceipt } from '../unmatched-receipts.sql.ts'
import { isWaiting } from './paybill.rules.ts'

type SettleDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'>
type Paid = Extract<PaybillCall, { kind: 'payment' }>

export const settlePaybill = (deps: SettleDeps) =>
  handleJob(paybillConfirmed, async ({ callbackId: id }, job) => {
    const { body } = await selectCallback(deps.db, id)
    const outcome = await settleBody(deps, body, async (tx, outcome) => {
      await endCallback(tx, { id, outcome }, job)
      return outcome
    })
    paymentCounters(deps.metrics).callbacks.inc({ outcome })
  })

/** Stores the callback's outcome and deletes its job in the same transaction. */
type End = (tx: Tx, outcome: string) => Promise<string>

/**
 * If an order waits for exactly this money, the confirmation is believed and the order is sold.
 * Any other payment waits for M-Pesa's list, as all payments share one address (decisions/0048).
 */
async function settleBody(deps: SettleDeps, body: string, end: End): Promise<string> {
  const endAlone = (outcome: string) => inTransaction(deps.db, (tx) => end(tx, outcome))
  const call = readPaybillCall(body)
  if (call.kind === 'unreadable') {
    deps.log.error({ reason: call.reason }, 'a confirmed payment cannot be read')
    return await endAlone('unreadable')
  }
  const { receipt, shortcode } = call
  if (shortcode !== '' && shortcode !== deps.env.mpesa.shortcode) {
    deps.log.error({ receipt, shortcode }, 'a payment to another short code was confirmed to us')
    return await endAlone('mismatch')
  }
  const code = readOrderCode(call.account)
  const orderId = code === null ? null : await selectOrderIdByCode(deps.db, code)
  try {
    const outcome = await inTransaction(deps.db, async (tx) =>
      end(tx, await settle(deps, tx, call, orderId)),
    )
    deps.log.info({ receipt, outcome }, 'a payment was confirmed')
    return outcome
  } catch (error) {
    // A concurrent callback or the list recorded the receipt.
    if (!isUniqueViolation(error, 'payment__receipt')) throw error
    return await endAlone('repeat')
  }
}

async function settle(
  deps: SettleDeps,
  tx: Tx,
  call: Paid,
  orderId: string | null,
): Promise<string> {
  const now = deps.clock.now()
  const order = orderId === null ? undefined : await lockOrder(tx, orderId, now)
  if (await existsReceipt(tx, call.receipt)) return 'repeat'
  const paid = order && keepsOwnPhone(deps.env.mpesa, order) ? { ...call, phone: null } : call
  const sold = order && (await settleOrder(tx, order, paid, now))
  return sold ?? (await recordUnmatched(tx, call, order, now))
}

/** Null if the order does not wait for this money. */
async function settleOrder(
  tx: Tx,
  order: LockedOrder,
  call: Paid,
  now: Date,
): Promise<string | null> {
  if (call.amountCents !== order.amount_cents) return null
  const prompt = matchReceipt(await lockOpen(tx, order, call), { ...call, msisdn: '' })
  const paid = prompt && { id: prompt.id, orderId: order.id }
  const is_prompted = prompt !== undefined && prompt.state !== 'confirmed'
  // A query confirmed the order's prompt without a receipt.
  if (paid && !is_prompted) return await confirm(tx, paid, call, now)
  if (!isWaiting({ ...order, is_prompted }, now)) return null
  if (paid) return await confirm(tx, paid, call, now)
  const { receipt, amountCents, payer } = call
  const money = { receipt, amountCents, phone: phoneOf(order, call), payer, at: call.at }
  await addReceiptPayment(tx, order, { ...money, cause: 'c2b' }, now)
  return 'by_hand'
}

/** Locks prompts that may be confirmed: M-Pesa sends confirmations for prompts too. */
async function lockOpen(tx: Tx, { id }: LockedOrder, { payer }: Paid) {
  const prompts = await lockUnlisted(tx, id)
  return prompts.filter(
    ({ state, mpesa_receipt, phone }) =>
      mpesa_receipt === null && state !== 'failed' && mayBePayer(phone, payer),
  )
}

async function confirm(
  tx: Tx,
  payment: { id: string; orderId: string },
  { receipt, amountCents }: Paid,
  now: Date,
): Promise<string> {
  const proof = { cause: 'c2b', money: { receipt, amountCents } } as const
  return await confirmPayment(tx, payment, proof, now)
}

/** The reported payer. If masked, the phone of the order that fits the visible digits. */
function phoneOf({ phone, recipient_phone }: LockedOrder, call: Paid): string {
  if (call.phone !== null) return call.phone
  return recipient_phone !== null && !mayBePayer(phone, call.payer) ? recipient_phone : phone
}

async function recordUnmatched(
  tx: Tx,
  call: Paid,
  order: LockedOrder | undefined,
  now: Date,
): Promise<string> {
  const { receipt, amountCents } = call
  const isNew = await insertUnmatchedReceipt(tx, {
    receipt,
    amount_cents: amountCents,
    account_reference: call.account,
    msisdn: call.payer,
    paid_at: call.at,
    found_at: now,
    listed_at: null,
    order_id: order?.id ?? null,
    // Prevents further prompts while this money may still buy the tickets.
    is_unverified: order !== undefined && isUnpaid(order) && amountCents === order.amount_cents,
  })
  if (!isNew) return 'repeat'
  await postUnmatched(tx, { receipt, amountCents, now })
  return order ? 'told' : 'stray'
}
