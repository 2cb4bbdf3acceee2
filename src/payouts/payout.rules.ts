import { REFUND_WINDOW_DAYS } from '../ledger/reserve.rules.ts'
import {
  type AttemptKind,
  type AttemptState,
  isOnItsWay,
  movesMoney,
} from '../payments/outgoing/outgoing.rules.ts'
import { receiverRefusal } from '../payments/outgoing/refusal.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import type { PayoutAccount } from './payout-account.rules.ts'

export type PartState =
  | 'due'
  | 'sending'
  | 'sent'
  | 'unknown'
  | 'manual'
  | 'done'
  /** Certainly not paid: the money is in the organizer's balance again. */
  | 'given_back'

/** Allowed changes of a part's state. */
const PART_CHANGES: Record<PartState, readonly PartState[]> = {
  due: ['sending', 'manual', 'given_back'],
  // `done` if the result comes before the response; `due` again if M-Pesa asked us to retry later.
  sending: ['sent', 'due', 'unknown', 'given_back', 'done', 'manual'],
  sent: ['done', 'due', 'unknown', 'given_back', 'manual'],
  unknown: ['done', 'due', 'given_back', 'manual'],
  manual: ['done', 'given_back'],
  done: [],
  // M-Pesa reported the payment after an admin had found nothing and given the money back.
  given_back: ['done'],
}

const PART_STATES = Object.keys(PART_CHANGES) as PartState[]

export function partStatesBefore(to: PartState): PartState[] {
  return PART_STATES.filter((from) => PART_CHANGES[from].includes(to))
}

/** Our accounts from which a payout is paid. */
const PAID_FROM = ['utility', 'collection', 'bank'] as const
export type PaidFrom = (typeof PAID_FROM)[number]

/** The facts that decide whether money of an approved payout may leave. */
export type StopFacts = {
  is_cancelled: boolean
  /** Whether the event is cancelled, or a request to cancel or reschedule it waits. */
  is_frozen: boolean
  /** Whether complaints have frozen the event's payouts at any time since the approval. */
  was_frozen: boolean
  /** The instant until which the event's money stays with us; null if it may leave. */
  held_until: Date | string | null
  /**
   * When the account can be paid, in the future if the account waits. Null if the organizer has
   * replaced the account. A string if the facts were read as JSON.
   */
  payable_from: Date | string | null
  /** Whether refund links may claim more than the balance has left. */
  is_claimed: boolean
  /** Whether the balances of all events of the organizer are less than the coming refunds. */
  is_uncovered: boolean
  /** Whether the balances would be less if admins approved the waiting requests. */
  may_be_uncovered: boolean
}

export type Stop =
  | 'event_cancelled'
  | 'account_replaced'
  | 'money_held'
  | 'claims_open'
  | 'refunds_uncovered'
  | 'payouts_frozen'
  | Pause

/** Stops that can end when an admin decides about a request. All other stops are final. */
export type Pause = 'event_frozen' | 'other_event_frozen'

export const isPause = (stop: Stop): stop is Pause =>
  stop === 'event_frozen' || stop === 'other_event_frozen'

/**
 * The reason why money of an approved payout may not leave, or null. Much can change between the
 * approval and the sending, so read the facts when the money leaves.
 */
export function stopOf(facts: StopFacts, now: Date): Stop | null {
  const { is_cancelled, is_frozen, was_frozen, payable_from, is_claimed, is_uncovered } = facts
  if (is_cancelled) return 'event_cancelled'
  if (payable_from === null) return 'account_replaced'
  if (isHeld(facts, now)) return 'money_held'
  if (is_claimed) return 'claims_open'
  if (is_uncovered) return 'refunds_uncovered'
  if (was_frozen) return 'payouts_frozen'
  if (is_frozen) return 'event_frozen'
  return facts.may_be_uncovered ? 'other_event_frozen' : null
}

/** Whether one of the attempts may have paid: M-Pesa has not refused it. */
export const mayHaveLeft = (
  attempts: readonly { kind: AttemptKind; state: AttemptState }[],
): boolean => attempts.some(({ kind, state }) => movesMoney(kind) && state !== 'refused')

/** Whether the event's money stays with us at this moment. */
export const isHeld = ({ held_until }: Pick<StopFacts, 'held_until'>, now: Date): boolean =>
  held_until !== null && new Date(held_until) > now

/** Splits a payout into amounts of at most `maxCents`, the limit of one M-Pesa transaction. */
export function splitAmount(amountCents: number, maxCents: number): number[] {
  const whole = Array.from({ length: Math.floor(amountCents / maxCents) }, () => maxCents)
  const rest = amountCents % maxCents
  return rest === 0 ? whole : [...whole, rest]
}

