import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import { handleJob, queueJob } from '../../platform/jobs/jobs.ts'
import { selectCallback, setCallbackOutcome } from '../callbacks/callbacks.sql.ts'
import { outgoingTimes, paymentCounters } from '../declarations.ts'
import { queryAttempt, queryEnded, resultReceived } from '../jobs.ts'
import {
  readB2cResult,
  readReversalResult,
  readStatusResult,
} from '../mpesa/operation-result.rules.ts'
import type { Purpose } from '../payment.rules.ts'
import {
  recordAttempt,
  recordReported,
  selectAttemptOfToken,
  selectAttempts,
} from './attempts.sql.ts'
import { gaugeBalance, insertUtility, settleBalance } from './balances.ts'
import type { Outgoing, OutgoingHandler, SettleDeps } from './handler.ts'
import { movesMoney } from './outgoing.rules.ts'
import { isLive, type Settling, settleStatus } from './settle-status.ts'
import {
  isSettled,
  MISMATCH,
  namesRequest,
  reportedCode,
  TIMEOUT,
  verdictOfReceipt,
} from './verdict.rules.ts'

/** Reads a result that M-Pesa posted: of an attempt, of a query, or of a query about a receipt. */
export const settleResult = (deps: SettleDeps, outgoing: Outgoing) =>
  handleJob(resultReceived, async ({ callbackId }) => {
    const { token, body } = await selectCallback(deps.db, callbackId)
    const attempt = await selectAttemptOfToken(deps.db, token)
    if (!attempt) {
      const outcome = await outgoing.receiptChecks.settle(deps, { token, body })
      await setCallbackOutcome(deps.db, callbackId, outcome)
      return
    }
    const { kind, purpose, subject_id: id } = attempt
    const outcome =
      purpose === null
        ? await settleBalance(deps, outgoing, attempt, body)
        : await settle(deps, outgoing[purpose], { id: id!, token, body })
    await setCallbackOutcome(deps.db, callbackId, outcome)
    if (purpose !== 'payout') paymentCounters(deps.metrics).refundResults.inc({ kind, outcome })
    deps.log.info({ [purpose ?? 'balance']: id, kind, outcome }, 'result of M-Pesa')
    if (kind === 'status' || purpose === null) await gaugeBalance(deps, outgoing)
  })

async function settle(
  deps: SettleDeps,
  handler: OutgoingHandler,
  { id, token, body }: { id: string; token: string; body: string },
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const money = await handler.lock(tx, id, now)
    // Read under the lock, because the same result, posted twice, may have just ended this attempt.
    const attempt = await selectAttemptOfToken(tx, token)
    assert(money && attempt, 'an attempt about money that is not there')
    const settling = { handler, money, attempt, attempts: await selectAttempts(tx, id), now }
    const { kind, is_timeout: isTimeout } = attempt
    if (movesMoney(kind)) return await noteReport(deps, tx, settling, isTimeout ? null : body)
    const end = async (resultCode: string) => {
      await recordAttempt(tx, attempt.id, 'done', { now, resultCode })
      return resultCode
    }
    if (isTimeout) return await end(TIMEOUT)
    const result = readStatusResult(body)
    if (result.kind === 'unreadable') return 'unreadable'
    if (!namesRequest(attempt, result)) return MISMATCH
    if (kind === 'status') {
      await end(result.kind)
      return await settleStatus(deps, tx, settling, result)
    }
    assert(handler.settleReceipt, 'a query about a receipt that nobody reads')
    const verdict = verdictOfReceipt(result, money)
    await end(verdict)
    return await handler.settleReceipt(deps, tx, money, verdict)
  })
}

/**
 * Records what a result reports about an attempt, and queries M-Pesa, because the result itself
 * proves nothing. `body` is null if the attempt expired in M-Pesa's queue.
 */
async function noteReport(
  deps: SettleDeps,
  tx: Tx,
  settling: Settling,
  body: string | null,
): Promise<string> {
  const { handler, money, attempt, now } = settling
  const read = attempt.kind === 'reversal' ? readReversalResult : readB2cResult
  const result = body === null ? null : read(body)
  if (result?.kind === 'unreadable') return 'unreadable'
  if (isSettled(attempt)) return 'repeat'
  const code = result === null ? TIMEOUT : reportedCode(result, attempt, money)
  const isNew = await recordReported(tx, attempt.id, code)
  if (code === '0' && result && 'utilityCents' in result) await insertUtility(tx, result, now)
  const subject: { purpose: Purpose; id: string } = { purpose: handler.purpose, id: money.id }
  if (!isLive(settling)) {
    // The attempt was given up before. A Transaction Status query finds out whether it paid
    // nevertheless.
    if (isNew) await queueJob(tx, queryEnded, { ...subject, attemptId: attempt.id })
    return 'late'
  }
  await recordAttempt(tx, attempt.id, 'unknown', { now })
  // Without the id of the request, only a payment to refund can be queried, by its receipt. The
  // response that states the id may still be on its way.
  const isKnown = code !== TIMEOUT && attempt.originator_conversation_id !== null
  const waitMs = isKnown ? 0 : outgoingTimes(deps.timeScale).lookMs
  const nextAt = new Date(now.getTime() + waitMs)
  const change = { cause: `reported ${code}`, now, nextAt }
  if (!(await handler.change(tx, money.id, 'unknown', change)) && isNew) {
    await handler.setNextLook(tx, money.id, nextAt)
  }
  if (isNew && isKnown) {
    await queueJob(tx, queryAttempt, { ...subject, nextAt: nextAt.toISOString() })
  }
  return code === '0' ? 'done' : code
}
