import { batchByOrder } from '../../orders/batch-by-order.ts'
import { lockStockTogether, waitForStock } from '../../orders/stock.sql.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob, queueJob, type RunningJob } from '../../platform/jobs/jobs.ts'
import { confirmPayment } from '../confirm-payment.ts'
import { paymentCounters } from '../declarations.ts'
import { failPayment } from '../fail-payment.ts'
import { callbackReceived, pushSilent } from '../jobs.ts'
import { type CallbackResult, readStkCallback } from '../mpesa/stk-callback.ts'
import { isSetupFault } from '../result.rules.ts'
import { endCallback, type PromptCallback, selectPromptCallback } from './callbacks.sql.ts'
import { recordUnverified } from './unverified-report.ts'

type ReadableResult = Exclude<CallbackResult, { kind: 'unreadable' }>
type SettleDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'>

export const settleCallback = (deps: SettleDeps) =>
  handleJob(callbackReceived, async ({ callbackId }, job) => {
    const outcome = await settle(deps, callbackId, job)
    paymentCounters(deps.metrics).callbacks.inc({ outcome })
  })

async function settle(deps: SettleDeps, id: number, job: RunningJob): Promise<string> {
  const callback = await selectPromptCallback(deps.db, id)
  const outcome = await settlePrompt(deps, callback, job)
  // The push has now returned its id, so the callback may belong to this prompt after all.
  if (outcome === 'id_learned') return await settle(deps, id, job)
  deps.log.info({ payment: callback.payment.id, outcome }, 'callback')
  return outcome
}

type ReadCallback = {
  deps: SettleDeps
  orderId: string
  callback: PromptCallback
  result: ReadableResult
  job: RunningJob
}

const applyTogether = batchByOrder<ReadCallback, string>({
  lock: lockStockTogether,
  wait: waitForStock,
  work: async (tx, { deps, callback, result, job }) => {
    const outcome = await apply(deps, tx, { callback, result })
    if (!STILL_OPEN.includes(outcome)) await endCallback(tx, { id: callback.id, outcome }, job)
    return outcome
  },
})

/** Settles the payment, and ends the callback and its job in the same transaction. */
async function settlePrompt(
  deps: SettleDeps,
  callback: PromptCallback,
  job: RunningJob,
): Promise<string> {
  const { id, body, payment } = callback
  const endAlone = async (outcome: string) => {
    await inTransaction(deps.db, (tx) => endCallback(tx, { id, outcome }, job))
    return outcome
  }
  const result = readStkCallback(body)
  if (result.kind === 'unreadable') return await endAlone('unreadable')
  if (!isOfPrompt(payment, result)) return await endAlone('mismatch')
  try {
    return await applyTogether({ deps, orderId: payment.order_id, callback, result, job })
  } catch (error) {
    // The receipt belongs to a different payment: an attacker may have repeated its callback.
    if (!isUniqueViolation(error, 'payment__receipt')) throw error
    return await endAlone('receipt_used')
  }
}

/** Callbacks that stay open: 'waiting' is stored already, 'id_learned' is settled again. */
const STILL_OPEN = ['waiting', 'id_learned']

/** Whether a callback names the push's id, if known, and no phone other than the prompted one. */
function isOfPrompt(payment: PromptCallback['payment'], result: ReadableResult): boolean {
  const known = payment.checkout_request_id
  if (known !== null && known !== result.checkoutRequestId) return false
  return !('phone' in result) || result.phone === null || result.phone === payment.phone
}

async function apply(
  deps: Pick<Deps, 'log' | 'clock' | 'timeScale'>,
  tx: Tx,
  { callback: { id, payment }, result }: { callback: PromptCallback; result: ReadableResult },
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
  if (result.kind === 'unclear') {
    deps.log.error({ payment: payment.id, code: result.code }, 'a callback has an unknown code')
    await queueJob(tx, pushSilent, { paymentId: payment.id })
    return 'unclear'
  }
  // An attacker can guess an id, a phone and a time. After a wrong guess no success is believed.
  const isBelieved = payment.checkout_request_id !== null && !payment.was_misused
  if (result.kind === 'paid' && isBelieved) {
    const outcome = await confirmPayment(tx, one, { cause: 'callback', money: result }, now)
    if (outcome !== 'not_proved') return outcome
  }
  const report = {
    callbackId: id,
    payment: { ...one, checkoutRequestId: payment.checkout_request_id },
    reported: { ...result, receipt: result.kind === 'paid' ? result.receipt : null },
  }
  return await recordUnverified(tx, report, { now, timeScale })
}
