import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import { declareJob, declareLane, handleJob } from '../../platform/jobs/jobs.ts'
import { backoffMs, isOnItsWay, openMoneyCall } from '../refund.rules.ts'
import { changeRefundState, lockRefund, setNextLook } from '../refunds.sql.ts'
import { refundTimes } from '../times.ts'
import { insertCall, recordCall, selectCalls } from './calls.sql.ts'
import type { RefundDeps } from './pay-refund.job.ts'
import { recordQuestion } from './record-question.ts'
import { addressesOf, type NewCall, newCall } from './refund-calls.ts'

/** Behind questions no money waits. */
export const refundQuestionLane = declareLane('refund_question', { atOnce: 4 })

/** A call that nobody answered; `nextAt` is what whoever queued this put its next look to. */
export const askWhatBecame = declareJob<{ refundId: string; nextAt: string }>(
  'refunds.ask',
  refundQuestionLane,
)

/** A call that nobody answered is unclear by now, and M-Pesa is asked what became of it. */
export const askWhatBecameJob = (deps: RefundDeps) =>
  handleJob(askWhatBecame, async ({ refundId, nextAt }) => {
    const question = newCall()
    const subject = await inTransaction(deps.db, async (tx) => {
      const refund = await lockRefund(tx, refundId)
      if (!refund || !isOnItsWay(refund.state)) return null
      // While this waited the result came, another call began, or it was taken up anew.
      if (refund.next_at?.toISOString() !== nextAt) return null
      return await beginAsking(deps, tx, refund, question)
    })
    if (!subject) return
    const asked = { ...subject, ...addressesOf(deps, question), remarks: 'Refund status' }
    await recordQuestion(deps, question, await deps.daraja.askStatus(asked))
  })

type Refund = NonNullable<Awaited<ReturnType<typeof lockRefund>>>

/** Answers what M-Pesa is to be asked about, if there is anything. */
async function beginAsking(deps: RefundDeps, tx: Tx, refund: Refund, question: NewCall) {
  const { id: refundId } = refund
  const now = deps.clock.now()
  const call = openMoneyCall(await selectCalls(tx, refundId))
  const waitMs = backoffMs(refund.tries, refundTimes(deps.timeScale).lookMs)
  const nextAt = new Date(now.getTime() + waitMs)
  if (!call) {
    // Each call has ended, and what became of a lost one is remembered with it (`nextWay`): as
    // after 'not found', the same is asked for once more.
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
    await recordCall(tx, call.id, 'unknown', { now })
  }
  await insertCall(tx, { ...question, refundId, kind: 'status', now })
  // Of a Reversal whose answer was lost nobody knows the id: then by what it was to give back.
  const id = call.kind === 'b2c' ? refund.originator_id : call.originator_conversation_id
  return id === null
    ? { receipt: refund.mpesa_receipt!, of: 'collection' as const }
    : ({ originatorConversationId: id, of: call.kind === 'b2c' ? 'b2c' : 'collection' } as const)
}
