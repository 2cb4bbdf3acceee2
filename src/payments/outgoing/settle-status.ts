import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { outgoingTimes } from '../declarations.ts'
import type { StatusResult } from '../mpesa/operation-result.rules.ts'
import { type AttemptRow, recordAttempt } from './attempts.sql.ts'
import type { OutgoingHandler, OutgoingMoney, SettleDeps } from './handler.ts'
import {
  ACCOUNT_SHORT,
  backoffMs,
  countQueries,
  DUPLICATE,
  isOnItsWay,
  LOST_MAX,
  lostAttempts,
  type MoneyKind,
  NOT_FOUND,
  openAttempt,
} from './outgoing.rules.ts'
import { EXPIRED, isSettled, refusalCode, type Verdict, verdictOfAttempt } from './verdict.rules.ts'

/** A result of an attempt, with the locked money that the attempt moves. */
export type Settling = {
  handler: OutgoingHandler
  money: OutgoingMoney
  attempt: AttemptRow
  attempts: readonly AttemptRow[]
  now: Date
}

/**
 * Whether the money still waits for this attempt: no sweep and no admin has given up the attempt.
 */
export function isLive({ money, attempts, attempt }: Settling): boolean {
  return isOnItsWay(money.state) && openAttempt(attempts)?.id === attempt.id
}

/** Settles the attempt that a status query is about. `query.attempt` is the query. */
export async function settleStatus(
  deps: SettleDeps,
  tx: Tx,
  query: Settling,
  result: StatusResult,
): Promise<string> {
  const { handler, money, attempts, now } = query
  const attempt = attempts.find(({ id }) => id === query.attempt.about)
  if (!attempt || isSettled(attempt)) return 'repeat'
  const settling = { ...query, attempt }
  const verdict = verdictOfAttempt(result, attempt, money)
  if (verdict.kind === 'paid') return await settlePaid(deps, tx, settling, verdict)
  const end = (resultCode: string) => recordAttempt(tx, attempt.id, 'done', { now, resultCode })
  if (!isLive(settling)) {
    if (verdict.kind !== 'refused') return verdict.kind
    // A sweep has given up on this attempt, and another attempt may be open. Record that the result
    // of this attempt is now known.
    await end(verdict.status)
    return 'late'
  }
  const { lookMs } = outgoingTimes(deps.timeScale)
  const after = (tries: number) => new Date(now.getTime() + backoffMs(tries, lookMs))
  switch (verdict.kind) {
    case 'refused':
      return await settleRefused(deps, tx, settling, verdict.status)
    case 'pending': {
      await handler.setNextLook(tx, money.id, after(countQueries(attempts, attempt)), true)
      return 'pending'
    }
    case 'differs': {
      const { purpose } = handler
      deps.log.error({ [purpose]: money.id, result }, `M-Pesa paid other money than a ${purpose}`)
      await end(NOT_FOUND)
      const change = { cause: 'other money', now, nextAt: null, failureCode: 'other_amount' }
      assert(await handler.change(tx, money.id, 'manual', change), 'it moved')
      return 'differs'
    }
    case 'silent': {
      // M-Pesa does not recognise a repeated B2B payment, so repeating it could pay twice.
      if (attempt.kind === 'b2b') {
        await handler.setNextLook(tx, money.id, after(countQueries(attempts, attempt)), true)
        return 'silent'
      }
      // M-Pesa does not know the attempt. Repeating it cannot pay twice: a receipt is reversed once,
      // and M-Pesa accepts one B2C payment per OriginatorConversationID.
      await end(NOT_FOUND)
      // After LOST_MAX attempts the next step is a person's, without a pause.
      const isLast = lostAttempts(attempts).length + 1 >= LOST_MAX
      const change = { cause: NOT_FOUND, now, nextAt: isLast ? now : after(money.tries) }
      assert(await handler.change(tx, money.id, 'due', change), 'it moved')
      return 'not_found'
    }
  }
}

async function settlePaid(
  deps: SettleDeps,
  tx: Tx,
  { handler, money, attempt, now }: Settling,
  { receipt, chargeCents }: Extract<Verdict, { kind: 'paid' }>,
): Promise<string> {
  await recordAttempt(tx, attempt.id, 'done', { now, resultCode: '0' })
  const way = attempt.kind as MoneyKind
  const paid = { attemptId: attempt.id, way, receipt, chargeCents, cause: 'status', now }
  if (await handler.complete(deps, tx, money, paid)) return 'done'
  // The money was recorded as paid before. If the receipts are equal, this is the same payment.
  const { receipt: receiptBefore } = money
  if (receipt === null || receiptBefore === null || receipt === receiptBefore) return 'repeat'
  // The money was also paid manually or by another way.
  await handler.recordDouble(tx, money, paid)
  await recordAttempt(tx, attempt.id, 'done', { now, resultCode: DUPLICATE })
  const { purpose } = handler
  deps.log.error({ [purpose]: money.id, receipt, receiptBefore }, `a ${purpose} was paid twice`)
  return 'twice'
}

/**
 * Handles an attempt that moved no money, according to Transaction Status. An empty account or a
 * full queue is temporary and leads to another attempt under a new id.
 */
async function settleRefused(
  deps: SettleDeps,
  tx: Tx,
  { handler, money, attempt, attempts, now }: Settling,
  status: string,
): Promise<string> {
  const code = refusalCode(attempt.reported, status)
  const isShort = attempt.kind !== 'reversal' && code === ACCOUNT_SHORT
  const isPassing = isShort || status === EXPIRED
  await recordAttempt(tx, attempt.id, 'refused', { now, resultCode: code, isFinal: !isPassing })
  if (!isPassing) {
    await handler.refuse(deps, tx, money, { attempt, attempts, code, isExamined: true, now })
    return 'refused'
  }
  const waitMs = backoffMs(money.tries, outgoingTimes(deps.timeScale).lookMs)
  const nextAt = new Date(now.getTime() + waitMs)
  const change = { cause: `refused ${code}`, now, nextAt, failureCode: code, isAnew: true }
  assert(await handler.change(tx, money.id, 'due', change), 'it moved')
  return isShort ? 'dry' : 'refused'
}
