import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { writeOccupancy } from '../../tickets/inside.sql.ts'
import { isAddOnNumber } from '../../tickets/number.rules.ts'
import { countAdmitted } from '../../tickets/tickets.sql.ts'
import { NO_EXIT, UNDO_MS } from '../checkin.rules.ts'
import { type DecisionRow, type LockedTicket, lockTicket } from '../checkin.sql.ts'
import { dayAt, doorsAt, isPerDay } from '../days.rules.ts'
import { daysOfTicket, readReply, writeDecision } from '../decisions.ts'
import { type EntryRow, selectEntry } from '../entry.sql.ts'
import { CheckInError } from '../errors.ts'
import type { GateCheckIn, GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { findUndone, noncesOf } from './find-undone.ts'
import { type ParsedGateCheckIn, readGateRequest } from './gate-request.ts'
import { insideByDay, occupancy, placeInside } from './inside.rules.ts'
import { movePeople } from './move-people.ts'
import { selectMovements, selectOwnRows } from './movements.sql.ts'
import { forPhone } from './older-app.ts'

/**
 * Decides an online request of a gate phone while the ticket is locked, so two gates cannot both
 * let the last person in. `isSoldHere` is set by the server's code for door sales, never by the
 * phone's request.
 */
export async function checkInAtGate(
  deps: Pick<Deps, 'db' | 'clock'>,
  phone: GatePhone,
  request: GateCheckIn,
  { isSoldHere = false } = {},
): Promise<GateDecision> {
  const now = deps.clock.now()
  const checkIn = { ...(await readGateRequest(deps, phone, request)), isSoldHere }
  return await inTransaction(deps.db, async (tx) => {
    const place = await selectEntry(tx, { ...checkIn, phoneId: phone.id })
    assert(place, 'the event of a phone is gone')
    const written = place.is_stored ? undefined : await decide(tx, { phone, checkIn, place, now })
    const by = { device_id: phone.id }
    const { reply, earlierPhone } = await readReply(tx, by, checkIn, written)
    const { nonce } = checkIn
    return forPhone(phone, { ...reply, nonce, conflict: false, earlier_phone: earlierPhone })
  })
}

type Asking = { phone: GatePhone; checkIn: ParsedGateCheckIn; place: EntryRow; now: Date }

/** The new row. Undefined if a concurrent request with this nonce has already stored a row. */
type Written = Promise<DecisionRow | undefined>

async function decide(tx: Tx, asking: Asking): Written {
  if (asking.checkIn.kind === 'in') return await letIn(tx, asking)
  if (asking.checkIn.kind === 'out') return await letOut(tx, asking)
  return await undo(tx, asking)
}

async function letIn(tx: Tx, { phone, checkIn, place, now }: Asking): Written {
  const ticket = await lockTicket(tx, checkIn.number)
  const written = await writeDecision(tx, {
    by: { device_id: phone.id },
    checkIn,
    ticket,
    place,
    doors: doorsAt(dayAt(place.several_days?.days ?? [], now.getTime()) ?? place),
    deviceAt: checkIn.deviceAt,
    now,
  })
  if (!written) return
  const { admits, row, countedOn } = written
  if (admits > 0) await countAdmitted(tx, ticket!.id, admits, countedOn)
  if (admits > 0 && place.may_leave && countedOn === null) {
    // The sum may be negative: people have left who entered past another phone, and that phone has
    // not uploaded their entry yet.
    const net = occupancy(await selectMovements(tx, [ticket!.id]))
    await writeOccupancy(tx, [{ id: ticket!.id, ...placeInside(net, ticket!.admits) }])
  }
  return row
}

/** Lets people out. Throws leaving_not_allowed, ticket_not_found or nothing_to_undo. */
async function letOut(tx: Tx, { phone, checkIn, place, now }: Asking): Written {
  if (!place.may_leave) throw new CheckInError('leaving_not_allowed')
  const ticket = await lockTicket(tx, checkIn.number)
  if (!ticket || ticket.event_id !== checkIn.eventId) throw new CheckInError('ticket_not_found')
  if (isAddOnNumber(ticket.number)) throw new CheckInError('nothing_to_undo', { text: NO_EXIT })
  const inside = await countInside(tx, ticket, place)
  const people = Math.min(checkIn.admits ?? inside, inside)
  if (people === 0)
    throw new CheckInError('nothing_to_undo', { text: 'No one on this ticket is inside.' })
  const { several_days: severalDays } = place
  const moved = { deviceId: phone.id, checkIn, ticket, row: ONLINE, people, severalDays, now }
  return await movePeople(tx, moved)
}

/** The people who can leave. For a pass that enters once per day: the people of its latest day. */
async function countInside(tx: Tx, ticket: LockedTicket, place: EntryRow): Promise<number> {
  const its = daysOfTicket(ticket, place.several_days)
  if (!its || !isPerDay(its)) return ticket.admitted + ticket.excess
  if (ticket.admitted_on === null) return 0
  return insideByDay(await selectMovements(tx, [ticket.id])).get(ticket.admitted_on) ?? 0
}

const ONLINE = { result: 'valid', reason: null, admits: 0, isOffline: false, byProof: false }

async function undo(tx: Tx, { phone, checkIn, place, now }: Asking): Written {
  if (checkIn.note === null) refuseField('reason', 'A reason is required.')
  const ticket = await lockTicket(tx, checkIn.number)
  const rows = await selectOwnRows(tx, phone.id, [checkIn.nonce, ...noncesOf(checkIn.of)])
  const ownRows = new Map(rows.map((one) => [one.nonce, one]))
  // An earlier request with the same nonce has stored the undo while this request waited for the
  // lock.
  if (ownRows.has(checkIn.nonce)) return
  const undone = findUndone(ownRows, checkIn)
  if (!undone || undone.people === 0) throw new CheckInError('nothing_to_undo')
  const { row, people } = undone
  if (now.getTime() - row.at.getTime() > UNDO_MS) throw new CheckInError('undo_too_late')
  const done = row.ticket_id === null ? { ...ONLINE, result: 'unknown' } : ONLINE
  const deviceId = phone.id
  return await movePeople(tx, {
    deviceId,
    checkIn,
    ticket,
    row: done,
    people,
    undone: row,
    severalDays: place.several_days,
    now,
  })
}
