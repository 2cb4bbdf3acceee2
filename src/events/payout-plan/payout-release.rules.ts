import type { EventReply } from '../events.contract.ts'
import type { PayoutRelease } from '../pending-change.contract.ts'

/** When an event's money may be paid out, in words for readers of the audit log and of changes. */
export const releaseWords = (release: string) =>
  release === 'after_event' ? 'after the event' : 'at any time'

/** Whether the change allows payouts earlier than the stored plan. */
export const isLooser = (from: string, to: PayoutRelease | string | undefined): boolean =>
  from === 'after_event' && to === 'any_time'

type PromisedEvent = Pick<EventReply, 'ticket_types' | 'sales_open' | 'is_sold_out'>

/**
 * The `money` of a public reply, which promises buyers that their money is held. Absent if the
 * event sells nothing for money now, or if the shop's operator has not said who holds the money.
 */
export function moneyOf(
  { moneyHeldBy }: { moneyHeldBy: string | null },
  { ticket_types, sales_open, is_sold_out }: PromisedEvent,
  { heldUntil, now }: { heldUntil: Date | null; now: Date },
): Pick<EventReply, 'money'> {
  const isSold = ticket_types.some(({ price, lowest }) => price > 0 || lowest !== undefined)
  const isPromised = moneyHeldBy !== null && sales_open && !is_sold_out && isSold
  if (!isPromised || heldUntil === null || heldUntil <= now) return {}
  return { money: { held_until: heldUntil.toISOString() } }
}
