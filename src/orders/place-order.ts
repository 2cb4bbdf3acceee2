import { createHash } from 'node:crypto'
import { EventError } from '../events/errors.ts'
import { inTransaction, isUniqueViolation } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import type { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { toCents, toKes } from '../platform/money.rules.ts'
import { OrderError } from './errors.ts'
import { newOrderCode } from './order-code.ts'
import { type LineRow, type OrderRow, type Placement, placeOrders } from './place-order.sql.ts'
import { type AskedOrder, normalForm } from './same-order.rules.ts'
import { orderTimes } from './times.ts'

export type PlacedOrder = { orderId: string; isNew: boolean }

type PlaceDeps = Pick<Deps, 'db' | 'clock' | 'timeScale' | 'env'>

/**
 * Sets tickets aside for a buyer and asks for the prompt. The same order id again answers the same
 * order. Throws AppError for every refusal, and then no row is left. Ids are UUIDs, the phone and
 * the e-mail address as they are stored, and each ticket type stands in one line.
 */
export async function placeOrder(
  deps: PlaceDeps,
  asked: AskedOrder & { orderId: string },
): Promise<PlacedOrder> {
  const order = toOrder(asked)
  const lines = toLines(order.id, asked)
  for (let attempt = 1; ; attempt++) {
    try {
      const { verdict, amount_cents } = await place(deps, order, lines)
      if (verdict === 'placed') return { orderId: order.id, isNew: true }
      if (verdict === 'exists') return { orderId: order.id, isNew: false }
      throw refusal(verdict, amount_cents)
    } catch (error) {
      // The same order arrived twice at once: the other one is there now, so look again.
      const twice = isUniqueViolation(error, 'order_pkey')
      const codeTaken = isUniqueViolation(error, 'order_code_key')
      if (attempt >= 5 || !(twice || codeTaken)) throw error
      order.code = newOrderCode()
    }
  }
}

async function place(deps: PlaceDeps, order: OrderRow, lines: LineRow[]): Promise<Placement> {
  const placements = await inTransaction(deps.db, (tx) =>
    placeOrders(tx, [order], lines, {
      now: deps.clock.now(),
      ...orderTimes(deps.timeScale),
      maxCents: toCents(deps.env.mpesa.maxKes)!,
    }),
  )
  return placements[0]!
}

type Refused = Exclude<Placement['verdict'], 'placed' | 'exists'>

function refusal(verdict: Refused, cents: number | null): AppError {
  switch (verdict) {
    case 'event_not_found':
    case 'unknown_ticket_type':
      return new EventError(verdict)
    case 'amount_changed':
      return new OrderError(verdict, { details: { amount: cents === null ? null : toKes(cents) } })
    default:
      return new OrderError(verdict)
  }
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
