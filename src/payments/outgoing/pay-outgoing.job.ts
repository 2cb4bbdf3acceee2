import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { outgoingTimes } from '../declarations.ts'
import { payOutgoing } from '../jobs.ts'
import type { DarajaResult } from '../mpesa/operation.ts'
import { insertAttempt, type NewAttempt, recordAttempt, selectAttempts } from './attempts.sql.ts'
import type { NextStep, Outgoing, OutgoingDeps, OutgoingHandler } from './handler.ts'
import { backoffMs, isOnItsWay, openAttempt } from './outgoing.rules.ts'
import { addressesOf, newAttempt, sendQuery } from './queries.ts'

/** Executes the next step of due money: to pay, or to query the payment to refund. */
export const payOutgoingJob = (deps: OutgoingDeps, outgoing: Outgoing) =>
  handleJob(payOutgoing, async ({ purpose, id }) => {
    const handler = outgoing[purpose]
    const sending = await inTransaction(deps.db, (tx) => beginSending(deps, handler, tx, id))
    if (!sending) return
    const { step, attempt } = sending
    if (step.kind === 'receipt') {
      const { receipt } = step
      const subject = { receipt, of: 'collection', remarks: 'Payment status' } as const
      await sendQuery(deps, attempt, { subject, purpose })
      return
    }
    const result = await step.send(deps.daraja, addressesOf(deps, attempt, purpose))
    await inTransaction(deps.db, (tx) => recordResponse(deps, handler, tx, { id, attempt, result }))
  })

/**
 * The state `sending` and the attempt are committed before the request, so that after a crash a
 * sweep finds both and treats the money as possibly paid.
 */
async function beginSending(
  deps: OutgoingDeps,
  handler: OutgoingHandler,
  tx: Tx,
  id: string,
): Promise<{ step: NextStep; attempt: NewAttempt } | null> {
  const now = deps.clock.now()
  const times = outgoingTimes(deps.timeScale)
  const after = (ms: number) => new Date(now.getTime() + ms)
  const step = await handler.next(deps, tx, id)
  if (!step) return null
  const attempt = newAttempt()
  const subject = { purpose: handler.purpose, id }
  if (step.kind === 'receipt') {
    await insertAttempt(tx, { ...attempt, subject, kind: step.kind, now })
    await handler.setNextLook(tx, id, after(times.resultMaxMs))
    return { step, attempt }
  }
  const { kind, money, originatorConversationId } = step
  const { amount_cents: amountCents, phone } = money
  await insertAttempt(tx, {
    ...attempt,
    subject,
    kind,
    amountCents,
    now,
    originatorConversationId,
  })
  const nextAt = after(times.sendingMaxMs)
  const change = { cause: kind, now, nextAt, way: kind, phone, isTry: true }
  assert(await handler.change(tx, id, 'sending', change), 'money under lock moved')
  return { step, attempt }
}

async function recordResponse(
  deps: OutgoingDeps,
  handler: OutgoingHandler,
  tx: Tx,
  { id, attempt, result }: { id: string; attempt: NewAttempt; result: DarajaResult },
): Promise<void> {
  const now = deps.clock.now()
  const times = outgoingTimes(deps.timeScale)
  const after = (ms: number) => new Date(now.getTime() + ms)
  const money = await handler.lock(tx, id, now)
  assert(money, 'money on its way is gone')
  const response = result.raw
  const attempts = await selectAttempts(tx, id)
  const open = openAttempt(attempts)
  // A late response counts only for its own attempt. A sweep may have given up that attempt and
  // started another.
  const isOurs = isOnItsWay(money.state) && open?.id === attempt.id
  // If the money is in another state, M-Pesa's result came first, or a sweep gave up waiting and
  // queries the attempt.
  const isWaiting = isOurs && money.state === 'sending'
  switch (result.kind) {
    case 'accepted': {
      const { originatorConversationId, conversationId } = result
      const ids = { originatorConversationId, conversationId }
      await recordAttempt(tx, attempt.id, 'accepted', { now, response, ...ids })
      const change = { cause: 'accepted', now, nextAt: after(times.resultMaxMs) }
      if (isWaiting) assert(await handler.change(tx, id, 'sent', change), 'it moved')
      return
    }
    case 'later':
    case 'refused': {
      const code = result.kind === 'later' ? 'later' : result.code
      await recordAttempt(tx, attempt.id, 'refused', { now, response, resultCode: code })
      if (!isOurs) return
      if (BUSY.includes(code)) {
        const nextAt = after(backoffMs(money.tries, times.lookMs))
        const change = { cause: code, now, nextAt, failureCode: code }
        assert(await handler.change(tx, id, 'due', change), 'it moved')
        return
      }
      const { purpose } = handler
      deps.log.error({ [purpose]: id, kind: open.kind, response }, `M-Pesa refused a ${purpose}`)
      const refusal = { attempt: open, attempts, code, isExamined: false, now }
      await handler.refuse(deps, tx, money, refusal)
      return
    }
    case 'duplicate':
    case 'unknown': {
      await recordAttempt(tx, attempt.id, 'unknown', { now, response })
      const change = { cause: result.kind, now, nextAt: after(times.lookMs) }
      if (isWaiting) assert(await handler.change(tx, id, 'unknown', change), 'it moved')
    }
  }
}

/**
 * Codes of requests that did not reach M-Pesa, came while M-Pesa was busy, or were not sent because
 * a setting is missing. Nothing is wrong with the money.
 */
const BUSY = ['later', 'unreachable', 'no_certificate']
