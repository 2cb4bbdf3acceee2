import { selectCallback, setCallbackOutcome } from '../../payments/callbacks/callbacks.sql.ts'
import {
  readB2cResult,
  readReversalResult,
  readStatusResult,
  type StatusResult,
} from '../../payments/mpesa/operation-result.rules.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob, queueJob } from '../../platform/jobs/jobs.ts'
import { completeRefund, lockRefundAndOrder, recordDoubleRefund } from '../complete-refund.ts'
import { refundCounters, refundTimes } from '../declarations.ts'
import { payRefund, queryAttempt, queryEnded, resultReceived } from '../jobs.ts'
import { recordReturn, returnedAt } from '../record-return.ts'
import {
  ACCOUNT_SHORT,
  backoffMs,
  countQueries,
  DUPLICATE,
  isOnItsWay,
  isOpenCall,
  isReversalLost,
  NOT_FOUND,
  SILENT,
} from '../refund.rules.ts'
import { changeRefundState, setNextLook } from '../refunds.sql.ts'
import { mayBeReversedByUs } from '../returns.sql.ts'
import {
  type CallRow,
  recordAttempt,
  recordReported,
  selectAttempts,
  selectCallOfToken,
} from './attempts.sql.ts'
import { settleCheck } from './check-receipts.job.ts'
import { insertUtility, settleBalance } from './settle-balance.ts'
import { gaugeBalance } from './sweep-refunds.job.ts'
import {
  EXPIRED,
  isSettled,
  MISMATCH,
  namesRequest,
  refusalCode,
  reportedCode,
  TIMEOUT,
  type Verdict,
  verdictOfAttempt,
  verdictOfReceipt,
} from './verdict.rules.ts'

type SettleDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'>
type Locked = NonNullable<Awaited<ReturnType<typeof lockRefundAndOrder>>>

export const settleResult = (deps: SettleDeps) =>
  handleJob(resultReceived, async ({ callbackId }) => {
    const { token, body } = await selectCallback(deps.db, callbackId)
    const call = await selectCallOfToken(deps.db, token)
    if (!call) {
      await setCallbackOutcome(deps.db, callbackId, await settleCheck(deps, { token, body }))
      return
    }
    const outcome = await settle(deps, call, { token, body })
    await setCallbackOutcome(deps.db, callbackId, outcome)
    refundCounters(deps.metrics).results.inc({ kind: call.kind, outcome })
    deps.log.info({ refund: call.refund_id, kind: call.kind, outcome }, 'refund result')
    if (call.kind === 'status' || call.refund_id === null) await gaugeBalance(deps)
  })

async function settle(
  deps: SettleDeps,
  found: NonNullable<Awaited<ReturnType<typeof selectCallOfToken>>>,
  { token, body }: { token: string; body: string },
): Promise<string> {
  const now = deps.clock.now()
  if (found.refund_id === null) return await settleBalance(deps, found, body, now)
  return await inTransaction(deps.db, async (tx) => {
    const locked = await lockRefundAndOrder(tx, found.refund_id!, now)
    // Read under the lock, because the same result, posted twice, may have just ended this attempt.
    const call = await selectCallOfToken(tx, token)
    assert(locked && call, 'a call of a refund that is not there')
    const told = { call, locked, now }
    if (call.kind === 'reversal' || call.kind === 'b2c') {
      return await noteReport(deps, tx, told, call.is_timeout ? null : body)
    }
    if (call.is_timeout) return await endQuery(tx, told, TIMEOUT)
    const result = readStatusResult(body)
    if (result.kind === 'unreadable') return 'unreadable'
    if (!namesRequest(call, result)) return MISMATCH
    return call.kind === 'receipt'
      ? await settleReceipt(deps, tx, told, result)
      : await settleStatus(deps, tx, told, result)
  })
}

type ReceivedResult = { call: CallRow; locked: Locked; now: Date }

/**
 * Records what a result reports about an attempt, and queries M-Pesa, because the result itself
 * proves nothing. `body` is null if the attempt expired in M-Pesa's queue.
 */
