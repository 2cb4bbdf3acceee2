import { createHash, randomInt } from 'node:crypto'
import { prefixOf } from '../../platform/limits/limits.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import {
  type NewOrder,
  normalForm,
  type OrderProof,
  type PaymentMethod,
} from '../new-order.rules.ts'
import { CODE_SYMBOLS } from '../order-code.rules.ts'

export type OrderRow = {
  id: string
  event_id: string
  phone: string
  email: string | null
  fingerprint: string
  /** Null if we placed the order. */
  client_network: string | null
  /** The /48 of an IPv6 address. */
  client_prefix: string | null
  payment_method: PaymentMethod
  language: Language
  /** Delay of the first prompt, in ms. */
  prompt_after_ms: number
  /** The displayed total, compared and never stored. */
  shown_cents: number | null
  proof: OrderProof
  lines: readonly LineRow[]
}

export type LineRow = {
  ticket_type_id: string
  quantity: number
  /** The displayed amount. */
  shown_cents: number | null
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
    lines: order.lines.map(({ ticketTypeId, quantity }, index) => ({
      ticket_type_id: ticketTypeId.toLowerCase(),
      quantity,
      shown_cents: shown?.lineCents[index] ?? null,
    })),
  }
}

/** The account number that the buyer sees in the M-Pesa prompt. */
export function newOrderCode(): string {
  return Array.from({ length: 8 }, () => CODE_SYMBOLS[randomInt(32)]).join('')
}
