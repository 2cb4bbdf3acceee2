// Replays the offline rows of an upload in memory, one after the other, before anything is written.
import { ANY_TIME, decideCheckIn } from '../checkin.rules.ts'
import type { LockedTicket } from '../checkin.sql.ts'
import { knownTicket } from '../decisions.ts'
import type { GateCheckIn } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import type { Proofs } from '../gate-phones.sql.ts'
import { findUndone, followingNonce } from './find-undone.ts'
import type { ParsedGateCheckIn } from './gate-request.ts'
import { type Move, ownTicket, toMove } from './move-people.ts'
import type { OwnRow } from './movements.sql.ts'

/**
 * The tickets as they were when they were locked, and everything that judging the rows needs.
 * Updated after each row.
 */
export type Merge = {
  phone: GatePhone
  now: Date
  /** Device times earlier than this time, in ms, are wrong and ignored (see `happenedAt`). */
  since: number
  isCancelled: boolean
  tickets: Map<string, LockedTicket>
  /** The rows of this phone that are stored already or were replayed, by nonce. */
  told: Map<string, OwnRow>
  /**
   * The number of people inside for each ticket of this event, by the ticket's id. Can be negative.
   */
  nets: Map<string, number>
  /**
   * The count of tickets that the phone has let in by signature alone since its last list. Null if
   * this upload has no such ticket.
   */
  proofs: (Proofs & { limit: number }) | null
  moves: Move[]
}

type Row = { asked: ParsedGateCheckIn; request: GateCheckIn }

export function applyEvent(merge: Merge, asked: ParsedGateCheckIn, request: GateCheckIn): void {
  const told = merge.told.get(asked.nonce)
  if (!told) take(merge, { asked, request })
  else if (!told.is_offline) correct(merge, { asked, request }, told)
}

function take(merge: Merge, row: Row): void {
  const { asked } = row
  const ticket = merge.tickets.get(asked.number)
  if (asked.kind === 'in') {
    const people = peopleOf(row)
    const judged = judge(merge, row, people)
    const byProof = row.request.by_proof ?? false
    const isPastLimit = byProof && people > 0 && countProof(merge, asked.number)
    move(merge, { asked, row: { ...judged, isOffline: true, byProof, isPastLimit }, people })
    return
  }
  // A phone uploads its rows in the order of its actions, so the row that is undone is known
  // already. An offline undo has no time limit, because the people did leave; a limit would not
  // stop a manipulated phone, which could send a wrong time too.
  const undone = asked.kind === 'undo' ? findUndone(merge.told, asked) : null
  const people = asked.kind === 'undo' ? (undone?.people ?? 0) : peopleOf(row)
  const result = ticket && (asked.kind === 'out' || undone?.row.ticket_id) ? 'valid' : 'unknown'
  move(merge, { asked, row: { ...OFFLINE, result }, people, undone: undone?.row })
}

/**
 * Counts a ticket that was let in by signature alone. Returns true if the ticket is beyond the
 * limit for a phone. Our app keeps within the limit, and a phone that exceeds it is reported
 * (decisions/0062).
 */
function countProof({ proofs }: Merge, number: string): boolean {
  if (!proofs || proofs.told.has(number)) return false
  proofs.told.add(number)
  proofs.count += 1
  return proofs.count > proofs.limit
}

const OFFLINE = { reason: null, admits: 0, isOffline: true, byProof: false }

/** The number of people who went in or out, as the phone reports it. */
function peopleOf({ request, asked }: Row): number {
  return request.let_in ?? asked.admits ?? (request.decided === 'valid' ? 1 : 0)
}

