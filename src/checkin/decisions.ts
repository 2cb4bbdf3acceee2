// The steps of every check-in, whether by an account or by a gate phone: read, decide, store, and
// build the reply from the stored row.
import { gateDay } from '../events/sales.rules.ts'
import type { Tx } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import { isSignedNumber } from '../tickets/issuing/gate-keys.ts'
import { isAddOnNumber, readTicketNumber } from '../tickets/number.rules.ts'
import type { CheckInMethod, CheckInReply } from './checkin.contract.ts'
import {
  checkInMessage,
  decideCheckIn,
  type KnownTicket,
  REPLACED,
  type VoidReason,
  validationStatus,
} from './checkin.rules.ts'
import {
  type DecisionRow,
  insertCheckIns,
  type LastAdmission,
  type LockedTicket,
  selectDecisions,
  selectLastAdmissions,
  type Validator,
} from './checkin.sql.ts'
import { areCancelled, isPerDay, otherDayOf, type SeveralDays, typeDaysOf } from './days.rules.ts'
import type { AddOnGates, EntryRow } from './entry.sql.ts'
import { CheckInError } from './errors.ts'

export type ParsedCheckIn = {
  number: string
  nonce: string
  eventId: string
  gateId: string | null
  admits: number | null
  method: CheckInMethod
  isConfirmed: boolean
  note: string | null
  isSoldHere?: boolean
}

type EventFacts = {
  isCancelled: boolean
  addOnGates: AddOnGates
  severalDays: SeveralDays | null
  /** The time of the check-in in ms. Null if it is unknown: the ticket's days then do not count. */
  at: number | null
}

/** Only the number decides whether the ticket is an add-on, as on an offline phone. */
export function knownTicket(
  ticket: LockedTicket | undefined,
  { isCancelled, addOnGates, severalDays, at }: EventFacts,
): KnownTicket | null {
  if (!ticket) return null
  const redeemedAt = addOnGates[ticket.ticket_type_id] ?? []
  const its = daysOfTicket(ticket, severalDays)
  const isDayCancelled = its !== null && areCancelled(its.days)
  return {
    eventId: ticket.event_id,
    gateId: ticket.gate_id,
    ...(isAddOnNumber(ticket.number) && { redeemedAt }),
    ...(its && at !== null && otherDayOf(its.days, at) && { isOtherDay: true }),
    voidFor: voidReason(ticket, isCancelled || isDayCancelled),
    left: Math.max(0, ticket.admits - (at === null ? ticket.admitted : admittedAt(ticket, at))),
  }
}

/** The days of the ticket's type. Null for an event of one day or a ticket of another event. */
export function daysOfTicket(ticket: LockedTicket, severalDays: SeveralDays | null) {
  const type = severalDays?.types[ticket.ticket_type_id]
  return severalDays && type ? typeDaysOf(severalDays.days, type) : null
}

/** The number of the ticket's people inside on the day of `at`. */
const admittedAt = ({ admitted, admitted_on }: LockedTicket, at: number): number =>
  admitted_on !== null && admitted_on !== gateDay(new Date(at)) ? 0 : admitted

function voidReason(ticket: LockedTicket, isCancelled: boolean): VoidReason | null {
  if (ticket.state === 'void') return (ticket.void_reason as VoidReason | null) ?? 'void'
  if (ticket.order_state !== 'issued') return 'refunded'
  return isCancelled ? 'event_cancelled' : null
}

/** Makes and stores a decision. Returns null if a row with the nonce is stored already. */
export async function writeDecision(
  tx: Tx,
  { by, checkIn, ticket, place, doors = null, deviceAt = null, now }: Writing,
): Promise<Written | null> {
  const question = { ...checkIn, isByHand: checkIn.note !== null }
  const isReplaced = !ticket && (await isSignedNumber(tx, checkIn.eventId, checkIn.number))
  const { add_on_gates: addOnGates, any_gate_from, several_days: severalDays } = place
  const at = now.getTime()
  const facts = { isCancelled: place.cancelled_at !== null, addOnGates, severalDays, at }
  const known = isReplaced ? REPLACED : knownTicket(ticket, facts)
  const decision = decideCheckIn(question, known, {
    at,
    doorsAt: doors,
    anyGateFrom: any_gate_from?.getTime() ?? null,
    isStopped: place.is_stopped,
    isAddOnGate: Object.values(addOnGates)
      .flat()
      .includes(checkIn.gateId ?? ''),
  })
  const { result, reason, admits, left } = decision
  const row = {
    id: newId(),
    event_id: checkIn.eventId,
    gate_id: checkIn.gateId,
    ticket_number: checkIn.number,
    ticket_id: ticket?.id ?? null,
    result,
    reason,
    requested: checkIn.admits,
    admits,
    let_in: admits,
    left_after: left,
    method: checkIn.method,
    ...by,
    nonce: checkIn.nonce,
    device_at: deviceAt,
    kind: 'in',
    undone_id: null,
    is_offline: false,
    by_proof: false,
    is_past_limit: false,
    note: checkIn.note,
    at: now,
    uploaded_at: null,
  }
  const tickets = admits > 0 && ticket && admittedAt(ticket, at) === 0 ? 1 : 0
  const day = severalDays && gateDay(now)
  const changes = [{ day, checks: 1, tickets, people: admits, inside: admits }]
  const [written] = await insertCheckIns(tx, [{ row, changes }])
  const its = ticket && daysOfTicket(ticket, severalDays)
  return written ? { admits, row: written, countedOn: its && isPerDay(its) ? day : null } : null
}

