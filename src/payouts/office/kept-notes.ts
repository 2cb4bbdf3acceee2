import { listWords } from '../../platform/values/list-words.rules.ts'
import { formatMoment } from '../../ui/dates.rules.ts'
import { capitalise, formatDay, formatExactKes } from '../../ui/office/formats.rules.ts'
import { firstOf } from '../balance-parts.rules.ts'
import { claimsWords } from '../payout.rules.ts'
import type { EventPayouts } from '../payouts.contract.ts'

/** An amount that stays in the balance. `events` are the other events whose refunds need it. */
export type BalanceLine = { label: string; amount: number; events?: EventPayouts['lacking'] }

/**
 * The parts of the balance that cannot be requested now. With the available amount they add up to
 * the balance, unless the balance is below zero: then a note says why.
 */
export function balanceLines(payouts: EventPayouts): BalanceLine[] {
  const { kept, kept_for_others, requested, requested_elsewhere, cents, lacking } = payouts
  const asked = payouts.payouts.find(({ stage }) => stage === 'asked')?.amount ?? 0
  const of = asked > requested ? ` (a part of ${formatExactKes(asked)})` : ''
  const lines: BalanceLine[] = [
    { label: keptLabel(payouts), amount: kept },
    { label: 'Kept for refunds of', events: lacking, amount: kept_for_others },
    {
      label: 'Kept while payouts of other events are requested, for refunds of',
      ...{ events: lacking, amount: requested_elsewhere },
    },
    { label: `Already requested${of}`, amount: requested },
    { label: 'Less than a shilling', amount: cents },
  ]
  return lines.filter(({ amount }) => amount > 0)
}

/** Says what the lines do not: debts, open claims, and the decisions that other events wait for. */
export function keptNotes(payouts: EventPayouts, isAdmin: boolean): string[] {
  const { owed, is_frozen, held_until } = payouts
  const notes = undecidedNotes(payouts, isAdmin)
  if (owed < 0) notes.push(debtNote(payouts, isAdmin))
  notes.push(...claimsNotes(payouts))
  if (is_frozen) return owed > 0 ? notes : [frozenText(payouts), ...notes]
  if (payouts.review === 'done') {
    notes.unshift('We have reviewed the reports about this event: its money can be paid out')
  }
  const reserve = held_until === null ? null : reserveText(payouts)
  return [
    ...(reserve ? [`After that, ${formatExactKes(payouts.reserve)} is ${reserve}`] : []),
    ...afterHoldNotes(payouts),
    ...notes,
  ]
}

/** The amount that other events will take from held money, and the amount that is then available. */
function afterHoldNotes({ after_hold, lacking }: EventPayouts): string[] {
  const { first, more } = firstOf(lacking)
  if (!after_hold || after_hold.kept_for_others === 0 || !first) return []
  const { kept_for_others, available } = after_hold
  const left = available > 0 ? formatExactKes(available) : 'nothing'
  return [
    `After that, ${formatExactKes(kept_for_others)} is kept for refunds of ${first.title}${more}. By today's figures, ${left} is then available`,
  ]
}

/** The reason why this event's own money stays. */
function keptLabel(payouts: EventPayouts): string {
  const { is_frozen, held_until, held_by } = payouts
  if (is_frozen) return frozenText(payouts)
  if (held_until !== null) {
    const why = held_by === null ? '' : `, because the event was planned for ${formatDay(held_by)}`
    return `All of it stays with us until ${formatMoment(held_until, new Date())}${why}`
  }
  return capitalise(claimsText(payouts) ?? reserveText(payouts) ?? 'kept for refunds')
}

function frozenText({ is_cancelled, review, owed, claims }: EventPayouts): string {
  if (!is_cancelled && review === 'open') {
    return 'Visitors reported this event, and no ticket was checked in: nothing is paid out until we have reviewed it'
  }
  if (!is_cancelled) return 'This event is waiting for a decision: nothing is paid out until then'
  return owed > 0 && claims > 0
    ? 'This event is cancelled: its money is kept for its buyers'
    : 'This event is cancelled: nothing is paid out'
}

/** Names the waiting requests to cancel or reschedule, and who pays the missing money if we approve. */
function undecidedNotes({ undecided }: EventPayouts, isAdmin: boolean): string[] {
  if (undecided === null) return []
  const { requests, is_claimed, missing, uncovered } = undecided
  const [verb, them] = requests.length === 1 ? ['waits', 'it'] : ['wait', 'them']
  const [approver, whose, debtor] = isAdmin
    ? ['you approve', "the organizer's", 'the organizer owes us']
    : ['we approve', 'your', 'you owe us']
  const then = `If ${approver} ${them}${is_claimed ? ' and all buyers claim' : ''}`
  // Whole cents: a difference of shillings is not exact.
  const elsewhere = Math.round((missing - uncovered) * 100) / 100
  const sources = [
    ...(elsewhere > 0 ? [`${whose} other events pay ${formatExactKes(elsewhere)}`] : []),
    ...(uncovered > 0 ? [`${debtor} ${formatExactKes(uncovered)}`] : []),
  ]
  const inAll = elsewhere < 0 ? ' in all' : ''
  return [
    `${capitalise(listWords(requests))} ${verb} for a decision. ${then}, ${listWords(sources)}${inAll}.`,
  ]
}

/** Says why the balance is below zero, and who owes the money. */
function debtNote({ owed, uncovered }: EventPayouts, isAdmin: boolean): string {
  const [whose, who] = isAdmin ? ["The organizer's", 'the organizer owes'] : ['Your', 'you owe']
  const why = `Refunds and fees took ${formatExactKes(-owed)} more than was left of this event's money.`
  if (uncovered === 0) return `${why} ${whose} other events cover it.`
  return `${why} ${whose} events do not cover ${formatExactKes(uncovered)} of refunds: ${who} it to us.`
}

/** The largest amount that refund links may claim, also if the balance no longer has it. */
function claimsNotes({ claims, claims_fee, claims_until }: EventPayouts): string[] {
  if (claims <= 0 || claims_until === null) return []
  const until = formatDay(claims_until)
  const amount = claimsWords(formatExactKes(claims), claims_fee)
  return [`Buyers may still claim at most ${amount} until ${until}.`]
}

/** The claims of refund links, if they exceed the reserve: the larger of both is kept. */
function claimsText({ reserve, claims, claims_until }: EventPayouts): string | null {
  if (claims <= reserve || claims_until === null) return null
  return 'kept for refunds that buyers may still claim'
}

function reserveText({ reserve, reserve_percent, reserve_until }: EventPayouts): string | null {
  if (reserve === 0) return null
  const until = reserve_until ? ` until ${formatDay(reserve_until)}` : ''
  return `kept for refunds (${reserve_percent}% of sales after fees, up to the balance)${until}`
}
