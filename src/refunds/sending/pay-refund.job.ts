import type { Daraja } from '../../payments/mpesa/daraja.ts'
import type { DarajaResult } from '../../payments/mpesa/operation.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { completeRefund, lockRefundAndOrder } from '../complete-refund.ts'
import { refundTimes } from '../declarations.ts'
import { payRefund } from '../jobs.ts'
import { returnedAt } from '../record-return.ts'
import {
  backoffMs,
  isOnItsWay,
  isOpenCall,
  isReceiptInDoubt,
  isReceiptUnclear,
  nextWay,
  PAYER_UNKNOWN,
  wantsPayer,
} from '../refund.rules.ts'
import {
  changeRefundState,
  deriveOriginator,
  type LockedRefund,
  lockRefund,
  setNextLook,
} from '../refunds.sql.ts'
import { insertAttempt, recordAttempt, selectAttempts } from './attempts.sql.ts'
import { addressesOf, type NewAttempt, newAttempt, queryStatus } from './refund-attempts.ts'
import { isSendingOn } from './sending-switch.ts'

export type RefundDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'> & {
  daraja: Pick<Daraja, 'reverse' | 'payCustomer' | 'askStatus' | 'askBalance'>
}

export const payRefundJob = (deps: RefundDeps) =>
  handleJob(payRefund, async ({ refundId }) => {
    await payOnce(deps, refundId)
  })

type SendAttempt = { refund: LockedRefund; call: NewAttempt; way: 'reversal' | 'b2c' }
type ReceiptQuery = { receipt: string; call: NewAttempt; way: 'receipt' }

/**
 * Sends a due refund by the next way. The state `sending` and the attempt are committed before the
 * request, so that after a crash a sweep finds both and treats the attempt as possibly paid.
 */
async function payOnce(deps: RefundDeps, refundId: string): Promise<void> {
  const asking = await inTransaction(deps.db, (tx) => beginSending(deps, tx, refundId))
  if (!asking) return
  if (asking.way === 'returned') {
    await inTransaction(deps.db, (tx) => endReturned(tx, refundId, deps.clock.now()))
    return
  }
  if (asking.way === 'receipt') {
    const subject = {
      receipt: asking.receipt,
      of: 'collection',
      remarks: 'Payment status',
    } as const
    await queryStatus(deps, asking.call, subject)
    return
  }
  const answer = await ask(deps, asking)
  await inTransaction(deps.db, (tx) => recordAnswer(deps, tx, asking, answer))
}

async function beginSending(
  deps: RefundDeps,
  tx: Tx,
  refundId: string,
): Promise<SendAttempt | ReceiptQuery | { way: 'returned' } | null> {
  const now = deps.clock.now()
  const times = refundTimes(deps.timeScale)
  const refund = await lockRefund(tx, refundId)
  if (refund?.state !== 'due') return null
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (!(await isSendingOn(tx))) {
    await setNextLook(tx, refund.id, after(times.pausedMs))
    return null
  }
  if (refund.returned_at !== null) return { way: 'returned' }
  if (!refund.is_listed) {
    const isTooOld = now.getTime() - refund.created_at.getTime() > times.listedMaxMs
    if (isTooOld) await escalate(tx, refund, 'not_listed', now)
    else await setNextLook(tx, refund.id, after(times.listedMs))
    return null
  }
  if (refund.is_too_much) {
    // After the refund was created, M-Pesa's list reported a payment smaller than the refunds.
    await escalate(tx, refund, 'other_amount', now)
    return null
  }
  const calls = await selectAttempts(tx, refund.id)
  const way = nextWay(refund, calls)
  const { mpesa_receipt: receipt } = refund
  if (receipt !== null && isReceiptInDoubt(way, calls, after(-times.standingMs))) {
    if (isReceiptUnclear(calls)) {
      await escalate(tx, refund, 'receipt_unclear', now)
      return null
    }
    const call = newAttempt()
    await insertAttempt(tx, { ...call, refundId, kind: 'receipt', now })
    await setNextLook(tx, refund.id, after(times.resultMaxMs))
    return { receipt, call, way: 'receipt' }
  }
  if (way === 'manual') {
    const missing = wantsPayer(refund, calls) ? PAYER_UNKNOWN : 'no_way_left'
    await escalate(tx, refund, missing, now)
    return null
  }
  const call = newAttempt()
  if (way === 'b2c') refund.originator_id = await deriveOriginator(tx, refund)
  const own = way === 'b2c' && { originatorConversationId: refund.originator_id }
  await insertAttempt(tx, { ...call, refundId, kind: way, now, ...own })
  const nextAt = after(times.sendingMaxMs)
  const change = { cause: way, now, nextAt, way, phone: refund.phone, isTry: true }
  assert(await changeRefundState(tx, refund.id, 'sending', change), 'a refund under lock moved')
  return { refund, call, way }
}