async function noteReport(
  deps: SettleDeps,
  tx: Tx,
  { call, locked: { refund }, now }: ReceivedResult,
  body: string | null,
): Promise<string> {
  const read = call.kind === 'b2c' ? readB2cResult : readReversalResult
  const result = body === null ? null : read(body)
  if (result?.kind === 'unreadable') return 'unreadable'
  if (isSettled(call)) return 'repeat'
  const code = result === null ? TIMEOUT : reportedCode(result, call, refund)
  const isNew = await recordReported(tx, call.id, code)
  if (code === '0' && result && 'utilityCents' in result) await insertUtility(tx, result, now)
  if (!isLive(refund, await selectAttempts(tx, refund.id), call)) {
    // The attempt was given up before. A Transaction Status query finds out whether it paid
    // nevertheless.
    if (isNew) await queueJob(tx, queryEnded, { refundId: refund.id, attemptId: call.id })
    return 'late'
  }
  await recordAttempt(tx, call.id, 'unknown', { now })
  // Without the id of the request M-Pesa can only be queried by the payment's receipt. The response
  // that states the id may still be on its way.
  const isKnown = code !== TIMEOUT && call.originator_conversation_id !== null
  const waitMs = isKnown ? 0 : refundTimes(deps.timeScale).lookMs
  const nextAt = new Date(now.getTime() + waitMs)
  const change = { cause: `reported ${code}`, now, nextAt }
  if (!(await changeRefundState(tx, refund.id, 'unknown', change)) && isNew) {
    await setNextLook(tx, refund.id, nextAt)
  }
  if (isNew && isKnown) {
    await queueJob(tx, queryAttempt, { refundId: refund.id, nextAt: nextAt.toISOString() })
  }
  return code === '0' ? 'done' : code
}

/**
 * Whether the refund still waits for this attempt: no sweep and no admin has given up the attempt.
 */
function isLive({ state }: Locked['refund'], calls: CallRow[], { id }: CallRow): boolean {
  return isOnItsWay(state) && isOpenCall(calls, id)
}

async function endQuery(tx: Tx, { call, now }: ReceivedResult, resultCode: string) {
  await recordAttempt(tx, call.id, 'done', { now, resultCode })
  return resultCode
}

/** Settles an attempt by M-Pesa's result of a status query. */
async function settleStatus(
  deps: SettleDeps,
  tx: Tx,
  told: ReceivedResult,
  result: StatusResult,
): Promise<string> {
  const { call, locked, now } = told
  await endQuery(tx, told, result.kind)
  const { refund } = locked
  const calls = await selectAttempts(tx, refund.id)
  const attempt = calls.find(({ id }) => id === call.about)
  if (!attempt || isSettled(attempt)) return 'repeat'
  const about = { ...told, call: attempt }
  const verdict = verdictOfAttempt(result, attempt, refund)
  if (verdict.kind === 'paid') return await settlePaid(deps, tx, about, verdict)
  if (!isLive(refund, calls, attempt)) {
    if (verdict.kind !== 'refused') return verdict.kind
    // A sweep has given up on this attempt, and another attempt may be open. Record that the result
    // of this attempt is now known.
    await recordAttempt(tx, attempt.id, 'done', { now, resultCode: verdict.status })
    return 'late'
  }
  const { lookMs } = refundTimes(deps.timeScale)
  const after = (tries: number) => new Date(now.getTime() + backoffMs(tries, lookMs))
  const nextAt = after(refund.tries)
  switch (verdict.kind) {
    case 'refused':
      return await refuse(deps, tx, about, verdict.status)
    case 'pending': {
      await setNextLook(tx, refund.id, after(countQueries(calls, attempt)), true)
      return 'pending'
    }
    case 'differs': {
      deps.log.error({ refund: refund.id, result }, 'M-Pesa paid other money than a refund')
      await recordAttempt(tx, attempt.id, 'done', { now, resultCode: NOT_FOUND })
      const change = { cause: 'other money', now, nextAt: null, failureCode: 'other_amount' }
      return (await changeRefundState(tx, refund.id, 'manual', change)) ? 'differs' : 'late'
    }
    case 'silent': {
      // M-Pesa does not know the attempt. Repeating it cannot pay twice: a receipt is reversed once,
      // and M-Pesa accepts one payment per OriginatorConversationID.
      await recordAttempt(tx, attempt.id, 'done', { now, resultCode: NOT_FOUND })
      const change = { cause: NOT_FOUND, now, nextAt }
      return (await changeRefundState(tx, refund.id, 'due', change)) ? 'not_found' : 'late'
    }
  }
}