/** An event's money from its organizer's point of view. */
export type EventBalance = {
  event_id: string
  event_title: string
  /** YYYY-MM-DD, the latest date that the event has or had; null for a draft. */
  date: string | null
  /** Whether the event is cancelled, or its sales are stopped until an admin decides about it. */
  is_frozen: boolean
  held_until: Date | null
  /** The amount that we owe; negative if the organizer owes us. */
  owed_cents: number
  /** Sales less refunds and fees, before payouts. */
  earned_cents: number
  /**
   * The amount that refund links of a reschedule, or a cancellation, can still take from the
   * balance.
   */
  claimed_cents: number
  /** The last instant at which these links accept a request; null if no link is open. */
  claimed_until: Date | null
  /** Whether our fee comes back with these refunds, so that buyers get more than the claims. */
  claims_fee: boolean
  /** The request to cancel or reschedule the event that waits for an admin; null if none does. */
  request: MeasureKind | null
  /** The amount that refund links and refunds take from the balance if the request is approved. */
  requested_cents: number
  /** The payout that is waiting for approval; 0 if there is none. */
  asked_cents: number
}

type MeasureKind = { kind: 'cancel' | 'reschedule'; is_day: boolean }

/** 'the cancellation of Derby Day', 'the reschedule of a day of Derby Day' */
const requestName = ({ kind, is_day, title }: MeasureKind & { title: string }): string =>
  `the ${kind === 'cancel' ? 'cancellation' : 'reschedule'} of ${is_day ? 'a day of ' : ''}${title}`

/** An amount that stays in an event's balance, at most until the end of the day `until`. */
type Kept = { cents: number; until: string | null }

/**
 * An event that lacks money for its refunds. `isPossible`: buyers may still claim these refunds.
 * `request`: the name of the waiting request whose approval would cause these refunds, or null.
 */
type Lacking = {
  id: string
  title: string
  cents: number
  isPossible: boolean
  request: string | null
}

/**
 * A waiting request to cancel or reschedule. `cents`: the refunds after its approval. `isClaimed`:
 * whether buyers must claim a part of the refunds.
 */
type Undecided = { request: string; cents: number; missingCents: number; isClaimed: boolean }

export type Available = {
  owedCents: number
  /** The share of sales that is kept, as far as the balance goes. */
  reserve: Kept
  /** The amount that buyers may still claim with refund links. It may exceed the balance. */
  claims: Kept & { hasFee: boolean }
  /** The amount kept for this event's refunds; the whole balance while its payouts are stopped. */
  keptCents: number
  /** The amount that is kept because the organizer owes us for refunds of other events. */
  othersCents: number
  /** The part of the free amount that this event's payout that waits for approval takes. */
  askedCents: number
  /**
   * The part of the free amount that refunds of other events need, because other payouts that wait
   * for approval take what covers them.
   */
  askedElsewhereCents: number
  /** The other events that lack money for their refunds, with the missing amounts. */
  lacking: Lacking[]
  /** The part of the missing amounts that other events cover, neither this one nor `lacking`. */
  elsewhereCents: number
  /**
   * The amount that all events of the organizer together lack for their refunds, without the refunds
   * that buyers may still claim.
   */
  uncoveredCents: number
  /** The requests that wait to cancel or reschedule events of the organizer. */
  undecided: Undecided[]
  /** The amount that all these events lack if the requests are approved and all buyers claim. */
  mayLackCents: number
  /** The amount that an approval may pay out. */
  freeCents: number
  /** The amount that can be requested: the free amount less open requests, in whole shillings. */
  availableCents: number
}

const DAY_MS = 24 * 3600_000

