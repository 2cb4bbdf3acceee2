import { previousSchedule, type Schedule } from '../../events/reschedule.rules.ts'
import type { TaskFact } from '../../platform/tasks/tasks.contract.ts'
import { listWords } from '../../platform/values/list-words.rules.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { formatDateTime, formatMoment, inNairobi } from '../../ui/dates.rules.ts'
import {
  ageText,
  capitalise,
  countOf,
  formatDay,
  formatExactKes,
} from '../../ui/office/formats.rules.ts'
import { firstOf } from '../balance-parts.rules.ts'
import { daysBetween } from '../held.rules.ts'
import { type Available, claimsWords, isHeld } from '../payout.rules.ts'

const kesOf = (cents: number) => formatExactKes(toKes(cents))

const momentOf = (at: Date, now: Date) => formatMoment(at.toISOString(), now)

type Change = { announced_at: Date; old: Schedule; new: Schedule }

/** A reschedule that was announced less than this ago is a warning. */
const RECENT_MS = 2 * 86_400_000

/**
 * The latest reschedule: 'From January 10, 2027, 3:00 PM to January 20, 2027, 3:00 PM, announced
 * November 30, 2026, 10:26 PM'. Null if there was none.
 */
export function rescheduledFact(change: Change | undefined, now: Date): TaskFact | null {
  if (!change) return null
  const { announced_at: at } = change
  const was = previousSchedule(change.old, change.new)
  const is = previousSchedule(change.new, change.old)
  const text = `From ${was} to ${is}, announced ${formatDateTime(...inNairobi(at))}`
  return { label: 'Rescheduled', text, is_warning: now.getTime() - at.getTime() < RECENT_MS }
}

/** The instant until which the money stays with us. Null if it may leave now. */
export function releaseFact(held: { held_until: Date | null }, now: Date): TaskFact | null {
  if (held.held_until === null || !isHeld(held, now)) return null
  return { label: 'Held until', text: momentOf(held.held_until, now), is_warning: true }
}

/** Warns of money that an admin has recorded as paid by hand since the request. Null if none. */
export const recordedFact = (cents: number): TaskFact | null =>
  cents === 0
    ? null
    : {
        label: 'Paid by hand since',
        text: `${kesOf(cents)}, recorded after this request. If that was for this request, refuse it`,
        is_warning: true,
      }

/** Warns that an approved payout is not sent now. Null while payouts are sent. */
export const pausedFact = (isOn: boolean): TaskFact | null =>
  isOn
    ? null
    : { label: 'Payouts are paused', text: 'It is sent when they are resumed', is_warning: true }

export function claimsFact({ claims }: Pick<Available, 'claims'>): TaskFact {
  const label = 'Buyers may still claim'
  if (claims.until === null) return { label, text: 'Nothing', is_warning: false }
  const text = `${claimsWords(kesOf(claims.cents), claims.hasFee)}, until the end of ${formatDay(claims.until)}`
  return { label, text, is_warning: true }
}

/**
 * The missing money of the organizer's other events: the part that is covered, and the rest.
 * 'KES 20,000 for refunds of Forest Retreat. The organizer's other events cover KES 3,200 of it, and
 * KES 4,000 of this event is kept for it'. Empty if nothing is missing.
 */
export function missingFacts(found: Available): TaskFact[] {
  const { lacking, elsewhereCents, othersCents } = found
  const missing = lacking.reduce((sum, { cents }) => sum + cents, 0)
  if (missing === 0) return []
  const each = lacking.map(({ title, cents, isPossible, request }) => {
    if (request !== null) return `${kesOf(cents)} if ${request} is approved`
    return isPossible
      ? `${kesOf(cents)} if all buyers of ${title} claim refunds`
      : `${kesOf(cents)} for refunds of ${title}`
  })
  const uncovered = missing - elsewhereCents - othersCents
  const facts = [
    {
      label: 'Missing elsewhere',
      text: `${listWords(each)}. ${coverText(found, missing)}`,
      is_warning: othersCents > 0 || uncovered > 0,
    },
  ]
  return [...facts, ...debtFacts(found, uncovered)]
}

/** The debt of the organizer, as on the statement, and the claims that may add to it. */
function debtFacts({ lacking, uncoveredCents }: Available, uncovered: number): TaskFact[] {
  const possible = uncovered - uncoveredCents
  const when = lacking.some(({ request }) => request !== null)
    ? 'after an approval. Nothing is paid out before the decision'
    : 'when it is claimed. Nothing is paid out before'
  const now = 'the organizer owes it to us. Nothing is paid out while it is missing'
  return [
    {
      label: 'Not covered',
      text: `${kesOf(uncoveredCents)}: ${now}`,
      is_warning: uncoveredCents > 0,
    },
    {
      label: 'May not be covered',
      text: `At most ${kesOf(possible)}: the organizer owes it to us ${when}`,
      is_warning: possible > 0,
    },
  ].filter(({ is_warning }) => is_warning)
}

