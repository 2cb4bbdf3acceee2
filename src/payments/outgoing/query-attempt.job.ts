import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { outgoingTimes } from '../declarations.ts'
import { queryAttempt, queryEnded } from '../jobs.ts'
import type { StatusSubject } from '../mpesa/operation.ts'
import { type NewAttempt, recordAttempt, selectAttempts } from './attempts.sql.ts'
import type { Outgoing, OutgoingDeps, OutgoingHandler, OutgoingMoney } from './handler.ts'
import { backoffMs, countQueries, isOnItsWay, openAttempt } from './outgoing.rules.ts'
import { beginQuery, newAttempt, sendQuery } from './queries.ts'

/** Marks an attempt without a result as unknown and queries M-Pesa about it. */
export const queryAttemptJob = (deps: OutgoingDeps, outgoing: Outgoing) =>
  handleJob(queryAttempt, async ({ purpose, id, nextAt }) => {
    const query = newAttempt()
    const handler = outgoing[purpose]
    const subject = await inTransaction(deps.db, async (tx) => {
      const money = await handler.lock(tx, id, deps.clock.now())
      if (!money || !isOnItsWay(money.state)) return null
      // While this job waited, the result came, another attempt began, or the next check was
      // rescheduled.
      if (money.next_at?.toISOString() !== nextAt) return null
      return await queryOpen(deps, handler, tx, { money, query })
    })
    if (subject) await sendQuery(deps, query, { subject, purpose })
  })

/** Begins a status query about the open attempt. Null if there is nothing to query. */
async function queryOpen(
  deps: OutgoingDeps,
  handler: OutgoingHandler,
  tx: Tx,
  { money, query }: { money: OutgoingMoney; query: NewAttempt },
): Promise<StatusSubject | null> {
  const { id } = money
  const { purpose } = handler
  const now = deps.clock.now()
  const attempts = await selectAttempts(tx, id)
  const attempt = openAttempt(attempts)
  const queries = attempt ? countQueries(attempts, attempt) : money.tries
  const waitMs = backoffMs(queries, outgoingTimes(deps.timeScale).lookMs)
  const nextAt = new Date(now.getTime() + waitMs)
  if (!attempt) {
    // All attempts have ended: continue as after a 'not found'. `next` takes lost attempts into
    // account.
    deps.log.error({ [purpose]: id, state: money.state }, 'money was on its way by no attempt')
    const change = { cause: 'no attempt', now, nextAt }
    assert(await handler.change(tx, id, 'due', change), 'it moved')
    return null
  }
  const subject =
    queries < handler.queriesMax ? await beginQuery(tx, attempt, { money, query, now }) : null
  if (!subject) {
    // M-Pesa's response to a B2B payment is lost, and with it M-Pesa's id of the payment. A result
    // may name the id, but nothing proves that the result comes from M-Pesa.
    const isNamed = attempt.originator_conversation_id !== null
    const code = isNamed ? 'no_status' : 'response_lost'
    deps.log.error({ [purpose]: id, code }, `a ${purpose} needs a person`)
    const change = { cause: code, now, nextAt: null, failureCode: code }
    assert(await handler.change(tx, id, 'manual', change), 'it moved')
    return null
  }
  if (money.state === 'unknown') await handler.setNextLook(tx, id, nextAt, true)
  else {
    const change = { cause: 'silence', now, nextAt, isTry: true }
    assert(await handler.change(tx, id, 'unknown', change), 'it moved')
    await recordAttempt(tx, attempt.id, 'unknown', { now })
  }
  return subject
}

/** Queries M-Pesa about an attempt whose result came after the attempt was given up. */
export const queryEndedJob = (deps: OutgoingDeps, outgoing: Outgoing) =>
  handleJob(queryEnded, async ({ purpose, id, attemptId }) => {
    const query = newAttempt()
    const now = deps.clock.now()
    const subject = await inTransaction(deps.db, async (tx) => {
      const money = await outgoing[purpose].lock(tx, id, now)
      const attempt = (await selectAttempts(tx, id)).find((one) => one.id === attemptId)
      assert(money && attempt, `the attempt ${attemptId} is gone`)
      return await beginQuery(tx, attempt, { money, query, now })
    })
    if (subject) await sendQuery(deps, query, { subject, purpose })
  })
