import type { Language } from '../platform/values/language.rules.ts'

/** `cash`: to a steward at the door, who places it. */
export type PaysBy = 'prompt' | 'paybill' | 'cash'

/** What is asked for in an order; with `shown`, the prices that the buyer saw. */
export type AskedOrder = {
  eventId: string
  /** As it is stored: 2547… or 2541…. */
  phone: string
  email?: string | null
  /** The network address, as limits count it: where it was asked for, which is no part of it. */
  address?: string
  /** When prompted, or by hand from the start. */
  paysBy?: PaysBy
  /** What the buyer is spoken to in; English where unknown. No part of what is asked for. */
  language?: Language
  /** Its prompt waits for so long: an open USSD session keeps one from the phone. No part of it either. */
  promptAfterMs?: number
  lines: readonly { ticketTypeId: string; quantity: number }[]
  /** In cents, a sum for each line in their order. Only compared, never stored. */
  shown?: { totalCents: number; lineCents: readonly number[] }
}

/**
 * The one normal form of a purchase: the same however it was written. An order id that comes again
 * with another one is refused. Hashed on the server, compared as it is in the browser.
 */
export function normalForm(asked: AskedOrder): string {
  const { eventId, phone, email, paysBy, lines, shown } = asked
  const rows = lines.map(({ ticketTypeId, quantity }, at) => [
    ticketTypeId.toLowerCase(),
    quantity,
    shown?.lineCents[at] ?? null,
  ])
  rows.sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1))
  return JSON.stringify([
    eventId.toLowerCase(),
    phone,
    email || null,
    shown?.totalCents ?? null,
    rows,
    ...(paysBy && paysBy !== 'prompt' ? [paysBy] : []),
  ])
}
