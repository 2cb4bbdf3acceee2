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

/** The number of queries about one call. If they have not settled the call, a person must look. */
const QUESTIONS_MAX = 8

/** Marks a call without a result as unknown, and queries M-Pesa about it. */
export const askPartJob = (deps: SendDeps) =>
  handleJob(askPart, async ({ partId, nextAt }) => {
    const question = newCall()
    const subject = await inTransaction(deps.db, async (tx) => {
      const part = await lockPart(tx, partId)
      if (!part || !isOnItsWay(part.state)) return null
      // The result came while this job waited, or the next check was rescheduled.
      if (part.next_at?.toISOString() !== nextAt) return null
      return await beginAsking(deps, tx, part, question)
    })
    if (subject) await sendQuestion(deps, question, subject)
  })

/** Prepares a query about the part's open call. Returns null if a person must look. */
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
    // M-Pesa's response to the B2B payment is lost, and with it M-Pesa's id of the payment. A
    // result may name the id, but nothing proves that the result comes from M-Pesa.
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

/** Queries M-Pesa about a call whose result came after the call was given up. */
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