/** Ends a refund of a payment that M-Pesa took back: nothing is paid. */
async function endReturned(tx: Tx, refundId: string, now: Date): Promise<void> {
  const locked = await lockRefundAndOrder(tx, refundId, now)
  assert(locked, `the refund ${refundId} is gone`)
  if (locked.refund.state === 'due') await completeRefund(tx, locked, returnedAt(now))
}

async function escalate(
  tx: Tx,
  refund: LockedRefund,
  failureCode: string,
  now: Date,
): Promise<void> {
  const change = { cause: failureCode, now, nextAt: null, failureCode }
  assert(await changeRefundState(tx, refund.id, 'manual', change), 'a refund under lock moved')
}

async function ask(deps: RefundDeps, { refund, call, way }: SendAttempt): Promise<DarajaResult> {
  const addresses = addressesOf(deps, call)
  const { amount_cents: amountCents } = refund
  if (way === 'reversal') {
    const receipt = refund.mpesa_receipt!
    return await deps.daraja.reverse({ ...addresses, receipt, amountCents, remarks: 'Refund' })
  }
  return await deps.daraja.payCustomer({
    ...addresses,
    originatorConversationId: refund.originator_id,
    phone: refund.phone!,
    amountCents,
    remarks: 'Refund',
    occasion: refund.mpesa_receipt ?? '',
  })
}

async function recordAnswer(
  deps: RefundDeps,
  tx: Tx,
  { refund: { id: refundId }, call, way }: SendAttempt,
  answer: DarajaResult,
): Promise<void> {
  const now = deps.clock.now()
  const times = refundTimes(deps.timeScale)
  const refund = await lockRefund(tx, refundId)
  assert(refund, 'a refund is gone')
  const told = { now, answer: answer.raw }
  // A late response counts only for its own attempt. A sweep may have given up that attempt and
  // started another.
  const isOurs = isOnItsWay(refund.state) && isOpenCall(await selectAttempts(tx, refundId), call.id)
  const isWaiting = isOurs && refund.state === 'sending'
  const after = (ms: number) => new Date(now.getTime() + ms)
  switch (answer.kind) {
    case 'accepted': {
      const { originatorConversationId, conversationId } = answer
      await recordAttempt(tx, call.id, 'asked', {
        ...told,
        originatorConversationId,
        conversationId,
      })
      const change = { cause: 'accepted', now, nextAt: after(times.resultMaxMs) }
      // If the refund is in another state, M-Pesa's result came first, or a sweep gave up waiting
      // and queries the attempt.
      if (isWaiting) assert(await changeRefundState(tx, refundId, 'sent', change), 'it moved')
      return
    }
    case 'later':
    case 'refused': {
      const isBusy = answer.kind === 'later' || isTransient(answer.code)
      const code = answer.kind === 'later' ? 'later' : answer.code
      // M-Pesa did not examine the request, so this way of refunding stays allowed: 'done' ends the
      // attempt without closing the way.
      await recordAttempt(tx, call.id, 'done', { ...told, resultCode: code })
      if (!isOurs) return
      if (isBusy) {
        const change = {
          cause: code,
          now,
          nextAt: after(backoffMs(refund.tries, times.lookMs)),
          failureCode: code,
        }
        assert(await changeRefundState(tx, refundId, 'due', change), 'it moved')
        return
      }
      deps.log.error({ refund: refundId, way, answer: answer.raw }, 'M-Pesa refused a refund')
      const change = { cause: code, now, nextAt: null, failureCode: code }
      assert(await changeRefundState(tx, refundId, 'refused', change), 'it moved')
      return
    }
    case 'duplicate':
    case 'unknown': {
      await recordAttempt(tx, call.id, 'unknown', told)
      const change = { cause: answer.kind, now, nextAt: after(times.lookMs) }
      if (isWaiting) assert(await changeRefundState(tx, refundId, 'unknown', change), 'it moved')
      return
    }
  }
}

/**
 * Whether the code says that the request never reached M-Pesa or that a setting is missing, so that
 * nothing is wrong with this refund.
 */
function isTransient(code: string): boolean {
  return code === 'unreachable' || code === 'no_certificate'
}