/** Settles a query about the payment to refund, which M-Pesa may have reversed on its own. */
async function settleReceipt(
  deps: SettleDeps,
  tx: Tx,
  told: ReceivedResult,
  result: StatusResult,
): Promise<string> {
  const { locked, now } = told
  const { refund } = locked
  const verdict = verdictOfReceipt(result, refund)
  await endQuery(tx, told, verdict)
  if (refund.state !== 'due') return 'repeat'
  if (verdict === 'reversed') return await endReversed(tx, told)
  if (verdict === SILENT) {
    const waitMs = backoffMs(refund.tries, refundTimes(deps.timeScale).lookMs)
    await setNextLook(tx, refund.id, new Date(now.getTime() + waitMs), true)
  } else await queueJob(tx, payRefund, { refundId: refund.id })
  return verdict
}

/**
 * Ends a refund whose payment was reversed: by a Reversal of ours whose result was lost, or by
 * M-Pesa at the payer's request.
 */
async function endReversed(tx: Tx, { locked, now }: ReceivedResult): Promise<string> {
  const { refund, order } = locked
  const { payment_id: paymentId } = refund
  if (await mayBeReversedByUs(tx, refund.mpesa_receipt!)) {
    const paid = { way: 'reversal', receipt: null, chargeCents: 0, cause: 'status', now } as const
    return (await completeRefund(tx, locked, paid)) ? 'reversed' : 'repeat'
  }
  if (paymentId === null) await completeRefund(tx, locked, returnedAt(now))
  else await recordReturn(tx, order!, { paymentId, now })
  return 'returned'
}

async function settlePaid(
  deps: SettleDeps,
  tx: Tx,
  { call, locked, now }: ReceivedResult,
  { receipt, chargeCents }: Extract<Verdict, { kind: 'paid' }>,
): Promise<string> {
  await recordAttempt(tx, call.id, 'done', { now, resultCode: '0' })
  const way = call.kind as 'reversal' | 'b2c'
  const { refund } = locked
  const paid = { way, receipt, chargeCents, cause: 'status', now }
  if (await completeRefund(tx, locked, paid)) return 'done'
  // The refund was completed before. If the receipts are equal, this is the payment that completed
  // it.
  const known = refund.receipt
  if (receipt === null || known === null || receipt === known) return 'repeat'
  // The refund was also paid manually or by another way: an admin must recover one of the two
  // payments.
  const { amount_cents: amountCents } = refund
  await recordDoubleRefund(tx, refund, { ...paid, callId: call.id, amountCents })
  await recordAttempt(tx, call.id, 'done', { now, resultCode: DUPLICATE })
  const receipts = { receipt, receiptBefore: known }
  deps.log.error({ refund: refund.id, ...receipts }, 'a refund was paid back twice')
  return 'twice'
}

/**
 * Handles an attempt that moved no money, according to Transaction Status. After a refused
 * Reversal, B2C is allowed. An empty account or a full queue leads to another attempt under a new
 * id. Any other code needs manual review.
 */
async function refuse(
  deps: SettleDeps,
  tx: Tx,
  { call, locked: { refund }, now }: ReceivedResult,
  status: string,
): Promise<string> {
  const code = refusalCode(call.reported, status)
  const isDry = call.kind === 'b2c' && code === ACCOUNT_SHORT
  const isPassing = isDry || status === EXPIRED
  // After a refusal this way of refunding is not used again. An empty account or a full queue is
  // temporary.
  await recordAttempt(tx, call.id, isPassing ? 'done' : 'refused', { now, resultCode: code })
  if (call.kind === 'reversal' || isPassing) {
    const isAgain = isPassing || isReversalLost(await selectAttempts(tx, refund.id))
    const waitMs = isAgain ? backoffMs(refund.tries, refundTimes(deps.timeScale).lookMs) : 0
    const nextAt = new Date(now.getTime() + waitMs)
    const change = { cause: `refused ${code}`, now, nextAt, failureCode: code, isAnew: isPassing }
    if (!(await changeRefundState(tx, refund.id, 'due', change))) return 'late'
    return isDry ? 'dry' : 'refused'
  }
  deps.log.error({ refund: refund.id, code }, 'M-Pesa refused a refund')
  const change = { cause: `refused ${code}`, now, nextAt: null, failureCode: code }
  return (await changeRefundState(tx, refund.id, 'refused', change)) ? 'refused' : 'late'
}
