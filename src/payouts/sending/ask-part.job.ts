import type { StatusSubject } from '../../payments/mpesa/operation.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { backoffMs, countQueries, openRefundAttempt } from '../../refunds/refund.rules.ts'
import { payoutTimes } from '../declarations.ts'
import { askEnded, askPart } from '../jobs.ts'
import { isOnItsWay } from '../payout.rules.ts'
import { changePartState, lockPart, type PartRow, setNextLook } from '../payout-parts.sql.ts'
import { leaveToPerson } from '../settle-part.ts'
import { type NewCall, recordCall, selectCalls } from './calls.sql.ts'
import { beginQuestion, newCall, type SendDeps, sendQuestion } from './calls.ts'

/** Questions about a call without an answer that settles it, after which a person looks. */
const QUESTIONS_MAX = 8

/** Marks a call without a result as unknown and asks M-Pesa about it. */
export const askPartJob = (deps: SendDeps) =>
  handleJob(askPart, async ({ partId, nextAt }) => {
    const question = newCall()
    const subject = await inTransaction(deps.db, async (tx) => {
      const part = await lockPart(tx, partId)
      if (!part || !isOnItsWay(part.state)) return null
      // While this job waited, the result came, or the next check was rescheduled.
      if (part.next_at?.toISOString() !== nextAt) return null
      return await beginAsking(deps, tx, part, question)
    })
    if (subject) await sendQuestion(deps, question, subject)
  })

/** Begins a question. Null if there is nothing to ask about, or if a person must look. */
async function beginAsking(
  deps: SendDeps,
  tx: Tx,
  part: PartRow,
  question: NewCall,
): Promise<StatusSubject | null> {
  const now = deps.clock.now()
  const calls = await selectCalls(tx, part.id)
  const call = openRefundAttempt(calls)
  assert(call, `the part ${part.id} is on its way by no call`)
  const asked = countQueries(calls, call)
  const nextAt = new Date(now.getTime() + backoffMs(asked, payoutTimes(deps.timeScale).lookMs))
  if (call.originator_conversation_id === null) {
    // M-Pesa's response with its id of a B2B payment is lost. The result may bring the id's words,
    // but nothing proves that they are M-Pesa's.
    return await escalate(deps, tx, part, 'response_lost')
  }
  if (asked >= QUESTIONS_MAX) return await escalate(deps, tx, part, 'no_status')
  if (part.state === 'unknown') await setNextLook(tx, part.id, nextAt, true)
  else {
    const change = { cause: 'silence', now, nextAt, isTry: true }
    assert(await changePartState(tx, part.id, 'unknown', change), 'it moved')
    await recordCall(tx, call.id, 'unknown', { now })
  }
  return await beginQuestion(tx, call, { question, now })
}

async function escalate(deps: SendDeps, tx: Tx, part: PartRow, code: string): Promise<null> {
  deps.log.error({ part: part.id, code }, 'a payout needs a person')
  await leaveToPerson(tx, part, { code, now: deps.clock.now() })
  return null
}

/** Asks M-Pesa about a call that was given up and of which a result came late. */
export const askEndedJob = (deps: SendDeps) =>
  handleJob(askEnded, async ({ partId, callId }) => {
    const question = newCall()
    const now = deps.clock.now()
    const subject = await inTransaction(deps.db, async (tx) => {
      await lockPart(tx, partId)
      const call = (await selectCalls(tx, partId)).find(({ id }) => id === callId)
      assert(call, `the call ${callId} is gone`)
      return await beginQuestion(tx, call, { question, now })
    })
    await sendQuestion(deps, question, subject)
  })
