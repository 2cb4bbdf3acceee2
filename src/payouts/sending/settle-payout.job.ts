import { selectCallback, setCallbackOutcome } from '../../payments/callbacks/callbacks.sql.ts'
import { readB2cResult, readStatusResult } from '../../payments/mpesa/operation-result.rules.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob, queueJob } from '../../platform/jobs/jobs.ts'
import {
  ACCOUNT_SHORT,
  backoffMs,
  countQueries,
  DUPLICATE,
  isOpenCall,
  NOT_FOUND,
  wasLost,
} from '../../refunds/refund.rules.ts'
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
} from '../../refunds/sending/verdict.rules.ts'
import { payoutTimes } from '../declarations.ts'
import { askEnded, askPart, payoutResultReceived } from '../jobs.ts'
import { isOnItsWay } from '../payout.rules.ts'
import { changePartState, lockPart, type PartRow, setNextLook } from '../payout-parts.sql.ts'
import { completePart, giveBackPart, leaveToPerson, recordSecondPayment } from '../settle-part.ts'
import {
  type CallRow,
  recordCall,
  recordReported,
  selectCallOfToken,
  selectCalls,
} from './calls.sql.ts'

type SettleDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'timeScale'>

export const settlePayout = (deps: SettleDeps) =>
  handleJob(payoutResultReceived, async ({ callbackId }) => {
    const { token, body } = await selectCallback(deps.db, callbackId)
    const outcome = await settle(deps, token, body)
    await setCallbackOutcome(deps.db, callbackId, outcome)
    deps.log.info({ callback: callbackId, outcome }, 'payout result')
  })

type Received = { call: CallRow; part: PartRow; calls: CallRow[]; now: Date }

async function settle(deps: SettleDeps, token: string, body: string): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const found = await selectCallOfToken(tx, token)
    assert(found, 'a call that is not there')
    const part = await lockPart(tx, found.part_id)
    // Read under the lock, because the same result, posted twice, may have just ended this call.
    const call = await selectCallOfToken(tx, token)
    assert(part && call, 'a call of a part that is not there')
    const received = { call, part, calls: await selectCalls(tx, part.id), now }
    if (call.kind !== 'status') {
      return await noteReport(deps, tx, received, call.is_timeout ? null : body)
    }
    if (call.is_timeout) return await endQuestion(tx, received, TIMEOUT)
    const result = readStatusResult(body)
    if (result.kind === 'unreadable') return 'unreadable'
    if (!namesRequest(call, result)) return MISMATCH
    await endQuestion(tx, received, result.kind)
    const about = received.calls.find(({ id }) => id === call.about)
    if (!about || isSettled(about)) return 'repeat'
    const verdict = verdictOfAttempt(result, about, sumOf(part))
    return await settleStatus(deps, tx, { ...received, call: about }, verdict)
  })
}

/** The facts of a part that are compared with M-Pesa's result. */
const sumOf = ({ amount_cents, kind, number }: PartRow) => ({
  amount_cents,
  phone: kind === 'mpesa' ? number : null,
  short_code: number,
  mpesa_receipt: null,
})

async function endQuestion(tx: Tx, { call, now }: Received, resultCode: string): Promise<string> {
  await recordCall(tx, call.id, 'done', { now, resultCode })
  return resultCode
}

/** Whether the part still waits for this call: no sweep and no admin has given up the call. */
function isLive({ part, calls }: Received, { id }: CallRow): boolean {
  return isOnItsWay(part.state) && isOpenCall(calls, id)
}

/**
 * Records what a result reports about a call, and queries M-Pesa, because the result itself proves
 * nothing. `body` is null if the call expired in M-Pesa's queue.
 */
async function noteReport(
  deps: SettleDeps,
  tx: Tx,
  received: Received,
  body: string | null,
): Promise<string> {
  const { call, part, now } = received
  const result = body === null ? null : readB2cResult(body)
  if (result?.kind === 'unreadable') return 'unreadable'
  if (isSettled(call)) return 'repeat'
  const code = result === null ? TIMEOUT : reportedCode(result, call, sumOf(part))
  const isNew = await recordReported(tx, call.id, code)
  const isKnown = call.originator_conversation_id !== null
  if (!isLive(received, call)) {
    // The call was given up before. A Transaction Status query finds out whether it paid
    // nevertheless.
    if (isNew && isKnown) await queueJob(tx, askEnded, { partId: part.id, callId: call.id })
    return 'late'
  }
  await recordCall(tx, call.id, 'unknown', { now })
  // If the id of a B2B payment is missing, M-Pesa's response with the id may still be on its way.
  const isReady = code !== TIMEOUT && isKnown
  const waitMs = isReady ? 0 : payoutTimes(deps.timeScale).lookMs
  const nextAt = new Date(now.getTime() + waitMs)
  const change = { cause: `reported ${code}`, now, nextAt }
  if (!(await changePartState(tx, part.id, 'unknown', change)) && isNew) {
    await setNextLook(tx, part.id, nextAt)
  }
  if (isNew && isReady) {
    await queueJob(tx, askPart, { partId: part.id, nextAt: nextAt.toISOString() })
  }
  return code === '0' ? 'done' : code
}

