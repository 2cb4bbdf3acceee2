import { EventError } from '../events/errors.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid, newId } from '../platform/ids.ts'
import type { Viewer } from '../platform/viewer.ts'
import { countAdmitted } from '../tickets/tickets.sql.ts'
import type { CheckInReply, CheckInRequest } from './checkin.contract.ts'
import {
  ANY_TIME,
  checkInMessage,
  decideCheckIn,
  readShownNumber,
  type VoidReason,
  validationStatus,
} from './checkin.rules.ts'
import {
  insertCheckIn,
  lockTicket,
  selectDecision,
  selectGate,
  selectGuardedEvent,
  selectLastAdmission,
} from './checkin.sql.ts'
import { CheckInError } from './errors.ts'

/**
 * Decides whether somebody is let in and writes it down, whatever the decision is. The ticket is
 * locked from reading it until the commit, so that two gates never both let its last person in.
 */
export async function checkInTicket(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  request: CheckInRequest,
): Promise<CheckInReply> {
  const asked = readRequest(request)
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const event = await findPlace(tx, viewer, asked)
    await decide(tx, { viewer, asked, isCancelled: event.cancelled_at !== null, now })
    return await answer(tx, viewer, asked)
  })
}

type Asked = ReturnType<typeof readRequest>

function readRequest(request: CheckInRequest) {
  const number = readShownNumber(request.ticket_number)
  if (number === '') refuse('ticket_number', 'ticket_number is required.')
  const nonce = request.nonce ?? newId()
  if (!isUuid(nonce)) refuse('nonce', 'nonce must be a UUID.')
  return {
    number,
    nonce,
    // As they are stored: the database takes either case, and what it gives is compared as text.
    eventId: request.event_id.toLowerCase(),
    gateId: request.gate_id?.toLowerCase() ?? null,
    admits: request.admits ?? null,
    method: request.validation_type ?? ('manual' as const),
  }
}

function refuse(field: string, text: string): never {
  throw new AppError('invalid_field', { text, details: { field } })
}

/** The event whose gate this is; another organizer's is unknown to the viewer. */
async function findPlace(db: Db, viewer: Viewer, { eventId, gateId }: Asked) {
  const event = isUuid(eventId) ? await selectGuardedEvent(db, viewer, eventId) : undefined
  if (!event) throw new EventError('event_not_found')
  if (gateId === null) return event
  const gate = isUuid(gateId) ? await selectGate(db, gateId) : undefined
  if (!gate) throw new CheckInError('gate_not_found', { details: { field: 'gate_id' } })
  return event
}

/** Writes the decision and counts the people in; nothing where this was asked before. */
async function decide(
  tx: Tx,
  {
    viewer,
    asked,
    isCancelled,
    now,
  }: { viewer: Viewer; asked: Asked; isCancelled: boolean; now: Date },
): Promise<void> {
  const ticket = await lockTicket(tx, asked.number)
  const isPaidBack = ticket !== undefined && ticket.order_state !== 'issued'
  const known = ticket && {
    eventId: ticket.event_id,
    gateId: ticket.gate_id,
    voidFor: isPaidBack ? ('refunded' as const) : voidReason(ticket, isCancelled),
    left: Math.max(0, ticket.admits - ticket.admitted),
  }
  const decision = decideCheckIn(asked, known ?? null, ANY_TIME)
  const isNew = await insertCheckIn(tx, {
    id: newId(),
    event_id: asked.eventId,
    gate_id: asked.gateId,
    ticket_number: asked.number,
    ticket_id: ticket?.id ?? null,
    result: decision.result,
    reason: decision.reason,
    asked: asked.admits,
    admits: decision.admits,
    let_in: decision.admits,
    left_after: decision.left,
    method: asked.method,
    validator_id: viewer.accountId,
    nonce: asked.nonce,
    at: now,
  })
  if (isNew && decision.admits > 0) await countAdmitted(tx, ticket!.id, decision.admits)
}

function voidReason(
  ticket: { state: string; void_reason: string | null },
  isCancelled: boolean,
): VoidReason | null {
  if (ticket.state === 'void') return (ticket.void_reason as VoidReason | null) ?? 'void'
  return isCancelled ? 'event_cancelled' : null
}

/** From the row alone, so that asking again with the same nonce gets the same answer. */
async function answer(tx: Tx, viewer: Viewer, asked: Asked): Promise<CheckInReply> {
  const row = await selectDecision(tx, viewer.accountId, asked.nonce)
  if (!row) throw new Error('a check-in was not written')
  const isSame =
    row.event_id === asked.eventId &&
    row.ticket_number === asked.number &&
    row.gate_id === asked.gateId &&
    row.asked === asked.admits &&
    row.method === asked.method
  if (!isSame) throw new CheckInError('nonce_used', { details: { field: 'nonce' } })
  const last = row.result === 'used' ? await selectLastAdmission(tx, row.ticket_id!) : undefined
  const ticket = row.ticket_type !== null && {
    ticket_type: row.ticket_type,
    quantity: row.quantity!,
    gate: row.ticket_gate,
  }
  const reply = {
    id: row.id,
    result: row.result,
    ...validationStatus(row.result),
    timestamp: row.at.toISOString(),
    ticket_number: row.ticket_number,
    admits: row.admits,
    left: row.left_after,
    reason: row.reason,
    ticket: ticket || null,
    earlier: last ? { timestamp: last.at.toISOString(), gate: last.gate } : null,
  }
  return { ...reply, message: checkInMessage(reply) }
}
