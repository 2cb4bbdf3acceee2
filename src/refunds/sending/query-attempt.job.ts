import type { StatusSubject } from '../../payments/mpesa/operation.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { refundTimes } from '../declarations.ts'
import { queryAttempt, queryEnded } from '../jobs.ts'
import { backoffMs, countQueries, isOnItsWay, openRefundAttempt } from '../refund.rules.ts'
import { changeRefundState, lockRefund, setNextLook } from '../refunds.sql.ts'
import { type CallRow, insertAttempt, recordAttempt, selectAttempts } from './attempts.sql.ts'
import type { RefundDeps } from './pay-refund.job.ts'
import { type NewAttempt, newAttempt, queryStatus } from './refund-attempts.ts'
import { TIMEOUT } from './verdict.rules.ts'

/** Marks an attempt without a result as unknown and queries M-Pesa about it. */
export const queryAttemptJob = (deps: RefundDeps) =>
  handleJob(queryAttempt, async ({ refundId, nextAt }) => {
    const question = newAttempt()
    const subject = await inTransaction(deps.db, async (tx) => {
      const refund = await lockRefund(tx, refundId)
      if (!refund || !isOnItsWay(refund.state)) return null
      // While this job waited, the result came, another attempt began, or the next check was
      // rescheduled.
      if (refund.next_at?.toISOString() !== nextAt) return null
      return await beginAsking(deps, tx, refund, question)
    })
    if (subject) await queryStatus(deps, question, subject)
  })

type Refund = NonNullable<Awaited<ReturnType<typeof lockRefund>>>

/**
 * Begins a status query and returns the request to query about. Null if there is nothing to query.
 */
async function beginAsking(
  deps: RefundDeps,
  tx: Tx,
  refund: Refund,
  question: NewAttempt,
): Promise<StatusSubject | null> {
  const { id: refundId } = refund
  const now = deps.clock.now()
  const calls = await selectAttempts(tx, refundId)
  const call = openRefundAttempt(calls)
  const tries = call ? countQueries(calls, call) : refund.tries
  const waitMs = backoffMs(tries, refundTimes(deps.timeScale).lookMs)
  const nextAt = new Date(now.getTime() + waitMs)
  if (!call) {
    // All attempts have ended: continue as after a 'not found', with another attempt. `nextWay`
    // takes lost attempts into account.
    deps.log.error({ refund: refundId, state: refund.state }, 'a refund was on its way by no call')
    const change = { cause: 'no call', now, nextAt }
    assert(await changeRefundState(tx, refundId, 'due', change), 'it moved')
    return null
  }
  if (refund.state === 'unknown') {
    await setNextLook(tx, refundId, nextAt, true)
  } else {
    const change = { cause: 'silence', now, nextAt, isTry: true }
    assert(await changeRefundState(tx, refundId, 'unknown', change), 'it moved')
    await recordAttempt(tx, call.id, 'unknown', { now })
  }
  return await askAbout(tx, refund, call, { question, now })
}

/**
 * Begins a status query about an attempt and returns its subject: the id of the attempt, or the
 * receipt of the payment to be reversed if the response that states the id was lost.
 */
async function askAbout(
  tx: Tx,
  refund: Refund,
  attempt: CallRow,
  { question, now }: { question: NewAttempt; now: Date },
): Promise<StatusSubject> {
  const { id: about, kind, originator_conversation_id: id, reported } = attempt
  await insertAttempt(tx, { ...question, refundId: refund.id, kind: 'status', about, now })
  const isReported = reported !== null && reported !== TIMEOUT
  const remarks = isReported ? 'Refund result' : 'Refund status'
  if (id === null) return { receipt: refund.mpesa_receipt!, of: 'collection', remarks }
  return { originatorConversationId: id, of: kind === 'b2c' ? 'b2c' : 'collection', remarks }
}

/** Queries M-Pesa about an attempt whose result came after the attempt was given up. */
export const queryEndedJob = (deps: RefundDeps) =>
  handleJob(queryEnded, async ({ refundId, attemptId }) => {
    const question = newAttempt()
    const now = deps.clock.now()
    const subject = await inTransaction(deps.db, async (tx) => {
      const refund = await lockRefund(tx, refundId)
      const attempt = (await selectAttempts(tx, refundId)).find(({ id }) => id === attemptId)
      assert(refund && attempt, `the attempt ${attemptId} is gone`)
      return await askAbout(tx, refund, attempt, { question, now })
    })
    await queryStatus(deps, question, subject)
  })
