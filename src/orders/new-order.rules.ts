import type { Language } from '../platform/values/language.rules.ts'

/** `cash`: paid to a steward at the door, who places the order. */
export type PaymentMethod = 'prompt' | 'paybill' | 'cash'

/** An order that a buyer requests. */
export type NewOrder = {
  eventId: string
  /** In its stored form: 2547… or 2541…. */
  phone: string
  email?: string | null
  /** The buyer's network address, as limits count it; no part of the normal form. */
  address?: string
  /** 'prompt' if absent. */
  paymentMethod?: PaymentMethod
  /** The language of messages to the buyer, English if absent; no part of the normal form. */
  language?: Language
  /** Delay of the prompt, as a phone shows none during a USSD session; no part of the normal form. */
  promptAfterMs?: number
  lines: readonly { ticketTypeId: string; quantity: number }[]
  /** The prices that the client displayed, in cents, line by line. Compared, never stored. */
  shown?: { totalCents: number; lineCents: readonly number[] }
}

/**
 * A text that is equal for equal purchases, however the request is written. A repeated order id with
 * another normal form is refused. The server hashes normal forms, the browser compares them.
 */
export function normalForm(order: NewOrder): string {
  const { eventId, phone, email, paymentMethod, lines, shown } = order
  const rows = lines.map(({ ticketTypeId, quantity }, index) => [
    ticketTypeId.toLowerCase(),
    quantity,
    shown?.lineCents[index] ?? null,
  ])
  rows.sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1))
  return JSON.stringify([
    eventId.toLowerCase(),
    phone,
    email || null,
    shown?.totalCents ?? null,
    rows,
    ...(paymentMethod && paymentMethod !== 'prompt' ? [paymentMethod] : []),
  ])
}
