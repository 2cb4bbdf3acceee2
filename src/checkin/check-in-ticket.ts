import { insertAudit } from '../accounts/audit-log.sql.ts'
import { assert } from '../platform/assert.ts'
import { type Db, inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid, newId } from '../platform/ids.ts'
import { countAdmitted } from '../tickets/tickets.sql.ts'
import type { CheckInReply, CheckInRequest } from './checkin.contract.ts'
import { readShownNumber } from './checkin.rules.ts'
import { lockTicket } from './checkin.sql.ts'
import { type ParsedCheckIn, readReply, writeDecision } from './decisions.ts'
import { selectEntry } from './entry.sql.ts'
import { CheckInError } from './errors.ts'
import { selectKnownGates } from './gate-phones.sql.ts'
import { findOwnEvent } from './own-event.ts'

/**
 * Decides whether a ticket lets people in, and stores the decision even if the ticket is refused.
 * The ticket stays locked from the read to the commit, so two gates cannot both let the last person
 * in.
 */
export async function checkInTicket(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  request: CheckInRequest,
): Promise<CheckInReply> {
  const checkIn = readRequest(request)
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const event = await findPlace(tx, viewer, checkIn)
    const place = await selectEntry(tx, { eventId: event.id, gateId: checkIn.gateId, nonce: null })
    assert(place, 'an event is gone')
    const ticket = await lockTicket(tx, checkIn.number)
    const by = { validator_id: viewer.accountId }
    const written = await writeDecision(tx, { by, checkIn, ticket, place, now })
    if (written && written.admits > 0) {
      await countAdmitted(tx, ticket!.id, written.admits, written.countedOn)
      await noteByHand(tx, viewer, { checkIn, people: written.admits, now })
    }
    return (await readReply(tx, by, checkIn, written?.row)).reply
  })
}

async function noteByHand(
  tx: Tx,
  viewer: Viewer,
  { checkIn, people, now }: { checkIn: ParsedCheckIn; people: number; now: Date },
): Promise<void> {
  const { number: subject, eventId, note: reason } = checkIn
  if (reason === null) return
  await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
    { action: 'let_in_by_hand', subject, eventId, after: { people, reason } },
  ])
}

/** Parses a request from the back office. Organizers need no confirmation for an early check-in. */
function readRequest(request: CheckInRequest): ParsedCheckIn {
  const number = readShownNumber(request.ticket_number)
  if (number === '') refuseField('ticket_number', 'ticket_number is required.')
  const nonce = request.nonce ?? newId()
  if (!isUuid(nonce)) refuseField('nonce', 'nonce must be a UUID.')
  return {
    number,
    nonce,
    // Ids are stored in lower case. PostgreSQL accepts upper case as well, but this code compares
    // ids as texts.
    eventId: request.event_id.toLowerCase(),
    gateId: request.gate_id?.toLowerCase() ?? null,
    admits: request.admits ?? null,
    method: request.validation_type ?? 'manual',
    isConfirmed: true,
    note: request.reason?.trim() || null,
  }
}

/** Throws event_not_found if the viewer does not manage the event, or gate_not_found. */
async function findPlace(db: Db, viewer: Viewer, { eventId, gateId }: ParsedCheckIn) {
  const event = await findOwnEvent(db, viewer, eventId)
  if (gateId === null) return event
  const isGate = isUuid(gateId) && (await selectKnownGates(db, event.id, [gateId])).has(gateId)
  if (!isGate) throw new CheckInError('gate_not_found', { details: { field: 'gate_id' } })
  return event
}
