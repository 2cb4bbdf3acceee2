import { createHash, randomInt } from 'node:crypto'
import type { WantedCode } from '../../events/codes/code.rules.ts'
import { prefixOf } from '../../platform/limits/limits.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import {
  type NewOrder,
  normalForm,
  type OrderProof,
  type OrderSource,
  type PaymentMethod,
} from '../new-order.rules.ts'
import { CODE_SYMBOLS } from '../order-code.rules.ts'

export type OrderRow = {
  id: string
  event_id: string
  phone: string
  email: string | null
  fingerprint: string
  /** The buyer's network address; by USSD, the calling phone. Null if Lango placed the order. */
  client_network: string | null
  /** The /48 of an IPv6 address. */
  client_prefix: string | null
  payment_method: PaymentMethod
  language: Language
  /** Delay of the first prompt, in ms. */
  prompt_after_ms: number
  /** The displayed total. It is only compared, never stored. */
  shown_cents: number | null
  proof: OrderProof
  promo_code: WantedCode | null
  is_at_door: boolean
  source: OrderSource
  lines: readonly LineRow[]
}

export type LineRow = {
  ticket_type_id: string
  /** The number of units: a table of ten is one unit. */
  units: number
  /** The displayed amount. */
  shown_cents: number | null
  /** The price of one unit that the buyer has chosen. */
  chosen_cents: number | null
}

export function toOrderRow(order: NewOrder & { orderId: string }): OrderRow {
  const { shown, collectedCents, replaces = [], provenPhone } = order
  return {
    id: order.orderId.toLowerCase(),
    event_id: order.eventId.toLowerCase(),
    phone: order.phone,
    email: order.email || null,
    fingerprint: createHash('sha256').update(normalForm(order)).digest('hex').slice(0, 32),
    client_network: order.address ?? null,
    client_prefix: prefixOf(order.address ?? ''),
    payment_method: order.paymentMethod ?? 'prompt',
    language: order.language ?? 'en',
    prompt_after_ms: order.promptAfterMs ?? 0,
    shown_cents: shown?.totalCents ?? collectedCents ?? null,
    proof: { replaces, ...(provenPhone !== undefined && { provenPhone }) },
    promo_code: order.promoCode ?? null,
    is_at_door: order.isAtDoor ?? false,
    source: order.source ?? {},
    lines: order.lines.map(({ ticketTypeId, quantity, chosenCents }, index) => ({
      ticket_type_id: ticketTypeId.toLowerCase(),
      units: quantity,
      shown_cents: shown?.lineCents[index] ?? null,
      chosen_cents: chosenCents ?? null,
    })),
  }
}

/** Whether the order costs nothing. A free order is sold when it is placed. */
export const isFreeOrder = ({ payment_method }: Pick<OrderRow, 'payment_method'>): boolean =>
  payment_method === 'free'

/** A new order code. The buyer sees the code as the account number in the M-Pesa prompt. */
export function newOrderCode(): string {
  return Array.from({ length: 8 }, () => CODE_SYMBOLS[randomInt(32)]).join('')
}
