import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { refundTimes } from '../declarations.ts'
import { queryAttempt, queryCharge } from '../jobs.ts'
import { backoffMs, isOnItsWay, openRefundAttempt } from '../refund.rules.ts'
import { changeRefundState, lockRefund, setNextLook } from '../refunds.sql.ts'
import { insertAttempt, recordAttempt, selectAttempts } from './attempts.sql.ts'
import type { RefundDeps } from './pay-refund.job.ts'
import { addressesOf, type NewAttempt, newAttempt, recordQuery } from './refund-attempts.ts'

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
    if (!subject) return
    const asked = { ...subject, ...addressesOf(deps, question), remarks: 'Refund status' }
    await recordQuery(deps, question, await deps.daraja.askStatus(asked))
  })

type Refund = NonNullable<Awaited<ReturnType<typeof lockRefund>>>

/**
 * Begins a status query and returns the request to query about. Null if there is nothing to query.
 */
async function beginAsking(deps: RefundDeps, tx: Tx, refund: Refund, question: NewAttempt) {
  const { id: refundId } = refund
  const now = deps.clock.now()
  const call = openRefundAttempt(await selectAttempts(tx, refundId))
  const waitMs = backoffMs(refund.tries, refundTimes(deps.timeScale).lookMs)
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
  await insertAttempt(tx, { ...question, refundId, kind: 'status', now })
  // If the response to a Reversal was lost, its id is unknown, so query by the receipt of the
  // payment to be reversed.
  const id = call.kind === 'b2c' ? refund.originator_id : call.originator_conversation_id
  return id === null
    ? { receipt: refund.mpesa_receipt!, of: 'collection' as const }
    : ({ originatorConversationId: id, of: call.kind === 'b2c' ? 'b2c' : 'collection' } as const)
}

/** Queries M-Pesa by the B2C payment's own receipt. The result changes only the ledger. */
export const queryChargeJob = (deps: RefundDeps) =>
  handleJob(queryCharge, async ({ refundId }) => {
    const question = newAttempt()
    const receipt = await inTransaction(deps.db, async (tx) => {
      const refund = await lockRefund(tx, refundId)
      if (refund?.state !== 'done' || refund.way !== 'b2c') return null
      const now = deps.clock.now()
      await insertAttempt(tx, { ...question, refundId, kind: 'status', now })
      return refund.receipt
    })
    if (receipt === null) return
    const addresses = addressesOf(deps, question)
    const asked = { receipt, of: 'b2c', ...addresses, remarks: 'Refund charge' } as const
    await recordQuery(deps, question, await deps.daraja.askStatus(asked))
  })
