import { inTransaction, isUniqueViolation, type Tx } from '../platform/db.ts'
import { handleJob } from '../platform/jobs.ts'
import { callbackReceived } from './callback-received.job.ts'
import { confirmPayment } from './confirm-payment.ts'
import { paymentCounters } from './counters.ts'
import { failPayment } from './fail-payment.ts'
import type { PaymentDeps } from './mpesa/daraja.ts'
import { type CallbackResult, readStkCallback } from './mpesa/stk-callback.ts'
import { recordCheckoutRequestId, selectCallback, setCallbackOutcome } from './payments.sql.ts'
import { queuePushQuery } from './query-push.job.ts'
import { isSetupFault } from './result.rules.ts'

type StoredCallback = Awaited<ReturnType<typeof selectCallback>>
type ReadableResult = Exclude<CallbackResult, { kind: 'unreadable' }>

export const settleCallback = (deps: PaymentDeps) =>
  handleJob(callbackReceived, async ({ callbackId }) => {
    const callback = await selectCallback(deps.db, callbackId)
    const outcome = await settle(deps, callback)
    await setCallbackOutcome(deps.db, callbackId, outcome)
    paymentCounters(deps.metrics).callbacks.inc({ outcome })
    deps.log.info({ payment: callback.payment_id, outcome }, 'callback')
  })

async function settle(deps: PaymentDeps, callback: StoredCallback): Promise<string> {
  const result = readStkCallback(callback.body)
  if (result.kind === 'unreadable') return 'unreadable'
  const known = callback.checkout_request_id
  // The right address with another push's id is not M-Pesa speaking of this prompt.
  if (known && result.checkoutRequestId && known !== result.checkoutRequestId) return 'mismatch'
  try {
    return await apply(deps, callback, result)
  } catch (error) {
    // A receipt that another payment has: replayed from there, so it proves nothing here.
    if (isUniqueViolation(error, 'payment_mpesa_receipt_key')) return 'receipt_used'
    throw error
  }
}

async function apply(
  deps: PaymentDeps,
  callback: StoredCallback,
  result: ReadableResult,
): Promise<string> {
  const payment = { id: callback.payment_id, orderId: callback.order_id }
  return await inTransaction(deps.db, async (tx) => {
    const outcome = await applyResult(deps, tx, payment, result)
    // The push's own answer may have been lost; then the callback is the only one to tell its id.
    // Last, for what comes before it locks the order, and only then the payment.
    if (!callback.checkout_request_id && result.checkoutRequestId) {
      await recordCheckoutRequestId(tx, payment.id, result.checkoutRequestId)
    }
    return outcome
  })
}

async function applyResult(
  deps: PaymentDeps,
  tx: Tx,
  payment: { id: string; orderId: string },
  result: ReadableResult,
): Promise<string> {
  const now = deps.clock.now()
  switch (result.kind) {
    case 'paid':
      return await confirmPayment(tx, payment, { cause: 'callback', money: result }, now)
    case 'paid_without_proof':
      await queuePushQuery(tx, payment.id)
      return 'queried'
    case 'failed': {
      const { code } = result
      if (isSetupFault(code)) deps.log.error({ code }, 'M-Pesa says that our set-up is wrong')
      await failPayment(tx, payment, { code, by: 'callback', now, timeScale: deps.timeScale })
      return 'failed'
    }
  }
}
