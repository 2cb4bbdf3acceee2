import type { BulkOrder } from '../bulk/given-orders.ts'
import { type Choice, drawBasket, drawSaleTimes, type Stock } from './basket.ts'
import { drawBuyer } from './buyers.ts'
import { type Draw, makeDraw } from './draw.ts'
import { DAY_MS, MINUTE_MS, type SaleEvent } from './sale-event.ts'

const LATE = 0.006
const RETURNED = 0.012
const STUCK = 0.2
const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

type Sale = BulkOrder & { code: string; paidAt: Date }

/** Draws all purchases of an event, sorted by time. */
export function drawSales(event: SaleEvent, now: number): Sale[] {
  const draw = makeDraw(event.key)
  const stock: Stock = new Map(event.types.map((type) => [type.id, type.capacity]))
  const sales: Sale[] = []
  for (const placedAt of drawSaleTimes(draw, event)) {
    if (placedAt >= event.closesAt) break
    const choices = drawBasket(draw, event, stock)
    if (choices.length === 0) break
    const sale = drawSale(draw, event, choices, { placedAt, now })
    if (!sale.isLate) {
      for (const { typeId, quantity } of choices) stock.set(typeId, stock.get(typeId)! - quantity)
    }
    sales.push(sale)
  }
  return sales
}

/**
 * Draws the result of a purchase: sold, paid too late (after its hold had ended), or sold and later
 * due for a refund.
 */
function drawSale(
  draw: Draw,
  event: SaleEvent,
  lines: Choice[],
  { placedAt, now }: { placedAt: number; now: number },
): Sale {
  const chance = draw.part()
  const isLate = chance < LATE
  const isReturned = !isLate && (event.isCancelled || chance > 1 - RETURNED)
  const paidAt = placedAt + (isLate ? 12 * MINUTE_MS : draw.whole(7000, 45_000))
  return {
    id: draw.id(placedAt),
    code: draw.text(BASE_32, 8),
    eventId: event.id,
    ...drawBuyer(draw),
    lines: lines.map((line) => ({ id: draw.id(placedAt), ...line })),
    placedAt: new Date(placedAt),
    paidAt: new Date(paidAt),
    isLate,
    hasTickets: true,
    ...(isLate || isReturned ? payBack(draw, event, { paidAt, isLate, now }) : {}),
  }
}

/**
 * The time at which the refund of a payment becomes due. For money that buys nothing, this is
 * immediately. Refunds of sales follow a few days later, before the event.
 */
function payBack(
  draw: Draw,
  event: SaleEvent,
  { paidAt, isLate, now }: { paidAt: number; isLate: boolean; now: number },
) {
  const regretted = Math.min(paidAt + draw.whole(1, 5) * DAY_MS, event.startsAt - 180 * MINUTE_MS)
  const decided = event.isCancelled ? event.closesAt : regretted
  const dueAt = isLate ? paidAt : Math.max(paidAt + MINUTE_MS, decided)
  const backAt = dueAt + draw.whole(7 * 1440, 14 * 1440) * MINUTE_MS
  // Some refunds stay unfinished: the phone is no longer in use, or its owner's name does not
  // match.
  const isStuck = draw.chance(STUCK)
  return { dueAt: new Date(dueAt), backAt: backAt < now && !isStuck ? new Date(backAt) : null }
}