/** The server's verdict on an offline row. If no one went in, the phone's own verdict is stored. */
function judge({ tickets, isCancelled }: Merge, { asked, request }: Row, people: number) {
  const ticket = tickets.get(asked.number)
  const its = knownTicket(ticket, isCancelled)
  // Time, gate and confirmation no longer matter, because the people are inside already.
  const question = {
    ...asked,
    gateId: null,
    admits: Math.max(1, people),
    isByHand: asked.words !== null,
  }
  const { result, reason, admits } = decideCheckIn(question, its, ANY_TIME)
  if (people === 0) {
    const decided =
      request.decided === undefined || request.decided === 'valid' ? 'too_many' : request.decided
    // Store the phone's verdict, which contains only what the phone knew. An exception is a ticket
    // of another event, because only the server can recognize it.
    const known = decided === 'unknown' && result === 'wrong_event' ? result : decided
    const told = ticket ? known : 'unknown'
    return { result: told, reason: told === result ? reason : null, admits: 0 }
  }
  const isByProof = result === 'valid' && request.by_proof === true
  return { result, reason: isByProof ? 'by_proof' : reason, admits }
}

/**
 * Corrects the server's decision if the phone had sent the request online, got no response in time
 * and then decided itself. The phone's decision is final, so an additional row stores the
 * difference. The row's nonce is derived from the nonce of the request.
 */
function correct(merge: Merge, { asked, request }: Row, told: OwnRow): void {
  if (asked.kind !== told.kind || asked.kind === 'undo') return
  // If the check-in was undone afterwards, no one is inside because of it, even if the phone let
  // people in. So there is nothing to correct.
  if (told.is_undone) return
  const more = peopleOf({ asked, request }) - told.let_in
  const nonce = followingNonce(asked.nonce)
  if (more === 0 || merge.told.has(nonce)) return
  const isMore = more > 0 === (asked.kind === 'in')
  const kind = isMore ? ('in' as const) : ('out' as const)
  const corrected = { ...asked, kind, nonce, words: 'decided without an answer' }
  take(merge, { asked: corrected, request: { ...request, let_in: Math.abs(more) } })
}

type Moved = { asked: ParsedGateCheckIn; row: TakenRow; people: number; undone?: OwnRow | null }
type TakenRow = Parameters<typeof toMove>[0]['row']

/** Adds the movement to the state, so that later rows are judged with it. */
function move(merge: Merge, { asked, row, people, undone = null }: Moved): void {
  const { phone, now, since, nets } = merge
  const ticket = merge.tickets.get(asked.number)
  const own = ownTicket({ ticket, asked })
  const net = own ? nets.get(own.id)! : 0
  const movement = { deviceId: phone.id, asked, ticket, row, people, now }
  const when = happenedAt({ byClock: asked.byClock, since, toldAt: now })
  const undoneId = undone?.id ?? null
  const moved = toMove({ ...movement, undoneId, happenedAt: when }, net)
  merge.moves.push(moved)
  if (own && moved.place) {
    nets.set(own.id, net + moved.change.inside)
    Object.assign(own, { admitted: moved.place.admitted, excess: moved.place.excess })
  }
  if (undone) undone.is_undone = true
  merge.told.set(asked.nonce, ownRow(moved.row))
}

function ownRow({ id, nonce, ticket_id, ticket_number, let_in, at, kind }: Move['row']): OwnRow {
  const told = { id, nonce, kind: kind as OwnRow['kind'], ticket_id, ticket_number, let_in, at }
  return { ...told, is_offline: true, is_undone: false }
}

type EventTimes = {
  /**
   * The time by the phone's clock, corrected by the known clock error, in ms. Null if the time or
   * the error is unknown.
   */
  byClock: number | null
  /** The earliest plausible time, in ms. */
  since: number
  toldAt: Date
}

/**
 * The time at which an offline row happened. If the phone's time is before `since`, in the future
 * or unknown, the time of the upload is used.
 */
export function happenedAt({ byClock, since, toldAt }: EventTimes): Date {
  const isPlausible = byClock !== null && byClock >= since && byClock <= toldAt.getTime()
  return isPlausible ? new Date(byClock) : toldAt
}
