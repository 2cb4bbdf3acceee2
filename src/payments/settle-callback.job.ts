import { inTransaction, isUniqueViolation, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { handleJob } from '../platform/jobs.ts'
import { callbackReceived } from './callback-received.job.ts'
import { selectCallback, selectPaymentOfToken, setCallbackOutcome } from './callbacks.sql.ts'
import { confirmPayment } from './confirm-payment.ts'
import { paymentCounters } from './counters.ts'
import { failPayment } from './fail-payment.ts'
import { type CallbackResult, readStkCallback } from './mpesa/stk-callback.ts'
import { recordCheckoutRequestId } from './payments.sql.ts'
import { queuePushQuery } from './query-push.job.ts'
import { isSetupFault } from './result.rules.ts'

type Callback = Awaited<ReturnType<typeof selectCallback>>
type PromptedPayment = Awaited<ReturnType<typeof selectPaymentOfToken>>
type ReadableResult = Exclude<CallbackResult, { kind: 'unreadable' }>

export const settleCallback = (
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'>,
) =>
  handleJob(callbackReceived, async ({ callbackId }) => {
    const callback = await selectCallback(deps.db, callbackId)
    const outcome = await settleKind(deps, callback)
    await setCallbackOutcome(deps.db, callbackId, outcome)
    paymentCounters(deps.metrics).callbacks.inc({ outcome })
  })

async function settleKind(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
  { kind, token, body }: Callback,
): Promise<string> {
  switch (kind) {
    case 'stk': {
      const payment = await selectPaymentOfToken(deps.db, token)
      const outcome = await settlePrompt(deps, payment, body)
      deps.log.info({ payment: payment.id, outcome }, 'callback')
      return outcome
    }
  }
}

async function settlePrompt(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
  payment: PromptedPayment,
  body: string,
): Promise<string> {
  const result = readStkCallback(body)
  if (result.kind === 'unreadable') return 'unreadable'
  const known = payment.checkout_request_id
  // The right address with another push's id is not M-Pesa speaking of this prompt.
  if (known && result.checkoutRequestId && known !== result.checkoutRequestId) return 'mismatch'
  try {
    return await apply(deps, payment, result)
  } catch (error) {
    // A receipt that another payment has: replayed from there, so it proves nothing here.
    if (isUniqueViolation(error, 'payment_mpesa_receipt_key')) return 'receipt_used'
    throw error
  }
}

async function apply(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
  { id, order_id: orderId, checkout_request_id: known }: PromptedPayment,
  result: ReadableResult,
): Promise<string> {
  return await inTransaction(deps.db, async (tx) => {
    const outcome = await applyResult(deps, tx, { id, orderId }, result)
    // The push's own answer may have been lost; then the callback is the only one to tell its id.
    // Last, for what comes before it locks the order, and only then the payment.
    if (!known && result.checkoutRequestId) {
      const isFirst = await recordCheckoutRequestId(tx, id, result.checkoutRequestId)
      if (!isFirst) deps.log.info({ payment: id }, 'a push told its id while its callback was read')
    }
    return outcome
  })
}

async function applyResult(
  deps: Pick<Deps, 'log' | 'clock' | 'timeScale'>,
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
