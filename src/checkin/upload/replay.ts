// Replays the offline rows of an upload in memory, one after the other, before anything is written.
import { gateDay } from '../../events/sales.rules.ts'
import { isAddOnNumber } from '../../tickets/number.rules.ts'
import { ANY_TIME, decideCheckIn } from '../checkin.rules.ts'
import type { LockedTicket } from '../checkin.sql.ts'
import { isPerDay, type SeveralDays } from '../days.rules.ts'
import { daysOfTicket, knownTicket } from '../decisions.ts'
import type { AddOnGates } from '../entry.sql.ts'
import type { GateCheckIn } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import type { Proofs } from '../gate-phones.sql.ts'
import { findUndone, followingNonce } from './find-undone.ts'
import type { ParsedGateCheckIn } from './gate-request.ts'
import { insideByDay, type Step } from './inside.rules.ts'
import { type Move, ownTicket, toMove } from './move-people.ts'
import type { OwnRow } from './movements.sql.ts'

/**
 * The tickets as they were when they were locked, and the other data by which rows are judged.
 * Updated after each row.
 */
export type Merge = {
  phone: GatePhone
  now: Date
  /** Device times earlier than this time, in ms, are wrong and ignored (see `happenedAt`). */
  since: number
  isCancelled: boolean
  /** For each type of add-on, the gates that redeem it and the gates from which it moved. */
  addOnGates: AddOnGates
  severalDays: SeveralDays | null
  tickets: Map<string, LockedTicket>
  /** The rows of this phone that are stored or replayed already, by nonce. */
  ownRows: Map<string, OwnRow>
  /** The movements of each ticket of this event, by the ticket's id. */
  steps: Map<string, Step[]>
  /**
   * The count of tickets that the phone has let in by signature alone since its last list. Null if
   * this upload has no such ticket.
   */
  proofs: (Proofs & { limit: number }) | null
  moves: Move[]
}

type Row = { checkIn: ParsedGateCheckIn; request: GateCheckIn }

export function applyEvent(merge: Merge, checkIn: ParsedGateCheckIn, request: GateCheckIn): void {
  const stored = merge.ownRows.get(checkIn.nonce)
  if (!stored) take(merge, { checkIn, request })
  else if (!stored.is_offline) correct(merge, { checkIn, request }, stored)
}

function take(merge: Merge, row: Row): void {
  const { checkIn } = row
  const ticket = merge.tickets.get(checkIn.number)
  if (checkIn.kind === 'in') {
    const people = peopleOf(row)
    const judged = judge(merge, row, people)
    const byProof = row.request.by_proof ?? false
    const isPastLimit = byProof && people > 0 && countProof(merge, checkIn.number)
    move(merge, { checkIn, row: { ...judged, isOffline: true, byProof, isPastLimit }, people })
    return
  }
  // A phone uploads its rows in the order of its actions, so the row that is undone is known
  // already. An offline undo has no time limit, because the people did leave; a limit would not
  // stop a manipulated phone, which could send a wrong time too.
  const undone = checkIn.kind === 'undo' ? findUndone(merge.ownRows, checkIn) : null
  const people = checkIn.kind === 'undo' ? (undone?.people ?? 0) : peopleOut(row)
  const result = ticket && (checkIn.kind === 'out' || undone?.row.ticket_id) ? 'valid' : 'unknown'
  move(merge, { checkIn, row: { ...OFFLINE, result }, people, undone: undone?.row })
}

/**
 * Counts a ticket that was let in by signature alone. Returns true if the ticket is beyond the
 * phone's limit. Our app keeps the limit, so a phone that exceeds it is reported (decisions/0062).
 */
function countProof({ proofs }: Merge, number: string): boolean {
  if (!proofs || proofs.numbers.has(number)) return false
  proofs.numbers.add(number)
  proofs.count += 1
  return proofs.count > proofs.limit
}

const OFFLINE = { reason: null, admits: 0, isOffline: true, byProof: false }

/** The number of people who went in or out, as the phone reports it. */
function peopleOf({ request, checkIn }: Row): number {
  return request.let_in ?? checkIn.admits ?? (request.decided === 'valid' ? 1 : 0)
}

/** The people who left. 0 for an add-on, because an exit would allow to redeem it once more. */
const peopleOut = (row: Row): number => (isAddOnNumber(row.checkIn.number) ? 0 : peopleOf(row))

