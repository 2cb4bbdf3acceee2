import { listWords } from '../../platform/values/list-words.rules.ts'
import { formatMoment } from '../../ui/dates.rules.ts'
import { capitalise, formatDay, formatExactKes } from '../../ui/office/formats.rules.ts'
import type { EventPayouts } from '../payouts.contract.ts'

/** Says why the balance of an event, or a part of it, cannot be paid out. */
export function keptNotes(payouts: EventPayouts, isAdmin: boolean): string[] {
  const { kept_for_others, owed, is_frozen, held_until, held_by } = payouts
  const debt = owed < 0 ? [debtNote(payouts, isAdmin)] : []
  const undecided = undecidedNotes(payouts)
  if (is_frozen) return [frozenNote(payouts), ...undecided, ...debt]
  const notes: string[] = []
  if (held_until !== null) {
    const why = held_by === null ? '' : `, because the event was planned for ${formatDay(held_by)}`
    notes.push(`All of it stays with us until ${formatMoment(held_until, new Date())}${why}`)
  }
  notes.push(...debt)
  const kept = keptNote(payouts)
  if (kept) notes.push(kept)
  if (kept_for_others > 0) {
    const whose = isAdmin ? "the organizer's" : 'your'
    notes.push(`${formatExactKes(kept_for_others)} covers refunds of ${whose} other events`)
  }
  notes.push(...undecided)
  const asked = payouts.payouts.find(({ stage }) => stage === 'asked')
  if (asked) notes.push(`${formatExactKes(asked.amount)} already requested`)
  return notes
}

function frozenNote({ is_cancelled, owed, claims }: EventPayouts): string {
  if (!is_cancelled) return 'This event is waiting for a decision: nothing is paid out until then.'
  return owed > 0 && claims > 0
    ? 'This event is cancelled: its money is kept for its buyers.'
    : 'This event is cancelled: nothing is paid out.'
}

/** Names the requests to cancel or reschedule that wait, and the money that their refunds lack. */
function undecidedNotes({ undecided }: EventPayouts): string[] {
  if (undecided === null) return []
  const { requests, missing, uncovered } = undecided
  const [verb, whose] = requests.length === 1 ? ['waits', 'Its'] : ['wait', 'Their']
  const rest = uncovered > 0 ? `, and no event covers ${formatExactKes(uncovered)}` : ''
  return [
    `${capitalise(listWords(requests))} ${verb} for a decision. ${whose} refunds lack ${formatExactKes(missing)}${rest}`,
  ]
}

/** Says why the balance is below zero, and who owes the money. */
function debtNote({ owed, uncovered }: EventPayouts, isAdmin: boolean): string {
  const [whose, who] = isAdmin ? ["The organizer's", 'the organizer owes'] : ['Your', 'you owe']
  const why = `Refunds and fees took ${formatExactKes(-owed)} more than was left of this event's money.`
  if (uncovered === 0) return `${why} ${whose} other events cover it.`
  return `${why} ${whose} events do not cover ${formatExactKes(uncovered)} of refunds: ${who} it to us.`
}

/** The larger of reserve and claims, which is kept in the balance. */
function keptNote({
  owed,
  reserve,
  reserve_percent,
  reserve_until,
  claims,
  claims_until,
}: EventPayouts): string | null {
  if (claims > reserve && claims_until !== null) {
    const kept = formatExactKes(Math.max(0, Math.min(claims, owed)))
    const most = claims > owed ? ` of up to ${formatExactKes(claims)}` : ''
    return `${kept} kept for refunds${most} that buyers can request until ${formatDay(claims_until)}, because the event was rescheduled`
  }
  if (reserve === 0) return null
  const until = reserve_until ? ` until ${formatDay(reserve_until)}` : ''
  return `${formatExactKes(reserve)} kept for refunds (${reserve_percent}% of sales after fees, up to the balance)${until}`
}
