import { createHash } from 'node:crypto'
import { newId } from '../../platform/ids.ts'
import { type AskedOrder, normalForm } from '../same-order.rules.ts'
import type { Asked, LineRow, OrderRow } from './judge-order.sql.ts'
import { newOrderCode } from './order-code.ts'

/** An order that is asked for, as the rows that it would be. */
export function rowsOf(asked: AskedOrder & { orderId: string }): Asked {
  const order = toOrder(asked)
  return { orders: [order], lines: toLines(order.id, asked) }
}

function toOrder(asked: AskedOrder & { orderId: string }): OrderRow {
  return {
    id: asked.orderId.toLowerCase(),
    code: newOrderCode(),
    event_id: asked.eventId.toLowerCase(),
    phone: asked.phone,
    email: asked.email || null,
    fingerprint: createHash('sha256').update(normalForm(asked)).digest('hex').slice(0, 32),
    asked_from: asked.address ?? null,
    pays_by: asked.paysBy ?? 'prompt',
    language: asked.language ?? 'en',
    prompt_after_ms: asked.promptAfterMs ?? 0,
    shown_cents: asked.shown?.totalCents ?? null,
  }
}

function toLines(orderId: string, { lines, shown }: AskedOrder): LineRow[] {
  return lines.map(({ ticketTypeId, quantity }, position) => ({
    id: newId(),
    order_id: orderId,
    ticket_type_id: ticketTypeId.toLowerCase(),
    position,
    quantity,
    shown_cents: shown?.lineCents[position] ?? null,
  }))
}