/** The server's verdict on an offline row. If no one went in, the phone's own verdict is stored. */
function judge(merge: Merge, { checkIn, request }: Row, people: number) {
  const ticket = merge.tickets.get(checkIn.number)
  const its = knownAtTime(merge, checkIn)
  // Time, gate and confirmation no longer matter, because the people are inside already. Only for
  // an add-on, the gate still matters.
  const question = {
    ...checkIn,
    gateId: its?.redeemedAt ? checkIn.gateId : null,
    admits: Math.max(1, people),
    isByHand: checkIn.note !== null,
  }
  const { result, reason, admits } = decideCheckIn(question, its, ANY_TIME)
  if (people === 0) {
    const decided =
      request.decided === undefined || request.decided === 'valid' ? 'too_many' : request.decided
    // Stores the phone's verdict, because it reflects what the phone knew. An exception is a ticket
    // of another event, because only the server can recognize it.
    const known = decided === 'unknown' && result === 'wrong_event' ? result : decided
    const verdict = ticket ? known : 'unknown'
    return { result: verdict, reason: verdict === result ? reason : null, admits: 0 }
  }
  const isByProof = result === 'valid' && request.by_proof === true
  return { result, reason: isByProof ? 'by_proof' : reason, admits }
}

/**
 * The ticket as it was on the day of the row. If the phone's clock is unknown, ignores the day,
 * because the upload may be on a later day.
 */
function knownAtTime(merge: Merge, checkIn: ParsedGateCheckIn) {
  const { severalDays, steps, now, since } = merge
  const ticket = merge.tickets.get(checkIn.number)
  const at = severalDays && readClock({ byClock: checkIn.byClock, since, uploadedAt: now })
  const known = knownTicket(ticket, { ...merge, at })
  const its = ticket && daysOfTicket(ticket, severalDays)
  if (!known || !its || !isPerDay(its)) return known
  const inside = insideByDay(steps.get(ticket.id) ?? []).get(gateDay(new Date(at ?? now))) ?? 0
  return { ...known, left: Math.max(0, ticket.admits - inside) }
}

/**
 * Corrects the server's decision if the phone had sent the request online, got no response in time
 * and then decided itself. The phone's decision is final, so an additional row stores the
 * difference. The row's nonce is derived from the nonce of the request.
 */
function correct(merge: Merge, { checkIn, request }: Row, stored: OwnRow): void {
  if (checkIn.kind !== stored.kind || checkIn.kind === 'undo') return
  // If the check-in was undone later, nothing needs a correction: even if the phone let people in,
  // they are no longer inside.
  if (stored.is_undone) return
  const more = peopleOf({ checkIn, request }) - stored.let_in
  const nonce = followingNonce(checkIn.nonce)
  if (more === 0 || merge.ownRows.has(nonce)) return
  const isMore = more > 0 === (checkIn.kind === 'in')
  const kind = isMore ? ('in' as const) : ('out' as const)
  // An exit is not dated before its entry, so that the figures per day count it after the entry.
  const byClock = checkIn.byClock && Math.max(checkIn.byClock, stored.at.getTime())
  const corrected = { ...checkIn, kind, nonce, byClock, note: 'decided without an answer' }
  take(merge, { checkIn: corrected, request: { ...request, let_in: Math.abs(more) } })
}

type Moved = { checkIn: ParsedGateCheckIn; row: TakenRow; people: number; undone?: OwnRow | null }
type TakenRow = Parameters<typeof toMove>[0]['row']

/** Adds the movement to the state, so that later rows are judged with it. */
function move(merge: Merge, { checkIn, row, people, undone = null }: Moved): void {
  const { phone, now, since, severalDays } = merge
  const ticket = merge.tickets.get(checkIn.number)
  const own = ownTicket({ ticket, checkIn })
  const steps = own ? merge.steps.get(own.id)! : []
  const movement = {
    deviceId: phone.id,
    checkIn,
    ticket,
    row,
    people,
    undone,
    severalDays,
    happenedAt: happenedAt({ byClock: checkIn.byClock, since, uploadedAt: now }),
    now,
  }
  const moved = toMove(movement, steps)
  merge.moves.push(moved)
  if (own && moved.place) {
    steps.push(moved.step)
    const { admitted, admitted_on = null, excess } = moved.place
    Object.assign(own, { admitted, admitted_on, excess })
  }
  if (undone) undone.is_undone = true
  merge.ownRows.set(checkIn.nonce, ownRow(moved.row))
}

function ownRow({ id, nonce, ticket_id, ticket_number, let_in, at, kind }: Move['row']): OwnRow {
  return {
    id,
    nonce,
    kind: kind as OwnRow['kind'],
    ticket_id,
    ticket_number,
    let_in,
    at,
    is_offline: true,
    is_undone: false,
  }
}

type EventTimes = {
  /**
   * The phone's time, corrected by the known error of its clock, in ms. Null if the time or the
   * error is unknown.
   */
  byClock: number | null
  /** The earliest plausible time, in ms. */
  since: number
  uploadedAt: Date
}

/**
 * The time at which an offline row happened. If the phone's time is before `since`, in the future
 * or unknown, the time of the upload is used.
 */
export function happenedAt(times: EventTimes): Date {
  const at = readClock(times)
  return at === null ? times.uploadedAt : new Date(at)
}

/** The corrected time of the phone if it is plausible, otherwise null. */
function readClock({ byClock, since, uploadedAt }: EventTimes): number | null {
  const isPlausible = byClock !== null && byClock >= since && byClock <= uploadedAt.getTime()
  return isPlausible ? byClock : null
}
