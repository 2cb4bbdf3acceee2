import { formatMoment } from '../../ui/dates.rules.ts'
import { EventError } from '../errors.ts'

/** The facts that keep an event's money with us, read after the event was locked. */
export type HeldMoney = { held_until: Date | null; payouts_frozen_at: Date | null }

/** Throws money_held with the instant, or payouts_frozen, while nothing of the event is paid out. */
export function requireReleased({ held_until, payouts_frozen_at }: HeldMoney, now: Date): void {
  if (held_until !== null && held_until > now) {
    const until = held_until.toISOString()
    const text = `The money of this event stays with us until ${formatMoment(until, now)}.`
    throw new EventError('money_held', { text, details: { until } })
  }
  if (payouts_frozen_at !== null) throw new EventError('payouts_frozen')
}
