import type { Language } from '../platform/values/language.rules.ts'

/**
 * How the buyer pays. `cash` is paid to a steward at the door, who places the order. `given`: a
 * complimentary ticket, without a payment.
 */
export type PaymentMethod = 'prompt' | 'paybill' | 'cash' | 'given'

/**
 * The proof that an open order is the requesting buyer's, so that a new order may replace the open
 * order.
 */
export type OrderProof = {
  /** Ids of orders that the client has placed. Strangers do not have these ids. */
  replaces?: readonly string[]
  /** The calling number of a USSD session, or the number of a buyer at the door. */
  provenPhone?: string
}

/**
 * Whether the proof shows that this order is the requesting buyer's. If the order was placed by
 * USSD, `client_network` is the calling phone number.
 */
export function isProven(
  { id, phone, client_network }: { id: string; phone: string; client_network: string | null },
  { replaces = [], provenPhone }: OrderProof,
): boolean {
  if (replaces.some((known) => known.toLowerCase() === id)) return true
  return provenPhone !== undefined && [phone, client_network].includes(provenPhone)
}

/** An order that a buyer requests. Its proof is not part of the normal form. */
export type NewOrder = OrderProof & {
  eventId: string
  /** The phone number in its stored form: 2547… or 2541…. */
  phone: string
  email?: string | null
  /**
   * The key under which limits count the buyer: see `readNetworkAddress`; by USSD, the calling
   * phone. Not part of the normal form.
   */
  address?: string
  /** 'prompt' if absent. */
  paymentMethod?: PaymentMethod
  /** The language of messages to the buyer; English if absent. Not part of the normal form. */
  language?: Language
  /**
   * Delay of the prompt in ms: a phone with an open USSD session shows no prompt. Not part of the
   * normal form.
   */
  promptAfterMs?: number
  lines: readonly { ticketTypeId: string; quantity: number }[]
  /**
   * The prices that the client displayed, in cents, line by line. They are compared and never
   * stored.
   */
  shown?: { totalCents: number; lineCents: readonly number[] }
}

/**
 * Returns a text that is the same for two requests for one purchase, even if they are spelled
 * differently. The server refuses a request that repeats an order id with another normal form. The
 * server compares hashes of normal forms, and the browser compares the normal forms themselves.
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
