import { ANY_TIME, decideCheckIn } from '../../src/checkin/checkin.rules.ts'
import { SAMPLE_ACCOUNTS } from '../accounts.ts'
import type { ShownTicket } from '../check-ins.sql.ts'
import { type Draw, makeDraw } from './draw.ts'
import { MINUTE_MS, type SaleEvent } from './sale-event.ts'

const IN_PARTS = 0.12
const TOO_MANY = 0.2
const AGAIN = 0.03
const WRONG_GATE = 0.03
const REFUNDED_TRIES = 0.6
const STRANGE = 0.006
const TYPED = 0.15

/** A decision at a gate, as a table row: one property per column. */
type Entry = ReturnType<typeof decide>

/** Draws all decisions at an event's gates, by time. Some people show a ticket of `earlier`. */
export function drawEntries(
  event: SaleEvent,
  tickets: ShownTicket[],
  earlier: ShownTicket[],
): Entry[] {
  if (event.cameIn === 0) return []
  const draw = makeDraw(`gate ${event.key}`)
  const gateIds = [...new Set(event.types.flatMap((type) => type.gateIds))]
  const entries = tickets
    .filter(({ isVoid }) => draw.chance(isVoid ? REFUNDED_TRIES : event.cameIn))
    .flatMap((ticket) => visit(draw, event, ticket, gateIds))
  const strange = Array.from({ length: Math.ceil(entries.length * STRANGE) }, (_, turn) =>
    showStrange(draw, event, turn % 2 === 0 || !earlier[0] ? null : draw.pick(earlier)),
  )
  return [...entries, ...strange].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/**
 * Draws a time of arrival: most people arrive in the hour before the start, and some arrive late.
 */
function arrival(draw: Draw, event: SaleEvent): number {
  const early = (draw.part() + draw.part() + draw.part()) / 3
  return Math.round(event.startsAt - (90 * early - 15) * MINUTE_MS)
}

/**
 * The scans of one ticket. Sometimes the first scan is at a wrong gate. Then the ticket's people
 * enter in one or more groups. Sometimes the ticket is scanned once more.
 */
function visit(draw: Draw, event: SaleEvent, ticket: ShownTicket, gateIds: string[]): Entry[] {
  // A ticket cannot be shown at the gate before it is sold.
  const from = ticket.since.getTime() + 2 * MINUTE_MS
  let [at, admitted] = [Math.max(from, arrival(draw, event)), 0]
  const entries: Entry[] = []
  const show = (gateId: string | null, requested: number | null) => {
    const entry = decide(draw, event, { ticket, gateId, requested, admitted, at })
    admitted += entry.admits
    at += draw.whole(1, 12) * MINUTE_MS
    entries.push(entry)
    return entry.left_after
  }
  const { gateId, admits } = ticket
  const wrong = gateIds.find((id) => id !== gateId)
  if (wrong && gateId && draw.chance(WRONG_GATE)) show(wrong, null)
  const first = admits > 1 && draw.chance(IN_PARTS) ? draw.whole(1, admits - 1) : null
  const left = show(gateId, first)
  if (left && draw.chance(TOO_MANY)) show(gateId, left + 1)
  if (left && draw.chance(0.9)) show(gateId, null)
  if (draw.chance(AGAIN)) show(gateId, null)
  return entries
}

/** A scan of a ticket for a different event, or of a number that is not a ticket. */
function showStrange(draw: Draw, event: SaleEvent, ticket: ShownTicket | null): Entry {
  const number = draw.chance(0.5)
    ? draw.text('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 16)
    : draw.text('0123456789', 10)
  const at = arrival(draw, event)
  const entry = decide(draw, event, { ticket, gateId: null, requested: null, admitted: 0, at })
  return ticket ? entry : { ...entry, ticket_number: number }
}

type Showing = {
  ticket: ShownTicket | null
  gateId: string | null
  requested: number | null
  admitted: number
  at: number
}

function decide(draw: Draw, event: SaleEvent, showing: Showing) {
  const { ticket, gateId, requested, admitted, at } = showing
  const question = { eventId: event.id, gateId, admits: requested }
  const known = ticket && {
    ...ticket,
    voidFor: ticket.isVoid ? ('refunded' as const) : null,
    left: Math.max(0, ticket.admits - admitted),
  }
  const { result, reason, admits, left } = decideCheckIn(question, known, ANY_TIME)
  return {
    id: draw.id(at),
    event_id: event.id,
    gate_id: gateId,
    ticket_number: ticket?.number ?? '',
    ticket_id: ticket?.id ?? null,
    result,
    reason,
    requested,
    admits,
    let_in: admits,
    left_after: left,
    method: draw.chance(TYPED) ? 'manual' : 'scan',
    validator_id: SAMPLE_ACCOUNTS[event.owner ?? 'admin'].id,
    nonce: draw.id(at),
    at: new Date(at),
  }
}
