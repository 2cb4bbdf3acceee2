import { selectCallback, setCallbackOutcome } from '../../payments/callbacks/callbacks.sql.ts'
import {
  type B2cResult,
  type OperationIds,
  type ReversalResult,
  readB2cResult,
  readBalanceResult,
  readReversalResult,
  readStatusResult,
  type StatusResult,
} from '../../payments/mpesa/operation-result.rules.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { setChargeLook } from '../charges.sql.ts'
import {
  bookCharge,
  completeRefund,
  lockRefundAndOrder,
  recordDoubleRefund,
} from '../complete-refund.ts'
import { refundCounters, refundTimes } from '../declarations.ts'
import { resultReceived } from '../jobs.ts'
import {
  backoffMs,
  DUPLICATE,
  isOpenCall,
  isReversalLost,
  NOT_FOUND,
  openRefundAttempt,
} from '../refund.rules.ts'
import { changeRefundState, setNextLook } from '../refunds.sql.ts'
import {
  type CallRow,
  insertBalance,
  recordAttempt,
  selectAttempts,
  selectCallOfToken,
} from './attempts.sql.ts'
import { gaugeBalance } from './sweep-refunds.job.ts'

type SettleDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'>
type Locked = NonNullable<Awaited<ReturnType<typeof lockRefundAndOrder>>>

export const settleResult = (deps: SettleDeps) =>
  handleJob(resultReceived, async ({ callbackId }) => {
    const { token, body } = await selectCallback(deps.db, callbackId)
    const call = await selectCallOfToken(deps.db, token)
    assert(call, 'a result was stored for a call that is not there')
    const outcome = await settle(deps, call, { token, body })
    await setCallbackOutcome(deps.db, callbackId, outcome)
    refundCounters(deps.metrics).results.inc({ kind: call.kind, outcome })
    deps.log.info({ refund: call.refund_id, kind: call.kind, outcome }, 'refund result')
    if (call.kind === 'b2c' || call.kind === 'balance') await gaugeBalance(deps)
  })

async function settle(
  deps: SettleDeps,
  found: NonNullable<Awaited<ReturnType<typeof selectCallOfToken>>>,
  { token, body }: { token: string; body: string },
): Promise<string> {
  const now = deps.clock.now()
  if (found.kind === 'balance') return await settleBalance(deps, found, body, now)
  return await inTransaction(deps.db, async (tx) => {
    const locked = await lockRefundAndOrder(tx, found.refund_id!, now)
    // Read under the lock, because the same result, posted twice, may have just ended this attempt.
    const call = await selectCallOfToken(tx, token)
    assert(locked && call, 'a call of a refund that is not there')
    if (call.is_timeout) return await markUnknown(deps, tx, { call, locked, now })
    switch (call.kind) {
      case 'reversal':
        return await settleMoney(deps, tx, { call, locked, now }, readReversalResult(body))
      case 'b2c':
        return await settleMoney(deps, tx, { call, locked, now }, readB2cResult(body))
      default:
        return await settleStatus(deps, tx, { call, locked, now }, readStatusResult(body))
    }
  })
}

type ReceivedResult = { call: CallRow; locked: Locked; now: Date }

/**
 * Marks the attempt as unknown and has it queried: the attempt expired in M-Pesa's queue, or its
 * result proves nothing.
 */
async function markUnknown(
  deps: SettleDeps,
  tx: Tx,
  { call, locked: { refund }, now }: ReceivedResult,
): Promise<string> {
  if (call.kind === 'status') {
    await recordAttempt(tx, call.id, 'done', { now, resultCode: 'timeout' })
    return 'timeout'
  }
  if (!isOpenCall(await selectAttempts(tx, refund.id), call.id)) return 'late'
  await recordAttempt(tx, call.id, 'unknown', { now })
  const nextAt = new Date(now.getTime() + refundTimes(deps.timeScale).lookMs)
  const change = { cause: 'timeout', now, nextAt }
  return (await changeRefundState(tx, refund.id, 'unknown', change)) ? 'timeout' : 'late'
}

/**
 * Whether the result belongs to this attempt. M-Pesa does not sign results, so its ids are the only
 * evidence besides the secret address.
 */
function isOf(call: CallRow, { originatorConversationId: told }: OperationIds): boolean {
  const known = call.originator_conversation_id
  return known === null || told === '' || told === known
}

