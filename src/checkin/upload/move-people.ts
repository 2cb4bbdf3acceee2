import type { Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { writeOccupancy } from '../../tickets/inside.sql.ts'
import { isAddOnNumber } from '../../tickets/number.rules.ts'
import {
  type Change,
  type DecisionRow,
  insertCheckIns,
  type LockedTicket,
  type NewCheckIn,
} from '../checkin.sql.ts'
import type { ParsedGateCheckIn } from './gate-request.ts'
import { occupancy, placeInside } from './inside.rules.ts'
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
  undoneId?: string | null
  now: Date
  /** The time at which an offline row happened. */
  happenedAt?: Date
}

export type Move = {
  row: NewCheckIn
  change: Change
  /**
   * The occupancy of the ticket after the movement. Null if the ticket is not of this event or no
   * people moved.
   */
  place: { id: string; admitted: number; excess: number } | null
}

/**
 * Computes the row, the change in the figures and the new occupancy for people who go in or out at
 * a gate. `net` is the sum of the ticket's earlier movements. The occupancy follows from the sum of
 * all movements, so the order of uploads makes no difference.
 */
export function toMove(movement: Movement, net: number): Move {
  const { deviceId, checkIn, ticket, row, people, undoneId = null, now, happenedAt } = movement
  const effect = checkIn.kind === 'in' ? people : -people
  // If the ticket belongs to another event, its people are counted at this event, and the ticket
  // itself does not change.
  const own = ownTicket(movement)
  const place = own ? placeInside(net + effect, own.admits) : { admitted: 0, excess: 0 }
  const before = own?.admitted ?? 0
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
      left_after: own ? own.admits - place.admitted : null,
      method: checkIn.method,
      device_id: deviceId,
      nonce: checkIn.nonce,
      device_at: checkIn.deviceAt,
      kind: checkIn.kind,
      undone_id: undoneId,
      is_offline: row.isOffline,
      by_proof: row.byProof,
      is_past_limit: row.isPastLimit ?? false,
      note: checkIn.note,
      at: happenedAt ?? now,
      uploaded_at: happenedAt ? now : null,
    },
    change: {
      checks: checkIn.kind === 'in' ? 1 : 0,
      tickets: Number(place.admitted > 0) - Number(before > 0),
      people: place.admitted - before,
      // An add-on of this event counts as redeemed (selectEntrySums). Any other opens nothing.
      inside: !own && isAddOnNumber(checkIn.number) ? 0 : effect,
    },
    place: own && people > 0 ? { id: own.id, ...place } : null,
  }
}

export function ownTicket({ ticket, checkIn }: Pick<Movement, 'ticket' | 'checkIn'>) {
  return ticket?.event_id === checkIn.eventId ? ticket : undefined
}

/**
 * Stores that people went in or out. Returns the row. Returns undefined if a row with the nonce is
 * stored already.
 */
export async function movePeople(tx: Tx, movement: Movement): Promise<DecisionRow | undefined> {
  const own = ownTicket(movement)
  const net = own ? occupancy(await selectMovements(tx, [own.id])) : 0
  const move = toMove(movement, net)
  const [written] = await insertCheckIns(tx, [move])
  if (written && move.place) await writeOccupancy(tx, [move.place])
  return written
}
