import type { Draw } from './draw.ts'
import { DAY_MS, MINUTE_MS, type SaleEvent, type SaleType } from './sale-event.ts'

/** The number of tickets left, by the id of the ticket type. */
export type Stock = Map<string, number>

export type Choice = { typeId: string; quantity: number }

const PAIR = 0.16
const QUANTITY_WEIGHTS = [34, 40, 12, 10, 3, 1]
const MANY = 0.03

/** Draws the tickets of one buyer. Empty if all ticket types with a price are sold out. */
export function drawBasket(draw: Draw, event: SaleEvent, stock: Stock): Choice[] {
  const open = event.types.filter((type) => left(stock, type) > 0)
  const paid = open.filter((type) => type.price > 0)
  if (paid.length === 0) return []
  // A buyer of a free ticket also takes a paid ticket.
  const first = paid[draw.weighted(paid.map((type) => left(stock, type)))]!
  const others = open.filter((type) => type !== first)
  const second = others.length > 0 && draw.chance(PAIR) ? draw.pick(others) : null
  return open
    .filter((type) => type === first || type === second)
    .map((type) => choose(draw, type, stock))
}

const left = (stock: Stock, type: SaleType) => stock.get(type.id) ?? 0

function choose(draw: Draw, type: SaleType, stock: Stock): Choice {
  const isGroup = type.maxPerOrder > 30 || draw.chance(MANY)
  const wanted = isGroup ? draw.whole(1, type.maxPerOrder) : draw.weighted(QUANTITY_WEIGHTS) + 1
  return { typeId: type.id, quantity: Math.min(wanted, type.maxPerOrder, left(stock, type)) }
}

/** The relative number of sales in each hour of the day, from midnight in Nairobi. */
const HOUR_WEIGHTS = [1, 0, 0, 0, 0, 1, 3, 5, 7, 8, 8, 9, 10, 9, 8, 8, 9, 11, 13, 15, 16, 14, 9, 4]
const NAIROBI_MS = 3 * 60 * MINUTE_MS

/**
 * Draws the times of purchases, in ascending order. Many purchases are made when sales open, and
 * most in the last days and at weekends.
 */
export function drawSaleTimes(draw: Draw, event: SaleEvent): number[] {
  const span = event.weeks * 7
  const eventDay = Math.floor((event.startsAt + NAIROBI_MS) / DAY_MS)
  const weights = Array.from({ length: span + 1 }, (_, daysBefore) => {
    // 1 January 1970 was a Thursday.
    const weekday = (eventDay - daysBefore + 4) % 7
    const isWeekend = weekday === 0 || weekday >= 5
    const opening = 3 * Math.exp((daysBefore - span) / 2)
    return (1 + opening + 6 * Math.exp(-daysBefore / 3)) * (isWeekend ? 1.5 : 1)
  })
  const times = Array.from({ length: event.orders }, () => {
    const day = eventDay - draw.weighted(weights)
    const inHour = draw.whole(0, 60 * MINUTE_MS - 1)
    return day * DAY_MS - NAIROBI_MS + draw.weighted(HOUR_WEIGHTS) * 60 * MINUTE_MS + inHour
  })
  return times.toSorted((a, b) => a - b)
}
