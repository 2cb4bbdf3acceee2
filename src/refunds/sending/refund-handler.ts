import type { LockedOrder } from '../../orders/orders.sql.ts'
import { outgoingTimes } from '../../payments/declarations.ts'
import { payOutgoing } from '../../payments/jobs.ts'
import { selectAttempts } from '../../payments/outgoing/attempts.sql.ts'
import type {
  NextStep,
  OutgoingHandler,
  PaidByMpesa,
  Refusal,
  SettleDeps,
} from '../../payments/outgoing/handler.ts'
import { backoffMs, type MoneyKind } from '../../payments/outgoing/outgoing.rules.ts'
import { isSendingOn } from '../../payments/outgoing/sending-switch.ts'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { completeRefund, lockRefundAndOrder, recordDoubleRefund } from '../complete-refund.ts'
import { refundTimes } from '../declarations.ts'
import {
  isReceiptInDoubt,
  isReceiptUnclear,
  isReversalLost,
  nextWay,
  SILENT,
  wantsPayer,
} from '../next-way.rules.ts'
import { recordReturn, returnedAt } from '../record-return.ts'
import { PAYER_UNKNOWN } from '../refund.rules.ts'
import {
  areRefundsDue,
  changeRefundState,
  deriveOriginator,
  type LockedRefund,
  setNextLook,
  sumRefundsOwed,
  takeRefundsDue,
} from '../refunds.sql.ts'
import { mayBeReversedByUs } from '../returns.sql.ts'

type RefundMoney = LockedRefund & { order: LockedOrder | null }

/** Sends refunds: by a Reversal, or by B2C after a query whether M-Pesa still has the payment. */
export const refundHandler: OutgoingHandler<RefundMoney> = {
  purpose: 'refund',
  queriesMax: Number.POSITIVE_INFINITY,
  lock,
  next,
  change: (tx, id, to, { way, ...change }) =>
    changeRefundState(tx, id, to, { ...change, way: way && refundWay(way) }),
  setNextLook,
  isDue: areRefundsDue,
  takeDue: takeRefundsDue,
  complete: (_deps, tx, money, paid) => completeRefund(tx, lockedOf(money), paidBack(paid)),
  recordDouble: (tx, money, paid) =>
    recordDoubleRefund(tx, money, { ...paidBack(paid), attemptId: paid.attemptId }),
  refuse,
  settleReceipt,
  sumOwed: sumRefundsOwed,
}

const lockedOf = (refund: RefundMoney) => ({ refund, order: refund.order })

function paidBack({ way, receipt, chargeCents, cause, now }: PaidByMpesa) {
  return { way: refundWay(way), receipt, chargeCents, cause, now }
}

function refundWay(way: MoneyKind) {
  assert(way !== 'b2b', 'a refund goes to no business')
  return way
}

async function lock(tx: Tx, id: string, now: Date): Promise<RefundMoney | undefined> {
  const locked = await lockRefundAndOrder(tx, id, now)
  return locked ? { ...locked.refund, order: locked.order } : undefined
}

async function next(
  { clock, timeScale }: SettleDeps,
  tx: Tx,
  id: string,
): Promise<NextStep<RefundMoney> | null> {
  const now = clock.now()
  const times = refundTimes(timeScale)
  const refund = await lock(tx, id, now)
  if (refund?.state !== 'due') return null
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (!(await isSendingOn(tx))) {
    await setNextLook(tx, id, after(outgoingTimes(timeScale).pausedMs))
    return null
  }
  if (refund.returned_at !== null) {
    // M-Pesa took the payment back on its own, so no refund is paid.
    await completeRefund(tx, lockedOf(refund), returnedAt(now))
    return null
  }
  if (!refund.is_listed) {
    const isTooOld = now.getTime() - refund.created_at.getTime() > times.listedMaxMs
    if (isTooOld) await escalate(tx, refund, 'not_listed', now)
    else await setNextLook(tx, id, after(times.listedMs))
    return null
  }
  if (refund.is_too_much) {
    // After the refund was created, M-Pesa's list reported a payment smaller than the refunds.
    await escalate(tx, refund, 'other_amount', now)
    return null
  }
  const attempts = await selectAttempts(tx, id)
  const way = nextWay(refund, attempts)
  const { mpesa_receipt: receipt } = refund
  if (receipt !== null && isReceiptInDoubt(way, attempts, after(-times.standingMs))) {
    if (!isReceiptUnclear(attempts)) return { kind: 'receipt', receipt }
    await escalate(tx, refund, 'receipt_unclear', now)
    return null
  }
  if (way === 'manual') {
    const missing = wantsPayer(refund, attempts) ? PAYER_UNKNOWN : 'no_way_left'
    await escalate(tx, refund, missing, now)
    return null
  }
  return way === 'reversal' ? reversal(refund) : b2c(refund, await deriveOriginator(tx, refund))
}

