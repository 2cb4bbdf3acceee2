import { createHash } from 'node:crypto'
import { EventError } from '../events/errors.ts'
import { assert } from '../platform/assert.ts'
import { inTransaction, isUniqueViolation } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import type { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { toCents, toKes } from '../platform/money.rules.ts'
import { OrderError } from './errors.ts'
import {
  judgeOrders,
  type LineRow,
  type OrderRow,
  type Placement,
  type Terms,
} from './judge-order.sql.ts'
import { newOrderCode } from './order-code.ts'
import { placeOrders } from './place-order.sql.ts'
import { type AskedOrder, normalForm } from './same-order.rules.ts'
import { orderTimes } from './times.ts'
import { paymentOpen, tooManyUnpaid } from './unpaid-refusals.ts'

export type PlacedOrder = { orderId: string; isNew: boolean }

const TRIES = 5

type PlaceDeps = Pick<Deps, 'db' | 'clock' | 'timeScale' | 'env'>

/**
 * Sets tickets aside for a buyer and asks for the prompt. The same order id again answers the same
 * order. Throws AppError for every refusal, and then no row is left. Ids are UUIDs, the phone and
 * the e-mail address as they are stored, and each ticket type stands in one line.
 *
 * It looks first, without a lock: who repeats an order, or is refused, waits for nobody and holds up
 * nobody. Only what is to be placed then goes through `allow`, which may refuse it, and is judged
 * again under the locks.
 */
export async function placeOrder(
  deps: PlaceDeps,
  asked: AskedOrder & { orderId: string },
  allow: (place: () => Promise<PlacedOrder>) => Promise<PlacedOrder> = (place) => place(),
): Promise<PlacedOrder> {
  const order = toOrder(asked)
  const lines = toLines(order.id, asked)
  const [seen] = await judgeOrders(deps.db, { orders: [order], lines }, termsOf(deps))
  if (seen!.verdict !== 'placed') return answer(deps, seen!)
  return await allow(() => place(deps, order, lines))
}

/** Again, where the same order, or another of its phone, came in the same moment: it is there now. */
async function place(deps: PlaceDeps, order: OrderRow, lines: LineRow[]): Promise<PlacedOrder> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      const placements = await inTransaction(deps.db, (tx) =>
        placeOrders(tx, { orders: [order], lines }, termsOf(deps)),
      )
      if (placements[0]!.verdict !== 'again') return answer(deps, placements[0]!)
    } catch (error) {
      if (!isUniqueViolation(error, 'order_pkey', 'order__open', 'order_code_key')) throw error
      order.code = newOrderCode()
    }
  }
  // So many at once come from no buyer's hand: one of the others is open.
  throw paymentOpen(deps.timeScale)
}

function termsOf({ clock, timeScale, env }: PlaceDeps): Terms {
  return {
    now: clock.now(),
    ...orderTimes(timeScale),
    maxCents: toCents(env.mpesa.maxKes)!,
    sharePercent: env.limits.holdSharePerAddress,
  }
}

function answer(deps: PlaceDeps, placement: Placement): PlacedOrder {
  const { id, verdict } = placement
  if (verdict === 'placed' || verdict === 'exists') {
    return { orderId: id, isNew: verdict === 'placed' }
  }
  assert(verdict !== 'again', 'an order is judged again without a look at the others')
  throw refusal(deps, { ...placement, verdict })
}

type Refused = Placement & { verdict: Exclude<Placement['verdict'], 'placed' | 'exists' | 'again'> }

function refusal(
  { clock, timeScale }: PlaceDeps,
  { verdict, amount_cents, held_until }: Refused,
): AppError {
  switch (verdict) {
    case 'event_not_found':
    case 'unknown_ticket_type':
      return new EventError(verdict)
    case 'amount_changed': {
      const amount = amount_cents === null ? null : toKes(amount_cents)
      return new OrderError(verdict, { details: { amount } })
    }
    case 'payment_open':
      return paymentOpen(timeScale)
    case 'too_many_unpaid':
      return tooManyUnpaid(held_until, clock.now())
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
