import { createHash, randomUUID } from 'node:crypto'
import { inTransaction, isUniqueViolation } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid, newId, newOrderCode } from '../platform/ids.ts'
import { toCents } from '../platform/money.rules.ts'
import { normalisePhone } from '../platform/phone.rules.ts'
import type { OrderRequest } from './checkout.contract.ts'
import { type LineRow, type OrderRow, type Placement, placeOrders } from './place-order.sql.ts'

export type PlacedOrder = { orderId: string; isNew: boolean }

/**
 * Sets tickets aside for a buyer and asks for the prompt. The same order id again answers the same
 * order. Throws AppError for every refusal, and then no row is left.
 */
export async function placeOrder(deps: Deps, request: OrderRequest): Promise<PlacedOrder> {
  const order = toOrder(request)
  const lines = toLines(order.id, request)
  for (let attempt = 1; ; attempt++) {
    try {
      const placement = await place(deps, order, lines)
      if (placement.verdict === 'placed') return { orderId: order.id, isNew: true }
      if (placement.verdict === 'exists') return { orderId: order.id, isNew: false }
      throw refusal(placement)
    } catch (error) {
      // The same order arrived twice at once: the other one is there now, so look again.
      const twice = isUniqueViolation(error, 'order_pkey')
      const codeTaken = isUniqueViolation(error, 'order_code_key')
      if (attempt >= 5 || !(twice || codeTaken)) throw error
      order.code = newOrderCode()
    }
  }
}

async function place(deps: Deps, order: OrderRow, lines: LineRow[]): Promise<Placement> {
  const placements = await inTransaction(deps.db, (tx) =>
    placeOrders(tx, [order], lines, {
      now: deps.clock.now(),
      holdMs: deps.timings.holdMs,
      holdMaxMs: deps.timings.holdMaxMs,
      maxKes: deps.env.mpesa.maxKes,
    }),
  )
  return placements[0]!
}

function refusal(placement: Placement): AppError {
  const { verdict, amount_kes } = placement
  if (verdict === 'amount_changed') {
    return new AppError('amount_changed', { details: { amount: amount_kes } })
  }
  return new AppError(verdict as ConstructorParameters<typeof AppError>[0])
}

function toOrder(request: OrderRequest): OrderRow {
  const phone = normalisePhone(request.phoneNumber)
  if (!phone) throw new AppError('invalid_phone', { details: { field: 'phoneNumber' } })
  if (!isUuid(request.eventId)) throw new AppError('event_not_found')
  return {
    // Whoever knows the id may see the order, so it is random in full.
    id: (request.orderId ?? randomUUID()).toLowerCase(),
    code: newOrderCode(),
    event_id: request.eventId.toLowerCase(),
    phone,
    email: readEmail(request.email),
    fingerprint: fingerprint(request, phone),
    amount_cents: readCents(request.amount, 'amount'),
  }
}

function toLines(orderId: string, request: OrderRequest): LineRow[] {
  const seen = new Set<string>()
  return request.tickets.map((ticket, position) => {
    const id = ticket.ticketTypeId.toLowerCase()
    if (!isUuid(id)) throw new AppError('unknown_ticket_type')
    if (seen.has(id)) {
      throw new AppError('duplicate_ticket_type', {
        details: { field: `tickets.${position}.ticketTypeId` },
      })
    }
    seen.add(id)
    return {
      id: newId(),
      order_id: orderId,
      ticket_type_id: id,
      position,
      quantity: ticket.quantity,
      amount_cents: readCents(ticket.amount, `tickets.${position}.amount`),
    }
  })
}

// Two decimals at most, and small enough for the arithmetic of the statement.
const MAX_SHILLINGS = 1e12

function readCents(shillings: number, field: string): number {
  const cents = Math.abs(shillings) <= MAX_SHILLINGS ? toCents(shillings) : null
  if (cents !== null && cents >= 0) return cents
  throw new AppError('invalid_field', {
    text: `${field} must be an amount in shillings with at most two decimals.`,
    details: { field },
  })
}

const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u

function readEmail(typed: string | null | undefined): string | null {
  const email = typed?.trim()
  if (!email) return null
  if (EMAIL.test(email)) return email
  throw new AppError('invalid_field', {
    text: 'Please enter a valid email address, or leave it empty.',
    details: { field: 'email' },
  })
}

/** The request in a normal form: the same purchase written differently is still the same. */
function fingerprint(request: OrderRequest, phone: string): string {
  const tickets = request.tickets
    .map((ticket) => [ticket.ticketTypeId.toLowerCase(), ticket.quantity, ticket.amount])
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  const email = request.email?.trim() || null
  const body = [request.eventId.toLowerCase(), phone, email, request.amount, tickets]
  return createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 32)
}
