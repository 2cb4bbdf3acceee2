import type { WantedCode } from '../events/codes/code.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'

/**
 * `cash`: the buyer pays a steward at the door, and the steward places the order. `free`: the
 * order costs nothing, and the buyer proved the phone number instead of paying.
 */
export type PaymentMethod = 'prompt' | 'paybill' | 'cash' | 'complimentary' | 'free'

/** Proves that an open order belongs to the buyer, so that a new order may replace it. */
export type OrderProof = {
  /** Ids of orders that the client has placed; strangers do not have them. */
  replaces?: readonly string[]
  /** The calling number of a USSD session, or the number of a buyer at the door. */
  provenPhone?: string
}

/** Whether the buyer owns the order. By USSD, `client_network` is the calling phone number. */
export function isProven(
  { id, phone, client_network }: { id: string; phone: string; client_network: string | null },
  { replaces = [], provenPhone }: OrderProof,
): boolean {
  if (replaces.some((known) => known.toLowerCase() === id)) return true
  return provenPhone !== undefined && [phone, client_network].includes(provenPhone)
}

export type NewOrder = OrderProof & {
  eventId: string
  /** The phone number in its stored form: 2547… or 2541…. */
  phone: string
  email?: string | null
  /** The key of limits: the IP address (`readNetworkAddress`), or by USSD the calling phone. */
  address?: string
  /** 'prompt' if absent. */
  paymentMethod?: PaymentMethod
  /** Language of messages to the buyer; English if absent. */
  language?: Language
  /** The delay of the prompt, in ms. A phone shows no prompt during a USSD session. */
  promptAfterMs?: number
  /**
   * `quantity` counts units: a table of ten is one unit. `chosenCents` is the price of a unit if
   * the buyer chooses it, otherwise absent.
   */
  lines: readonly { ticketTypeId: string; quantity: number; chosenCents?: number }[]
  promoCode?: WantedCode | null
  /** True if a steward sells. A hidden ticket type then needs no code if it is sold at the door. */
  isAtDoor?: boolean
  source?: OrderSource
  /** The displayed prices in cents, for each line. They are only compared, never stored. */
  shown?: { totalCents: number; lineCents: readonly number[] }
  /**
   * The total in cents that a steward collects. It is only compared, never stored. A retry with a
   * different total returns the existing order.
   */
  collectedCents?: number
}

/** The seller and the UTM words of the link that brought the buyer. */
export type OrderSource = {
  /** The number of a seller of the event. A number that no seller has is ignored. */
  seller?: number | null
  /** The link's `utm_source`, `utm_medium`, `utm_campaign`, `utm_term` and `utm_content`. */
  utm?: Partial<Record<UtmName, string>>
}

export const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const
type UtmName = (typeof UTM_NAMES)[number]

/**
 * A text that is equal for two requests for the same purchase, even if they spell it differently.
 * A request with a known order id and a different text is refused. The text leaves out the proof,
 * address, language, delay, source and collected total.
 */
export function normalForm(order: NewOrder): string {
  const { eventId, phone, email, paymentMethod, lines, shown, promoCode } = order
  const rows = lines.map(({ ticketTypeId, quantity, chosenCents }, index) => [
    ticketTypeId.toLowerCase(),
    quantity,
    shown?.lineCents[index] ?? null,
    ...(chosenCents === undefined ? [] : [chosenCents]),
  ])
  rows.sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1))
  return JSON.stringify([
    eventId.toLowerCase(),
    phone,
    email || null,
    shown?.totalCents ?? null,
    rows,
    ...(paymentMethod && paymentMethod !== 'prompt' ? [paymentMethod] : []),
    ...(promoCode ? [promoCode] : []),
  ])
}

/** The text of `amount_changed`. The gate app also shows it when a price changes on the screen. */
export const PRICE_CHANGED = 'The price has changed. Please check the new total.'
