import { formatMoment } from '../../ui/dates.rules.ts'
import { EventError } from '../errors.ts'

/** The reasons for which an event's money stays with us. Read them after the event was locked. */
export type HeldMoney = { held_until: Date | null; payouts_frozen_at: Date | null }

/** Throws money_held with the time of release, or payouts_frozen, if nothing may be paid out. */
export function requireReleased({ held_until, payouts_frozen_at }: HeldMoney, now: Date): void {
  if (held_until !== null && held_until > now) {
    const until = held_until.toISOString()
    const text = `The money of this event stays with us until ${formatMoment(until, now)}.`
    throw new EventError('money_held', { text, details: { until } })
  }
  if (payouts_frozen_at !== null) throw new EventError('payouts_frozen')
}