/** `countedOn`: the day on which the people are counted, for a pass that enters once per day. */
type Written = { admits: number; row: DecisionRow; countedOn: string | null }

type Writing = {
  by: Validator
  checkIn: ParsedCheckIn
  ticket: LockedTicket | undefined
  place: EntryRow
  /** Before this time, in ms, a check-in needs a confirmation. */
  doors?: number | null
  deviceAt?: Date | null
  now: Date
}

/**
 * Makes the reply from the stored row alone, so that a repeated nonce always gets the same
 * response. The row is `written`, or else the row of an earlier request with the same nonce. Throws
 * nonce_used if the earlier request was a different one.
 */
export async function readReply(
  tx: Tx,
  by: Validator,
  checkIn: ParsedCheckIn,
  written?: DecisionRow,
) {
  const [row] = written ? [written] : await selectDecisions(tx, by, [checkIn.nonce])
  if (!row) throw new Error('a check-in was not written')
  const isSame =
    row.event_id === checkIn.eventId &&
    row.ticket_number === checkIn.number &&
    row.gate_id === checkIn.gateId &&
    row.requested === checkIn.admits &&
    row.method === checkIn.method
  if (!isSame) throw new CheckInError('nonce_used', { details: { field: 'nonce' } })
  return (await toReplies(tx, [row]))[0]!
}

type DecisionReply = { reply: CheckInReply; earlierPhone: string | null }

/** Turns rows into replies. For a used ticket, adds the phone that admitted its last people. */
export async function toReplies(tx: Tx, rows: readonly DecisionRow[]): Promise<DecisionReply[]> {
  const used = rows.filter(({ result }) => result === 'used')
  const last = used.length === 0 ? [] : await selectLastAdmissions(tx, used)
  const lastOf = new Map(last.map((one) => [one.id, one]))
  return rows.map((row) => toReply(row, lastOf.get(row.id)))
}

function toReply(row: DecisionRow, last: LastAdmission | undefined): DecisionReply {
  const ticket = row.ticket_type !== null && {
    ticket_type: row.ticket_type,
    quantity: row.quantity!,
    gate: row.ticket_gate,
    ...(row.ticket_kind === 'add_on' && { kind: row.ticket_kind }),
  }
  const other = row.result === 'other_day' && otherDayOf(row.ticket_days ?? [], row.at.getTime())
  const reply = {
    id: row.id,
    result: row.result,
    ...validationStatus(row.result),
    timestamp: row.at.toISOString(),
    ticket_number: row.ticket_number,
    // For an exit, the number of people who left. For an undo, the number of people whose check-in
    // was undone.
    admits: row.kind === 'in' ? row.admits : row.let_in,
    left: row.left_after,
    reason: row.reason,
    ticket: ticket || null,
    earlier: last ? { timestamp: last.at.toISOString(), gate: last.gate } : null,
    ...(row.gate_redeems !== null && { gate_redeems: row.gate_redeems }),
    ...(other && { day: other.n, day_date: other.date }),
  }
  const message = row.kind === 'in' ? checkInMessage(reply) : movedMessage(row)
  return { reply: { ...reply, message }, earlierPhone: last?.phone ?? null }
}

function movedMessage({ kind, let_in, ticket_kind }: DecisionRow): string {
  if (kind === 'out') return `Left: ${let_in}.`
  return `Undone: ${let_in} not ${ticket_kind === 'add_on' ? 'redeemed' : 'let in'}.`
}

const PAYLOAD = /^[0-9A-HJKMNP-TV-Z]{10}$/

/** Reads a text that is only the first ten symbols of a ticket number. Null for other texts. */
export function readPayloadOf(number: string): string | null {
  const [bare] = [number.toUpperCase().replace(/[\s-]/g, '')]
  const filled = bare.replace(/[IL]/g, '1').replace(/O/g, '0')
  return readTicketNumber(number) === null && PAYLOAD.test(filled) ? filled : null
}
