import type { CheckInMethod, CheckInResult } from '../../src/checkin/checkin.contract.ts'
import { decideCheckIn } from '../../src/checkin/checkin.rules.ts'
import { type Draw, makeDraw } from './draw.ts'
import { MINUTE_MS, type SaleEvent, type SampleGate } from './sale-event.ts'
import type { SampleSale, SoldTicket } from './sales.ts'

/** One decision at a gate. */
export type Entry = {
  id: string
  nonce: string
  event: SaleEvent
  gate: SampleGate | null
  ticketNumber: string
  ticketId: string | null
  result: CheckInResult
  reason: string | null
  asked: number | null
  admits: number
  left: number | null
  method: CheckInMethod
  at: number
}

const IN_PARTS = 0.12
const TOO_MANY = 0.2
const AGAIN = 0.03
const WRONG_GATE = 0.03
const REFUNDED_TRIES = 0.6
const STRANGE = 0.006
const TYPED = 0.15

export type Shown = SoldTicket & {
  isVoid: boolean
  eventId: string
  /** Nobody stands at the gate with it before. */
  from: number
}

export function shownTickets(sale: SampleSale): Shown[] {
  const from = (sale.dueAt ?? sale.paidAt) + 2 * MINUTE_MS
  const more = { isVoid: sale.fate !== 'kept', eventId: sale.event.id, from }
  return sale.lines.flatMap((line) => line.tickets.map((ticket) => ({ ...ticket, ...more })))
}

/** Everything that happened at an event's gates, in the order of time; some bring an old ticket. */
export function drawEntries(event: SaleEvent, sales: SampleSale[], earlier: Shown[]): Entry[] {
  if (event.cameIn === 0) return []
  const draw = makeDraw(`gate ${event.key}`)
  const gates = [...new Map(event.types.flatMap((t) => t.gates).map((g) => [g.id, g])).values()]
  const entries = sales
    .flatMap(shownTickets)
    .filter(({ isVoid }) => draw.chance(isVoid ? REFUNDED_TRIES : event.cameIn))
    .flatMap((ticket) => visit(draw, event, ticket, gates))
  const strange = Array.from({ length: Math.ceil(entries.length * STRANGE) }, (_, turn) =>
    showStrange(draw, event, turn % 2 === 0 || !earlier[0] ? null : draw.pick(earlier)),
  )
  return [...entries, ...strange].toSorted((a, b) => a.at - b.at)
}

/** Most come in the hour before, some late. */
function arrival(draw: Draw, event: SaleEvent): number {
  const early = (draw.part() + draw.part() + draw.part()) / 3
  return Math.round(event.startsAt - (90 * early - 15) * MINUTE_MS)
}

/** The way of one ticket: perhaps to the wrong gate, in at once or in parts, perhaps once more. */
function visit(draw: Draw, event: SaleEvent, ticket: Shown, gates: SampleGate[]): Entry[] {
  let [at, admitted] = [Math.max(ticket.from, arrival(draw, event)), 0]
  const entries: Entry[] = []
  const show = (gate: SampleGate | null, asked: number | null) => {
    const entry = decide(draw, event, { ticket, gate, asked, admitted, at })
    admitted += entry.admits
    at += draw.whole(1, 12) * MINUTE_MS
    entries.push(entry)
    return entry
  }
  const wrong = gates.find((gate) => gate.id !== ticket.gate?.id)
  if (wrong && ticket.gate && draw.chance(WRONG_GATE)) show(wrong, null)
  const first = ticket.admits > 1 && draw.chance(IN_PARTS) ? draw.whole(1, ticket.admits - 1) : null
  const { left } = show(ticket.gate, first)
  if (left && draw.chance(TOO_MANY)) show(ticket.gate, left + 1)
  if (left && draw.chance(0.9)) show(ticket.gate, null)
  if (draw.chance(AGAIN)) show(ticket.gate, null)
  return entries
}

/** A ticket of another event, or a number that is none. */
function showStrange(draw: Draw, event: SaleEvent, ticket: Shown | null): Entry {
  const number = draw.chance(0.5)
    ? draw.text('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 16)
    : draw.text('0123456789', 10)
  const shown = { ticket, gate: null, asked: null, admitted: 0, at: arrival(draw, event) }
  return { ...decide(draw, event, shown), ...(ticket ? {} : { ticketNumber: number }) }
}

type Showing = {
  ticket: Shown | null
  gate: SampleGate | null
  asked: number | null
  admitted: number
  at: number
}

function decide(draw: Draw, event: SaleEvent, showing: Showing): Entry {
  const { ticket, gate, asked, admitted, at } = showing
  const known = ticket && {
    eventId: ticket.eventId,
    gateId: ticket.gate?.id ?? null,
    isVoid: ticket.isVoid,
    admits: ticket.admits,
    admitted,
  }
  const question = { eventId: event.id, gateId: gate?.id ?? null, admits: asked }
  const decision = decideCheckIn(question, known)
  return {
    ...decision,
    id: draw.id(at),
    nonce: draw.id(at),
    event,
    gate,
    ticketNumber: ticket?.number ?? '',
    ticketId: ticket?.id ?? null,
    reason: decision.result === 'void' ? 'refunded' : null,
    asked,
    method: draw.chance(TYPED) ? 'manual' : 'scan',
    at,
  }
}