function reversal(refund: RefundMoney): NextStep<RefundMoney> {
  const { mpesa_receipt, amount_cents: amountCents } = refund
  const request = { receipt: mpesa_receipt!, amountCents, remarks: 'Refund' }
  return {
    kind: 'reversal',
    money: refund,
    send: (daraja, addresses) => daraja.reverse({ ...addresses, ...request }),
  }
}

function b2c(refund: RefundMoney, originatorConversationId: string): NextStep<RefundMoney> {
  const { phone, amount_cents: amountCents, mpesa_receipt: occasion } = refund
  const request = { phone: phone!, amountCents, remarks: 'Refund', occasion: occasion ?? '' }
  return {
    kind: 'b2c',
    money: refund,
    originatorConversationId,
    send: (daraja, addresses) =>
      daraja.payCustomer({ ...addresses, ...request, originatorConversationId }),
  }
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

/**
 * After a Reversal that M-Pesa examined and refused, B2C is allowed. Any other refusal needs an
 * admin.
 */
async function refuse(
  { log, timeScale }: SettleDeps,
  tx: Tx,
  { id, tries }: RefundMoney,
  { attempt, attempts, code, isExamined, now }: Refusal,
): Promise<void> {
  const cause = isExamined ? `refused ${code}` : code
  const change = { cause, now, nextAt: null, failureCode: code }
  if (isExamined && attempt.kind === 'reversal') {
    const waitMs = isReversalLost(attempts) ? backoffMs(tries, outgoingTimes(timeScale).lookMs) : 0
    const nextAt = new Date(now.getTime() + waitMs)
    assert(await changeRefundState(tx, id, 'due', { ...change, nextAt }), 'it moved')
    return
  }
  if (isExamined) log.error({ refund: id, code }, 'M-Pesa refused a refund')
  assert(await changeRefundState(tx, id, 'refused', change), 'it moved')
}

/** Acts on a query about the payment to refund, which M-Pesa may have reversed on its own. */
async function settleReceipt(
  { clock, timeScale }: SettleDeps,
  tx: Tx,
  refund: RefundMoney,
  verdict: 'standing' | 'reversed' | 'silent',
): Promise<string> {
  if (refund.state !== 'due') return 'repeat'
  const now = clock.now()
  if (verdict === 'reversed') return await endReversed(tx, refund, now)
  if (verdict === SILENT) {
    const waitMs = backoffMs(refund.tries, outgoingTimes(timeScale).lookMs)
    await setNextLook(tx, refund.id, new Date(now.getTime() + waitMs), true)
  } else await queueJob(tx, payOutgoing, { purpose: 'refund', id: refund.id })
  return verdict
}

/**
 * Ends a refund whose payment was reversed: by a Reversal of ours whose result was lost, or by
 * M-Pesa at the payer's request.
 */
async function endReversed(tx: Tx, refund: RefundMoney, now: Date): Promise<string> {
  const { payment_id: paymentId, order } = refund
  if (await mayBeReversedByUs(tx, refund.mpesa_receipt!)) {
    const paid = { way: 'reversal', receipt: null, chargeCents: 0, cause: 'status', now } as const
    return (await completeRefund(tx, lockedOf(refund), paid)) ? 'reversed' : 'repeat'
  }
  if (paymentId === null) await completeRefund(tx, lockedOf(refund), returnedAt(now))
  else await recordReturn(tx, order!, { paymentId, now })
  return 'returned'
}
