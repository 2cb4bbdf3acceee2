import { gateDay } from '../../events/sales.rules.ts'
import type { Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { type Occupancy, writeOccupancy } from '../../tickets/inside.sql.ts'
import { isAddOnNumber, readPayload } from '../../tickets/number.rules.ts'
import {
  type Change,
  type DecisionRow,
  insertCheckIns,
  type LockedTicket,
  type NewCheckIn,
} from '../checkin.sql.ts'
import { isPerDay, type SeveralDays } from '../days.rules.ts'
import { daysOfTicket } from '../decisions.ts'
import type { ParsedGateCheckIn } from './gate-request.ts'
import {
  insideByDay,
  mostOfDay,
  occupancy,
  peopleIn,
  placeByDay,
  placeInside,
  type Step,
} from './inside.rules.ts'
import { selectMovements } from './movements.sql.ts'

type Movement = {
  deviceId: string
  checkIn: ParsedGateCheckIn
  /** The locked ticket. Undefined if no ticket has this number. */
  ticket: LockedTicket | undefined
  /** Values of the check_in row. */
  row: {
    result: string
    reason: string | null
    admits: number
    isOffline: boolean
    byProof: boolean
    /**
     * True if the ticket is beyond the number of tickets that the phone may let in by signature
     * alone.
     */
    isPastLimit?: boolean
  }
  people: number
  undone?: { id: string; at: Date } | null
  /** Null for an event of one day. */
  severalDays: SeveralDays | null
  now: Date
  /** The time at which an offline row happened. */
  happenedAt?: Date
}

export type Move = {
  row: NewCheckIn
  changes: Change[]
  /**
   * The occupancy of the ticket after the movement. Null if the ticket belongs to another event, or
   * if no people moved.
   */
  place: Occupancy | null
  /** The movement itself. Later movements are computed with it. */
  step: Step
}

/**
 * Computes the row, the changes in the figures and the new occupancy for people who go in or out at
 * a gate. `steps` are the ticket's earlier movements. The occupancy follows from all movements, so
 * the order of uploads makes no difference.
 */
export function toMove(movement: Movement, steps: readonly Step[]): Move {
  const { deviceId, checkIn, ticket, row, people, undone = null, now, happenedAt } = movement
  // If the ticket belongs to another event, its people are counted at this event, and the ticket
  // itself does not change.
  const own = ownTicket(movement)
  const at = happenedAt ?? now
  const step: Step = { kind: checkIn.kind, people, at: (undone?.at ?? at).getTime() }
  const { place, changes } = changeOf(movement, own, { steps, step })
  return {
    row: {
      id: newId(),
      event_id: checkIn.eventId,
      gate_id: checkIn.gateId,
      ticket_number: checkIn.number,
      ticket_id: row.result === 'unknown' ? null : (ticket?.id ?? null),
      result: row.result,
      reason: row.reason,
      requested: checkIn.admits,
      admits: row.admits,
      let_in: people,
      left_after: own && place ? own.admits - place.admitted : null,
      method: checkIn.method,
      device_id: deviceId,
      nonce: checkIn.nonce,
      device_at: checkIn.deviceAt,
      kind: checkIn.kind,
      undone_id: undone?.id ?? null,
      is_offline: row.isOffline,
      by_proof: row.byProof,
      is_past_limit: row.isPastLimit ?? false,
      note: checkIn.note,
      at,
      uploaded_at: happenedAt ? now : null,
    },
    changes,
    place: own && place && people > 0 ? { id: own.id, ...place } : null,
    step,
  }
}

type Steps = { steps: readonly Step[]; step: Step }
type PeopleInside = Omit<Occupancy, 'id'>
type Moved = { place: PeopleInside | null; changes: Change[] }

function changeOf(
  movement: Movement,
  own: LockedTicket | undefined,
  { steps, step }: Steps,
): Moved {
  const { checkIn, severalDays } = movement
  const day = severalDays && gateDay(new Date(step.at))
  const change = {
    day,
    checks: checkIn.kind === 'in' ? 1 : 0,
    ...admittedChange(0, 0),
    // An add-on of this event counts as redeemed (selectEntrySums). Other add-ons admit no one.
    inside: !own && isAddOnNumber(checkIn.number) ? 0 : peopleIn(step),
  }
  if (!own) return { place: null, changes: [change] }
  if (day !== null) return changeByDay(movement, own, { steps, step }, { ...change, day })
  const place = placeInside(occupancy([...steps, step]), own.admits)
  return { place, changes: [{ ...change, ...admittedChange(own.admitted, place.admitted) }] }
}

const admittedChange = (before: number, after: number): Pick<Change, 'tickets' | 'people'> => ({
  tickets: Number(after > 0) - Number(before > 0),
  people: after - before,
})

/**
 * The changes per day at an event of several days. An entry that is uploaded late can change the
 * day to which an exit belongs, so one row can change the figures of two days.
 */
function changeByDay(
  { severalDays, now }: Movement,
  own: LockedTicket,
  { steps, step }: Steps,
  { day, checks }: Change & { day: string },
): Moved {
  const all = [...steps, step]
  const [before, after] = [insideByDay(steps), insideByDay(all)]
  const its = daysOfTicket(own, severalDays)
  const perDay = its !== null && isPerDay(its)
  const people = readPayload(own.number).admits
  const today = gateDay(now)
  const place: PeopleInside = perDay
    ? {
        ...placeByDay({ ...own, people }, { before, after, today }),
        most_admitted: mostOfDay(all),
      }
    : placeInside(occupancy(all), own.admits)
  const most = Math.max(own.admits, people)
  const counted = (net: number) => Math.min(most, net)
  const days = [...new Set([day, ...before.keys(), ...after.keys()])]
  const changes = days.map((one) => {
    const [was, is] = [before.get(one) ?? 0, after.get(one) ?? 0]
    const [left, entered] = perDay
      ? [counted(was), counted(is)]
      : one === day
        ? [own.admitted, place.admitted]
        : [0, 0]
    return {
      day: one,
      checks: one === day ? checks : 0,
      ...admittedChange(left, entered),
      inside: is - was,
    }
  })
  const isChange = ({ day: one, people: moved, inside }: Change) =>
    one === day || moved !== 0 || inside !== 0
  return { place, changes: changes.filter(isChange) }
}

export function ownTicket({ ticket, checkIn }: Pick<Movement, 'ticket' | 'checkIn'>) {
  return ticket?.event_id === checkIn.eventId ? ticket : undefined
}

/**
 * Stores that people went in or out. Returns the stored row, or undefined if a row with this nonce
 * was already stored.
 */
export async function movePeople(tx: Tx, movement: Movement): Promise<DecisionRow | undefined> {
  const own = ownTicket(movement)
  const move = toMove(movement, own ? await selectMovements(tx, [own.id]) : [])
  const [written] = await insertCheckIns(tx, [move])
  if (written && move.place) await writeOccupancy(tx, [move.place])
  return written
}