async function settleMoney(
  deps: SettleDeps,
  tx: Tx,
  told: ReceivedResult,
  result: ReversalResult | B2cResult,
): Promise<string> {
  const { call, locked, now } = told
  const way = call.kind as 'reversal' | 'b2c'
  if (result.kind === 'unreadable') return 'unreadable'
  if (!isOf(call, result)) return 'mismatch'
  if (result.kind === 'unclear') return await markUnknown(deps, tx, told)
  if (result.kind === 'refused') {
    return await refuse(deps, tx, told, result.code)
  }
  if ('utilityCents' in result) await recordBalance(tx, result, now)
  const receipt = 'receipt' in result ? result.receipt : null
  const amount = 'amountCents' in result ? result.amountCents : null
  if (amount !== null && amount !== locked.refund.amount_cents) {
    deps.log.error({ refund: locked.refund.id, amount }, 'M-Pesa names another amount of a refund')
  }
  // M-Pesa has reported this result before.
  if (call.result_code === '0' || call.result_code === DUPLICATE) return 'repeat'
  await recordAttempt(tx, call.id, 'done', { now, resultCode: '0' })
  const chargeCents = 'chargeCents' in result ? result.chargeCents : null
  const paid = { way, receipt, chargeCents, cause: 'result', now }
  if (await completeRefund(tx, locked, paid)) {
    const at = new Date(now.getTime() + refundTimes(deps.timeScale).chargeMs)
    if (way === 'b2c' && receipt !== null) await setChargeLook(tx, locked.refund.id, at)
    return result.kind
  }
  // The refund was completed before. If the receipts are equal, this is the payment that completed
  // it.
  const known = locked.refund.receipt
  if (receipt === null || known === null || receipt === known) return 'repeat'
  // The refund was also paid manually or by another way: an admin must recover one of the two
  // payments.
  const second = { ...paid, callId: call.id, amountCents: amount ?? locked.refund.amount_cents }
  await recordDoubleRefund(tx, locked.refund, second)
  await recordAttempt(tx, call.id, 'done', { now, resultCode: DUPLICATE })
  const receipts = [known, receipt]
  deps.log.error({ refund: locked.refund.id, receipts }, 'a refund was paid back twice')
  return 'twice'
}

/**
 * Handles a result by which M-Pesa examined the attempt and moved no money. After a refused
 * Reversal, B2C is allowed. An empty account or a full queue leads to another attempt under a new
 * id. Any other code needs manual review.
 */
async function refuse(
  deps: SettleDeps,
  tx: Tx,
  told: ReceivedResult,
  code: string,
): Promise<string> {
  const { call, locked, now } = told
  const { refund } = locked
  if (call.result_code === NOT_FOUND) {
    // A sweep has given up this attempt, and another attempt may be open. Record that this attempt
    // is not lost any more.
    await recordAttempt(tx, call.id, 'done', { now, resultCode: code })
    return 'late'
  }
  if (['done', 'refused'].includes(call.state)) return 'repeat'
  const isDry = call.kind === 'b2c' && code === '1'
  const isPassing = isDry || code === EXPIRED
  // A refusal closes its way. An empty account or a full queue is temporary and does not.
  await recordAttempt(tx, call.id, isPassing ? 'done' : 'refused', { now, resultCode: code })
  if (call.kind === 'reversal' || isPassing) {
    const isAgain = isPassing || isReversalLost(await selectAttempts(tx, refund.id))
    const waitMs = isAgain ? backoffMs(refund.tries, refundTimes(deps.timeScale).lookMs) : 0
    const nextAt = new Date(now.getTime() + waitMs)
    const change = { cause: `refused ${code}`, now, nextAt, failureCode: code, isAnew: isPassing }
    if (!(await changeRefundState(tx, refund.id, 'due', change))) return 'late'
    return isDry ? 'dry' : 'refused'
  }
  deps.log.error({ refund: refund.id, code }, 'M-Pesa refused a refund')
  const change = { cause: `refused ${code}`, now, nextAt: null, failureCode: code }
  return (await changeRefundState(tx, refund.id, 'refused', change)) ? 'refused' : 'late'
}

/**
 * M-Pesa's code for a request that timed out in M-Pesa's queue: the request was not examined, and
 * never will be.
 */
const EXPIRED = 'Expired'

