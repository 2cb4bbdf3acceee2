import { outgoingTimes } from '../../payments/declarations.ts'
import { selectAttempts } from '../../payments/outgoing/attempts.sql.ts'
import type {
  NextStep,
  OutgoingHandler,
  PaidByMpesa,
  Refusal,
  SettleDeps,
} from '../../payments/outgoing/handler.ts'
import { LOST_MAX, lostAttempts } from '../../payments/outgoing/outgoing.rules.ts'
import { isSendingOn } from '../../payments/outgoing/sending-switch.ts'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { selectClaimFacts } from '../claim-facts.sql.ts'
import { isPause, mayHaveLeft, type Pause, refusalOf, type Stop, stopOf } from '../payout.rules.ts'
import {
  arePartsDue,
  changePartState,
  lockPart,
  lockStopFacts,
  type PartRow,
  setNextLook,
  sumPartsOwed,
  takePartsDue,
} from '../payout-parts.sql.ts'
import { completePart, giveBackPart, leaveToPerson, recordSecondPayment } from '../settle-part.ts'

type PartMoney = PartRow & {
  phone: string | null
  short_code: string
  mpesa_receipt: null
  receipt: string | null
}

/** Sends parts of payouts: by B2C to an M-PESA number, or by B2B to a till or paybill. */
export const partHandler: OutgoingHandler<PartMoney> = {
  purpose: 'payout',
  queriesMax: 8,
  lock,
  next,
  change: changePartState,
  setNextLook,
  isDue: arePartsDue,
  takeDue: takePartsDue,
  complete: (deps, tx, money, paid) => completePart(deps, tx, money, paidOut(paid)),
  recordDouble: (tx, money, paid) =>
    recordSecondPayment(tx, money, { ...paidOut(paid), attemptId: paid.attemptId }),
  refuse,
  sumOwed: sumPartsOwed,
}

const paidOut = ({ way, receipt: reference, chargeCents, cause, now }: PaidByMpesa) => {
  const from = way === 'b2c' ? ('utility' as const) : ('collection' as const)
  return { from, reference, chargeCents, cause, now }
}

async function lock(tx: Tx, id: string): Promise<PartMoney | undefined> {
  const part = await lockPart(tx, id)
  if (!part) return undefined
  const { kind, number, reference: receipt } = part
  const phone = kind === 'mpesa' ? number : null
  return { ...part, phone, short_code: number, mpesa_receipt: null, receipt }
}

async function next(deps: SettleDeps, tx: Tx, id: string): Promise<NextStep<PartMoney> | null> {
  const now = deps.clock.now()
  await lockStopFacts(tx, id)
  const part = await lock(tx, id)
  if (part?.state !== 'due') return null
  const attempts = await selectAttempts(tx, id)
  const isUnsent = !mayHaveLeft(attempts)
  const stop = stopOf({ ...part, ...(await selectClaimFacts(tx, part.event_id, now)) }, now)
  if (stop !== null && !isPause(stop)) {
    await endStopped(deps, tx, part, { stop, isUnsent, now })
    return null
  }
  if (lostAttempts(attempts).length >= LOST_MAX) {
    await leaveToPerson(tx, part, { code: 'payment_lost', now })
    return null
  }
  if (part.payable_from !== null && part.payable_from > now) {
    await setNextLook(tx, id, part.payable_from)
    return null
  }
  if (stop !== null || !(await isSendingOn(tx))) {
    const { pausedMs } = outgoingTimes(deps.timeScale)
    await setNextLook(tx, id, new Date(now.getTime() + pausedMs))
    return null
  }
  if (part.kind === 'mpesa') return b2c(part)
  // M-Pesa recognises a repeated B2C payment by its id. A B2B payment has no id, so a person must
  // find out whether M-Pesa has paid.
  const doubt = isUnsent ? part.is_perhaps_paid && 'perhaps_paid' : 'response_lost'
  if (!doubt) return b2b(part)
  await leaveToPerson(tx, part, { code: doubt, now })
  return null
}

const STOP_REASONS: Record<Exclude<Stop, Pause>, string> = {
  event_cancelled: 'the event is cancelled',
  account_replaced: 'the payout account was changed',
  claims_open: 'buyers of this event may request refunds of this money',
  refunds_uncovered: 'refunds of your events need this money',
  money_held: "the event's money now stays with us until the morning after it",
  payouts_frozen: 'visitors reported the event, and no ticket was checked in',
}

/**
 * Ends a part that may not be sent any more. Its money is in the balance again, unless M-Pesa may
 * have paid it.
 */
async function endStopped(
  deps: SettleDeps,
  tx: Tx,
  part: PartRow,
  { stop, isUnsent, now }: { stop: keyof typeof STOP_REASONS; isUnsent: boolean; now: Date },
): Promise<void> {
  if (!isUnsent || part.is_perhaps_paid) await leaveToPerson(tx, part, { code: stop, now })
  else await giveBackPart(deps, tx, part, { cause: stop, reason: STOP_REASONS[stop], now })
}

const oursOf = ({ payout_id }: PartRow) => payout_id.slice(-8).toUpperCase()
const remarksOf = (part: PartRow) => `Payout ${oursOf(part)}-${part.position}`

function b2c(part: PartMoney): NextStep<PartMoney> {
  const { amount_cents: amountCents, number: phone, originator_id } = part
  const remarks = remarksOf(part)
  const originatorConversationId = originator_id
  const request = { amountCents, remarks, originatorConversationId, phone, occasion: remarks }
  return {
    kind: 'b2c',
    money: part,
    originatorConversationId,
    send: (daraja, addresses) => daraja.payCustomer({ ...addresses, ...request }),
  }
}

function b2b(part: PartMoney): NextStep<PartMoney> {
  const { kind: payee, amount_cents: amountCents, number: shortCode, position } = part
  assert(payee === 'till' || payee === 'paybill', 'M-Pesa pays no bank')
  const accountReference = payee === 'till' ? `${oursOf(part)}P${position}` : part.account_number
  const request = { amountCents, remarks: remarksOf(part), payee, shortCode, accountReference }
  return {
    kind: 'b2b',
    money: part,
    send: (daraja, addresses) => daraja.payBusiness({ ...addresses, ...request }),
  }
}

/** Puts the money of a part that M-Pesa refused back into the organizer's balance. */
async function refuse(
  deps: SettleDeps,
  tx: Tx,
  part: PartMoney,
  { code, isExamined, now }: Refusal,
): Promise<void> {
  const reason = isExamined ? refusalOf(part.kind, code) : `M-PESA refused it (code ${code})`
  assert(await giveBackPart(deps, tx, part, { cause: code, reason, now }), 'it moved')
}