/** Settles a call by the verdict of a status query. */
async function settleStatus(
  deps: SettleDeps,
  tx: Tx,
  received: Received,
  verdict: Verdict,
): Promise<string> {
  const { call, part, calls, now } = received
  if (verdict.kind === 'paid') return await settlePaid(deps, tx, received, verdict)
  if (!isLive(received, call)) {
    if (verdict.kind !== 'refused') return verdict.kind
    await recordCall(tx, call.id, 'done', { now, resultCode: verdict.status })
    return 'late'
  }
  const { lookMs } = payoutTimes(deps.timeScale)
  const after = (tries: number) => new Date(now.getTime() + backoffMs(tries, lookMs))
  switch (verdict.kind) {
    case 'refused':
      return await refuse(deps, tx, received, verdict.status)
    case 'pending': {
      await setNextLook(tx, part.id, after(countQueries(calls, call)), true)
      return 'pending'
    }
    case 'differs': {
      deps.log.error({ part: part.id }, 'M-Pesa paid other money than a payout')
      await recordCall(tx, call.id, 'done', { now, resultCode: NOT_FOUND })
      await leaveToPerson(tx, part, { code: 'other_amount', now })
      return 'differs'
    }
    case 'silent': {
      // M-Pesa does not recognise a repeated B2B payment, so repeating it could pay twice.
      if (call.kind === 'b2b') {
        await setNextLook(tx, part.id, after(countQueries(calls, call)), true)
        return 'silent'
      }
      await recordCall(tx, call.id, 'done', { now, resultCode: NOT_FOUND })
      // Repeating the payment cannot pay twice: M-Pesa accepts at most one B2C payment under its
      // id.
      if (calls.filter((one) => wasLost([one])).length >= LOST_MAX) {
        await leaveToPerson(tx, part, { code: 'payment_lost', now })
        return 'lost'
      }
      const change = { cause: NOT_FOUND, now, nextAt: after(part.tries) }
      assert(await changePartState(tx, part.id, 'due', change), 'it moved')
      return 'not_found'
    }
  }
}

/**
 * The number of earlier lost calls, not counting the present call, after which a person must look.
 */
const LOST_MAX = 4

async function settlePaid(
  deps: SettleDeps,
  tx: Tx,
  { call, part, now }: Received,
  { receipt, chargeCents }: Extract<Verdict, { kind: 'paid' }>,
): Promise<string> {
  await recordCall(tx, call.id, 'done', { now, resultCode: '0' })
  const from = call.kind === 'b2c' ? 'utility' : 'collection'
  const paid = { from, reference: receipt, chargeCents, cause: 'status', now } as const
  if (await completePart(deps, tx, part, paid)) return 'done'
  if (receipt === null || part.reference === receipt) return 'repeat'
  // An admin recorded a different payment of this part.
  await recordSecondPayment(tx, part, call.id, paid)
  await recordCall(tx, call.id, 'done', { now, resultCode: DUPLICATE })
  const receipts = { receipt, receiptBefore: part.reference }
  deps.log.error({ part: part.id, ...receipts }, 'a payout was paid twice')
  return 'twice'
}

/** Handles a call that moved no money, according to Transaction Status. */
async function refuse(
  deps: SettleDeps,
  tx: Tx,
  { call, part, now }: Received,
  status: string,
): Promise<string> {
  const code = refusalCode(call.reported, status)
  const isDry = code === ACCOUNT_SHORT
  await recordCall(tx, call.id, 'refused', { now, resultCode: code })
  if (isDry || status === EXPIRED) {
    const nextAt = new Date(
      now.getTime() + backoffMs(part.tries, payoutTimes(deps.timeScale).lookMs),
    )
    const change = { cause: `refused ${code}`, now, nextAt, failureCode: code, isAnew: true }
    assert(await changePartState(tx, part.id, 'due', change), 'it moved')
    return isDry ? 'dry' : 'refused'
  }
  const reason = REASONS[code] ?? `M-PESA refused it (code ${code})`
  assert(await giveBackPart(deps, tx, part, { cause: code, reason, now }), 'it moved')
  return 'refused'
}

const AT_LIMIT = 'M-PESA says that it is above a limit of the account'

const REASONS: Record<string, string> = {
  '3': AT_LIMIT,
  '4': AT_LIMIT,
  '8': AT_LIMIT,
  '2040': 'the number has no M-PESA',
  SFC_IC0003: 'M-PESA does not know the number',
}
