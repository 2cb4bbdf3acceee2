import { toKes } from '../platform/values/money.rules.ts'
import type { Available } from './payout.rules.ts'

/** The parts of a balance that cannot be requested now, in shillings. */
export function partsOfBalance(found: Available) {
  const { owedCents, keptCents, othersCents, askedCents, askedElsewhereCents } = found
  const parts = keptCents + othersCents + askedCents + askedElsewhereCents
  return {
    kept: toKes(keptCents),
    kept_for_others: toKes(othersCents),
    requested: toKes(askedCents),
    requested_elsewhere: toKes(askedElsewhereCents),
    cents: toKes(Math.max(0, owedCents) - parts - found.availableCents),
  }
}

/** The first event by title, and the number of the other events: ' and 2 more'. */
export function firstOf<Event extends { title: string }>(events: readonly Event[]) {
  const [first, ...others] = [...events].sort((one, other) => one.title.localeCompare(other.title))
  return { first, more: others.length > 0 ? ` and ${others.length} more` : '' }
}