/** The last day of the event's refund window. */
function windowEnd(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`) + REFUND_WINDOW_DAYS * DAY_MS
  return new Date(at).toISOString().slice(0, 10)
}

type Terms = { reserve: number; today: string }

/** The amount that is kept for refunds until the event's refund window has ended. */
function reserveOf({ date, earned_cents }: EventBalance, { reserve, today }: Terms): Kept {
  const isOpen = date === null || today <= windowEnd(date)
  const cents = isOpen ? Math.ceil((Math.max(earned_cents, 0) * reserve) / 10_000) : 0
  return { cents, until: cents > 0 && date !== null ? windowEnd(date) : null }
}

function claimsOf({ claimed_cents, claimed_until, claims_fee }: EventBalance): Available['claims'] {
  const until = claimed_cents > 0 && claimed_until !== null ? nairobiDate(claimed_until) : null
  return { cents: claimed_cents, until, hasFee: claims_fee }
}

/** 'KES 1,520 (without our fee)': buyers get the fee, too, but we pay it. */
export const claimsWords = (kes: string, hasFee: boolean): string =>
  hasFee ? `${kes} (without our fee)` : kes

/**
 * The amount of an event that is free for payouts. Negative by the missing amount if the balance
 * is negative or does not cover the claims. Reserve and claims are for the same refunds, so the
 * larger is kept, not the sum.
 */
function freeOf(event: EventBalance, terms: Terms): number {
  const { owed_cents } = event
  const claims = Math.max(event.claimed_cents, event.requested_cents)
  if (owed_cents < claims) return owed_cents - claims
  if (event.is_frozen) return 0
  return Math.max(0, owed_cents - Math.max(reserveOf(event, terms).cents, claims))
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * The free amount of an event. If money is missing, the missing amount, but without refunds that
 * buyers may still claim, and without refunds that only an approved request would cause.
 */
function certain({ owed_cents, claimed_cents, claimed_until }: EventBalance, freeCents: number) {
  if (freeCents >= 0) return freeCents
  return Math.min(0, claimed_until === null ? owed_cents - claimed_cents : owed_cents)
}

const requestOf = ({ request, event_title: title }: EventBalance) =>
  request && requestName({ ...request, title })

function undecidedOf(event: EventBalance): Undecided[] {
  const request = requestOf(event)
  if (request === null) return []
  const { requested_cents: cents, owed_cents } = event
  const isClaimed = event.request?.kind === 'reschedule' || event.request?.is_day === true
  const missingCents = Math.max(0, cents - Math.max(0, owed_cents))
  return [{ request, cents, missingCents, isClaimed }]
}

/**
 * Returns the amount that can be paid out of an event now. This is the event's balance less the
 * larger of reserve and claims, but at most the sum of the free amounts of all events of the
 * organizer. So one event's balance covers the refunds of another event that was paid out before.
 * Undefined if the event is not among `balances`.
 */
export function availableOf(
  balances: readonly EventBalance[],
  eventId: string,
  { reserve, now }: { reserve: number; now: Date },
): Available | undefined {
  // Money that stays with us is for its own event. It covers no refunds of other events.
  const events = balances.map((one) => ({ ...one, is_frozen: one.is_frozen || isHeld(one, now) }))
  const event = events.find(({ event_id }) => event_id === eventId)
  if (!event) return undefined
  const terms = { reserve, today: nairobiDate(now) }
  const askedOf = (one: EventBalance) => Math.min(one.asked_cents, Math.max(0, freeOf(one, terms)))
  const own = Math.max(0, freeOf(event, terms))
  const frees = events.map((one) => ({ one, cents: freeOf(one, terms) }))
  const all = sumOf(frees.map(({ cents }) => cents))
  const others = frees.filter(({ one }) => one !== event)
  const lacking = others.flatMap(({ one, cents }) => {
    if (cents >= 0) return []
    const isPossible = certain(one, cents) === 0
    const { event_id: id, event_title: title } = one
    return [{ id, title, cents: -cents, isPossible, request: requestOf(one) }]
  })
  const spare = sumOf(others.map(({ cents }) => Math.max(0, cents)))
  const freeCents = Math.max(0, Math.min(own, all))
  const asked = sumOf(events.map(askedOf))
  const askedCents = Math.min(askedOf(event), freeCents)
  const left = Math.max(0, Math.min(own - askedOf(event), all - asked))
  const kept = reserveOf(event, terms)
  const reserveCents = Math.min(kept.cents, Math.max(0, event.owed_cents))
  return {
    owedCents: event.owed_cents,
    reserve: { cents: reserveCents, until: reserveCents > 0 ? kept.until : null },
    claims: claimsOf(event),
    keptCents: Math.max(0, event.owed_cents) - own,
    othersCents: own - freeCents,
    askedCents,
    askedElsewhereCents: freeCents - askedCents - left,
    lacking,
    elsewhereCents: Math.min(spare, sumOf(lacking.map(({ cents }) => cents))),
    uncoveredCents: Math.max(0, -sumOf(frees.map(({ one, cents }) => certain(one, cents)))),
    undecided: events.flatMap(undecidedOf),
    mayLackCents: Math.max(0, -all),
    freeCents,
    availableCents: left - (left % 100),
  }
}

/** The cause of a part that an admin has put back into the balance. */
export const BY_HAND = 'by hand'

/** M-Pesa's reason for refusing a payout, for its organizer. */
export const refusalOf = (kind: PayoutAccount['kind'], code: string): string =>
  receiverRefusal(code, { isBusiness: kind !== 'mpesa' }) ?? `M-PESA refused it (code ${code})`

/** The stage of a payout, as its organizer and admins see it. */
type PayoutStage = 'asked' | 'refused' | 'on_its_way' | 'by_hand' | 'done' | 'given_back'

/** The stage of a payout. If its parts are in several states, the most urgent state decides. */
export function stageOf(
  state: 'asked' | 'approved' | 'refused',
  parts: readonly PartState[],
): PayoutStage {
  if (state !== 'approved') return state
  if (parts.includes('manual')) return 'by_hand'
  if (parts.some((part) => part === 'due' || isOnItsWay(part))) return 'on_its_way'
  return parts.includes('done') ? 'done' : 'given_back'
}