/** Settles an attempt without a clear result, by M-Pesa's result of a status query. */
async function settleStatus(
  deps: SettleDeps,
  tx: Tx,
  told: ReceivedResult,
  result: StatusResult,
): Promise<string> {
  const { call, locked, now } = told
  await recordAttempt(tx, call.id, 'done', { now, resultCode: result.kind })
  const { refund } = locked
  if (refund.state === 'done') return await settleCharge(tx, locked, result, now)
  if (refund.state !== 'unknown' && refund.state !== 'sent') return 'repeat'
  const calls = await selectAttempts(tx, refund.id)
  const asked = openRefundAttempt(calls)
  const placeOf = (id: string) => calls.findIndex((one) => one.id === id)
  // A query older than the open attempt was about an earlier attempt, so its result says nothing
  // about the open attempt.
  if (!asked || placeOf(call.id) < placeOf(asked.id)) return 'repeat'
  const about = { ...told, call: asked }
  if (result.kind === 'found' && isAbout(result, locked, asked)) {
    if (result.stage === 'completed') return await settleFound(tx, about, result)
    if (result.stage === 'failed') return await refuse(deps, tx, about, result.status)
    const nextAt = new Date(
      now.getTime() + backoffMs(refund.tries, refundTimes(deps.timeScale).lookMs),
    )
    await setNextLook(tx, refund.id, nextAt, true)
    return 'pending'
  }
  // M-Pesa does not know the attempt. Repeating it cannot pay twice: a receipt is reversed once,
  // and M-Pesa accepts one payment per OriginatorConversationID.
  await recordAttempt(tx, asked.id, 'done', { now, resultCode: NOT_FOUND })
  const nextAt = new Date(
    now.getTime() + backoffMs(refund.tries, refundTimes(deps.timeScale).lookMs),
  )
  const change = { cause: NOT_FOUND, now, nextAt }
  return (await changeRefundState(tx, refund.id, 'due', change)) ? 'not_found' : 'late'
}

/** Records M-Pesa's charge of a refund that has been paid already. */
async function settleCharge(
  tx: Tx,
  { refund }: Locked,
  result: StatusResult,
  now: Date,
): Promise<string> {
  const { way, receipt } = refund
  if (way !== 'b2c' || receipt === null) return 'repeat'
  if (result.kind !== 'found' || result.stage !== 'completed' || result.receipt !== receipt) {
    return 'repeat'
  }
  // M-Pesa sends the key without a value if there is no charge.
  const cents = result.chargeCents ?? 0
  return (await bookCharge(tx, refund, { way, receipt, cents, now })) ? 'charge' : 'repeat'
}

/** Whether the query's result is about this B2C payment and not about the original payment. */
function isAbout(
  result: Extract<StatusResult, { kind: 'found' }>,
  { refund }: Locked,
  asked: CallRow,
): boolean {
  if (result.receipt !== null && result.receipt === refund.mpesa_receipt) return false
  const { originatorConversationId: subject } = result.subject
  const ours = asked.originator_conversation_id ?? refund.originator_id
  // A failed payment has no receipt, so only the id can identify the payment.
  return subject === ours || (subject === '' && result.receipt !== null)
}

async function settleFound(
  tx: Tx,
  { call, locked, now }: ReceivedResult,
  result: Extract<StatusResult, { kind: 'found' }>,
): Promise<string> {
  await recordAttempt(tx, call.id, 'done', { now, resultCode: '0' })
  const way = call.kind as 'reversal' | 'b2c'
  const chargeCents = result.chargeCents ?? 0
  const paid = { way, receipt: result.receipt, chargeCents, cause: 'status', now }
  return (await completeRefund(tx, locked, paid)) ? 'done' : 'repeat'
}

async function settleBalance(
  deps: SettleDeps,
  call: CallRow & { is_timeout: boolean },
  body: string,
  now: Date,
): Promise<string> {
  return await inTransaction(deps.db, async (tx) => {
    const result = call.is_timeout ? null : readBalanceResult(body)
    await recordAttempt(tx, call.id, 'done', { now, resultCode: result?.kind ?? 'timeout' })
    if (result?.kind !== 'balances') return result?.kind ?? 'timeout'
    await recordBalance(tx, result, now)
    return 'balances'
  })
}

type Held = { utilityCents: number | null; workingCents?: number | null; completedAt: Date | null }

/**
 * Records the balance that M-Pesa reported. Two balances are ordered by M-Pesa's own clock, because
 * one of them may arrive hours late. If M-Pesa's clock is ahead of ours, our time is stored.
 */
async function recordBalance(tx: Tx, held: Held, now: Date): Promise<void> {
  const { utilityCents, workingCents = null, completedAt } = held
  if (utilityCents === null) return
  const at = completedAt && completedAt < now ? completedAt : now
  await insertBalance(tx, { at, workingCents, utilityCents })
}
