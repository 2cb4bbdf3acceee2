import type { TicketTypeReply } from '../events/events.contract.ts'
import type { ChosenLine } from './choice.rules.ts'

type MaybeFree = Pick<TicketTypeReply, 'id' | 'price' | 'is_free' | 'lowest' | 'full_price'>

/**
 * Whether these lines cost nothing because the organizer, a promo code or the buyer made them free.
 * False for a price of 0 that may be a mistake: such tickets are only sold in a paid order.
 */
export function areFree(types: readonly MaybeFree[], lines: readonly ChosenLine[]): boolean {
  return lines.every(({ ticketTypeId, amountKes }) => {
    const type = types.find(({ id }) => id === ticketTypeId)
    return amountKes === 0 && type !== undefined && isMeantFree(type)
  })
}

const isMeantFree = ({ is_free, lowest, full_price }: MaybeFree): boolean =>
  is_free === true || lowest !== undefined || full_price !== undefined

/** How long a browser stores a proven phone. The server accepts a code for at least 45 minutes. */
export const PROVEN_MS = 30 * 60_000

/** A phone number confirmed in this browser for an event, with the code that confirmed it. */
export type ProvenPhone = { eventId: string; phoneNumber: string; proof: string; at: number }

export const isFresh = ({ at }: ProvenPhone, now: number): boolean => now - at < PROVEN_MS
