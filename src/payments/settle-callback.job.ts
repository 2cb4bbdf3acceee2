import { inTransaction, isUniqueViolation, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { handleJob } from '../platform/jobs.ts'
import { callbackReceived } from './callback-received.job.ts'
import { selectCallback, selectPaymentOfToken, setCallbackOutcome } from './callbacks.sql.ts'
import { claimPayment } from './claim-payment.ts'
import { confirmPayment } from './confirm-payment.ts'
import { paymentCounters } from './counters.ts'
import { failPayment } from './fail-payment.ts'
import { type CallbackResult, readStkCallback } from './mpesa/stk-callback.ts'
import { isSetupFault } from './result.rules.ts'
import { settlePaybill } from './settle-paybill.ts'

type Callback = Awaited<ReturnType<typeof selectCallback>>
type PromptedPayment = Awaited<ReturnType<typeof selectPaymentOfToken>>
type ReadableResult = Exclude<CallbackResult, { kind: 'unreadable' }>

export const settleCallback = (
  deps: Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'>,
) =>
  handleJob(callbackReceived, async ({ callbackId }) => {
    const callback = await selectCallback(deps.db, callbackId)
    const outcome = await settleKind(deps, callback)
    // One that waits is marked where its payment is locked, and may be read again by now.
    if (outcome !== 'waiting') await setCallbackOutcome(deps.db, callbackId, outcome)
    paymentCounters(deps.metrics).callbacks.inc({ outcome })
  })

async function settleKind(
  deps: Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'timeScale'>,
  callback: Callback,
): Promise<string> {
  switch (callback.kind) {
    case 'stk': {
      const payment = await selectPaymentOfToken(deps.db, callback.token)
      const outcome = await settlePrompt(deps, callback, payment)
      // Its push was answered while this was read: now it shows whether it is of this prompt.
      if (outcome === 'id_learned') return await settleKind(deps, callback)
      deps.log.info({ payment: payment.id, outcome }, 'callback')
      return outcome
    }
    case 'c2b':
      return await settlePaybill(deps, callback.body)
  }
}

async function settlePrompt(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
  { id, body }: Callback,
  payment: PromptedPayment,
): Promise<string> {
  const result = readStkCallback(body)
  if (result.kind === 'unreadable') return 'unreadable'
  if (!isOfPrompt(payment, result)) return 'mismatch'
  try {
    return await inTransaction(deps.db, (tx) => apply(deps, tx, { id, payment, result }))
  } catch (error) {
    // A receipt that another payment has: replayed from there, so it proves nothing here.
    if (isUniqueViolation(error, 'payment_mpesa_receipt_key')) return 'receipt_used'
    throw error
  }
}

/** The right address with another push's id, or none, is not M-Pesa speaking of this prompt. */
function isOfPrompt(payment: PromptedPayment, result: ReadableResult): boolean {
  const known = payment.checkout_request_id
  if (known !== null && known !== result.checkoutRequestId) return false
  return result.kind === 'failed' || result.phone === null || result.phone === payment.phone
}

async function apply(
  deps: Pick<Deps, 'log' | 'clock' | 'timeScale'>,
  tx: Tx,
  { id, payment, result }: { id: number; payment: PromptedPayment; result: ReadableResult },
): Promise<string> {
  const now = deps.clock.now()
  const { timeScale } = deps
  const one = { id: payment.id, orderId: payment.order_id }
  if (result.kind === 'failed') {
    const { code } = result
    if (isSetupFault(code)) deps.log.error({ code }, 'M-Pesa says that our set-up is wrong')
    await failPayment(tx, one, { code, by: 'callback', now, timeScale })
    return 'failed'
  }
  // The id could be guessed: it names a phone and a time. Who tried others is not believed.
  const isBelieved = payment.checkout_request_id !== null && !payment.was_misused
  if (result.kind === 'paid' && isBelieved) {
    const outcome = await confirmPayment(tx, one, { cause: 'callback', money: result }, now)
    if (outcome !== 'not_proved') return outcome
  }
  const claim = {
    callbackId: id,
    payment: { ...one, checkoutRequestId: payment.checkout_request_id },
    told: { ...result, receipt: result.kind === 'paid' ? result.receipt : null },
  }
  return await claimPayment(tx, claim, { now, timeScale })
}
