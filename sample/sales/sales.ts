import { drawTicketNumber } from '../../src/tickets/draw-ticket-number.ts'
import { splitAdmits } from '../../src/tickets/number.rules.ts'
import { type Choice, drawBasket, drawSaleTimes, type Stock } from './basket.ts'
import { drawBuyer } from './buyers.ts'
import { type Draw, makeDraw } from './draw.ts'
import { DAY_MS, MINUTE_MS, type SaleEvent, type SampleGate, sampleGateKey } from './sale-event.ts'

export type SoldTicket = {
  id: string
  number: string
  part: number
  admits: number
  typeName: string
  gate: SampleGate | null
}

export type SoldLine = Choice & { id: string; tickets: SoldTicket[] }

/**
 * kept: sold, and that was it. late: the money came when the hold had ended, and buys nothing.
 * returned: sold, and to be refunded afterwards.
 */
export type Fate = 'kept' | 'late' | 'returned'

export type SampleSale = {
  id: string
  event: SaleEvent
  code: string
  fate: Fate
  phone: string
  email: string | null
  amountKes: number
  lines: SoldLine[]
  placedAt: number
  /** When M-Pesa took the money. */
  paidAt: number
  /** When it was decided that the money goes back; null where it stays. */
  dueAt: number | null
  /** When it went back; null where it has not yet. */
  backAt: number | null
  payment: { id: string; token: string; receipt: string; prompt: string }
}

const LATE = 0.006
const RETURNED = 0.012
const STUCK = 0.2
const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BASE_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Every purchase of an event, in the order of time. */
export function drawSales(event: SaleEvent, now: number): SampleSale[] {
  const draw = makeDraw(event.key)
  const stock: Stock = new Map(event.types.map((type) => [type.id, type.capacity]))
  const loads = new Map<string, number>()
  const key = sampleGateKey(event)
  const sales: SampleSale[] = []
  for (const placedAt of drawSaleTimes(draw, event)) {
    if (placedAt >= event.closesAt) break
    const choices = drawBasket(draw, event, stock)
    if (choices.length === 0) break
    const sale = drawSale(draw, event, choices, placedAt)
    if (sale.fate !== 'late') {
      for (const { type, quantity } of choices) {
        stock.set(type.id, stock.get(type.id)! - quantity)
      }
      for (const line of sale.lines) line.tickets = drawTickets(draw, line, { key, loads, sale })
    }
    sales.push(payBack(draw, sale, now))
  }
  return sales
}

function drawSale(draw: Draw, event: SaleEvent, choices: Choice[], placedAt: number): SampleSale {
  const chance = draw.part()
  const isReturned = event.isCancelled || chance > 1 - RETURNED
  const fate = chance < LATE ? 'late' : isReturned ? 'returned' : 'kept'
  const paidAt = placedAt + (fate === 'late' ? 12 * MINUTE_MS : draw.whole(7000, 45_000))
  const year = BASE_36[10 + ((new Date(paidAt).getUTCFullYear() - 2006) % 26)]!
  return {
    id: draw.id(placedAt),
    event,
    code: draw.text(BASE_32, 8),
    fate,
    ...drawBuyer(draw),
    amountKes: choices.reduce((sum, choice) => sum + choice.amountKes, 0),
    lines: choices.map((choice) => ({ ...choice, id: draw.id(placedAt), tickets: [] })),
    placedAt,
    paidAt,
    dueAt: null,
    backAt: null,
    payment: {
      id: draw.id(placedAt),
      token: draw.hex(32),
      receipt: year + draw.text(BASE_36, 9),
      prompt: draw.hex(20),
    },
  }
}

type Making = { key: Buffer; loads: Map<string, number>; sale: SampleSale }

/** Each ticket's gate is the one of its type that was given the fewest people so far. */
function drawTickets(draw: Draw, line: SoldLine, { key, loads, sale }: Making): SoldTicket[] {
  return splitAdmits(line.quantity).map((admits, part) => {
    const load = (gate: SampleGate) => loads.get(line.type.id + gate.id) ?? 0
    const gate = line.type.gates.toSorted((a, b) => load(a) - load(b))[0] ?? null
    if (gate) loads.set(line.type.id + gate.id, load(gate) + admits)
    return {
      id: draw.id(sale.paidAt),
      number: drawTicketNumber(line.type.typeOffset, admits, key, draw.ticketBits()),
      part,
      admits,
      typeName: line.type.name,
      gate,
    }
  })
}

/** Money that buys nothing is due back at once; other money a few days later, and by the event. */
function payBack(draw: Draw, sale: SampleSale, now: number): SampleSale {
  if (sale.fate === 'kept') return sale
  const { event, paidAt } = sale
  const regretted = Math.min(paidAt + draw.whole(1, 5) * DAY_MS, event.startsAt - 180 * MINUTE_MS)
  const decided = event.isCancelled ? event.closesAt : regretted
  const dueAt = sale.fate === 'late' ? paidAt : Math.max(paidAt + MINUTE_MS, decided)
  const backAt = dueAt + draw.whole(7 * 1440, 14 * 1440) * MINUTE_MS
  // Some wait for longer: a phone that is gone, a name that does not match.
  const isStuck = draw.chance(STUCK)
  return { ...sale, dueAt, backAt: backAt < now && !isStuck ? backAt : null }
}