function coverText({ elsewhereCents, othersCents }: Available, missing: number): string {
  if (elsewhereCents === missing) return "The organizer's other events cover it"
  const elsewhere =
    elsewhereCents > 0
      ? `The organizer's other events cover ${kesOf(elsewhereCents)} of it`
      : 'No other event covers it'
  return othersCents > 0
    ? `${elsewhere}, and ${kesOf(othersCents)} of this event is kept for it`
    : elsewhere
}

/**
 * The requests to cancel or reschedule events of the organizer, with their refunds. Null if no
 * request waits. 'The cancellation of Lake Festival (KES 2,000 for refunds)'.
 */
export function undecidedFact({ undecided }: Pick<Available, 'undecided'>): TaskFact | null {
  if (undecided.length === 0) return null
  const each = undecided.map(({ request, cents }) => `${request} (${kesOf(cents)} for refunds)`)
  const text = capitalise(listWords(each))
  return { label: 'Waits for a decision', text, is_warning: true }
}

/** Open reports of visitors about the organizer's events. `shown` are the oldest ones. */
export type OpenReports = { open: number; shown: { title: string; reason: string }[] }

/** '2 open. Derby Day: it looks fake or like a scam' */
export function reportsFact({ open, shown }: OpenReports): TaskFact {
  const label = 'Reports by visitors'
  if (open === 0) return { label, text: 'None open', is_warning: false }
  const words = shown.map(({ title, reason }) => `${title}: ${reason}`)
  return { label, text: `${open} open. ${words.join('; ')}`, is_warning: true }
}

/**
 * The balance after the payout, with the part that must stay. 'KES 400 of KES 2,000, but KES 400 must
 * stay for refunds (20% of sales after fees) and KES 1,600 for refunds of Lake Festival'.
 */
export function leftFact(
  found: Pick<Available, 'owedCents' | 'claims' | 'reserve' | 'othersCents' | 'lacking'>,
  { amountCents, share }: { amountCents: number; share: number },
): TaskFact {
  const { owedCents, claims, reserve, othersCents, lacking } = found
  const { first, more } = firstOf(lacking)
  const left = owedCents - amountCents
  if (left < 0) {
    const text = `Nothing: the balance is ${kesOf(owedCents)}`
    return { label: 'Left after this payout', text, is_warning: true }
  }
  const own =
    claims.cents > reserve.cents
      ? { cents: claims.cents, use: 'these claims' }
      : { cents: reserve.cents, use: `refunds (${share / 100}% of sales after fees)` }
  const kept = [own, { cents: othersCents, use: `refunds of ${first?.title}${more}` }].filter(
    ({ cents }) => cents > 0,
  )
  const isShort = left < own.cents + othersCents
  const verb = isShort ? 'must stay' : 'is kept'
  const words = kept.map(
    ({ cents, use }, at) => `${kesOf(cents)}${at ? '' : ` ${verb}`} for ${use}`,
  )
  const why = words.length > 0 ? `${isShort ? ', but' : '.'} ${listWords(words)}` : ''
  const text = `${kesOf(left)} of ${kesOf(owedCents)}${why}`
  return { label: 'Left after this payout', text, is_warning: isShort }
}

/** 'Asha Otieno, asha@lango.test. Account since March 12, 2026 (8 months)' */
export function organizerFact(
  { name, email, since }: { name: string; email: string; since: Date },
  now: Date,
): TaskFact {
  const day = nairobiDate(since)
  const days = daysBetween(day, nairobiDate(now))
  const text = `${name}, ${email}. Account since ${formatDay(day)} (${ageText(days)})`
  return { label: 'Organizer', text, is_warning: days < YOUNG_DAYS }
}

/** Accounts younger than this are marked. */
const YOUNG_DAYS = 30

export function paidBeforeFact({
  count,
  cents,
  last_at,
}: {
  count: number
  cents: number
  last_at: Date | null
}): TaskFact {
  const label = 'Paid out before'
  if (last_at === null)
    return { label, text: 'Nothing: this is the first payout', is_warning: true }
  const last = formatDay(nairobiDate(last_at))
  const text = `${kesOf(cents)} in ${countOf(count, 'payout')}, the last on ${last}`
  return { label, text, is_warning: false }
}

/** 'KES 12,920 on November 30, 2026: Please send us the booking of the hall.' */
export function refusedBeforeFact(
  refused: { amount_cents: number; decided_at: Date; reason: string } | undefined,
): TaskFact | null {
  if (!refused) return null
  const { amount_cents, decided_at, reason } = refused
  const text = `${kesOf(amount_cents)} on ${formatDay(nairobiDate(decided_at))}: ${reason}`
  return { label: 'Refused before', text, is_warning: true }
}

type Asker = { isOwn: boolean; name: string | null; email: string | null; at: Date }

export function requestedFact({ isOwn, name, email, at }: Asker, now: Date): TaskFact {
  const person = [name, email].filter(Boolean).join(', ') || 'An account that was deleted'
  const who = isOwn ? 'The organizer' : person
  return { label: 'Requested by', text: `${who}, ${momentOf(at, now)}`, is_warning: !isOwn }
}

export function accountFact({ words, since }: { words: string; since: Date }): TaskFact {
  const text = `${words}, since ${formatDay(nairobiDate(since))}`
  return { label: 'Goes to', text, is_warning: false }
}
