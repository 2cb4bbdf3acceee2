import type { Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { settleInside } from '../../tickets/inside.sql.ts'
import {
  type Change,
  type DecisionRow,
  insertCheckIns,
  type LockedTicket,
  type NewCheckIn,
} from '../checkin.sql.ts'
import { netOf, placeInside } from '../inside.rules.ts'
import type { GateAsked } from './gate-request.ts'
import { selectSteps } from './steps.sql.ts'

export type Movement = {
  deviceId: string
  asked: GateAsked
  /** Under lock; undefined where no such ticket was sold. */
  ticket: LockedTicket | undefined
  /** As it is written down. */
  row: {
    result: string
    reason: string | null
    admits: number
    isOffline: boolean
    byProof: boolean
    /** Beyond what a phone may let in on proof alone. */
    isPastLimit?: boolean
  }
  people: number
  undoneId?: string | null
  now: Date
  /** Of what is told later: when it was. */
  happenedAt?: Date
}

export type Move = {
  row: NewCheckIn
  change: Change
  /** Where the ticket is then; null where it is none of this event's. */
  place: { id: string; admitted: number; excess: number } | null
}

/**
 * People go through a gate, in or out, and the ticket is where the sum of all that was told of it
 * says (`net` before): whatever comes first, it ends the same.
 */
export function describeMove(movement: Movement, net: number): Move {
  const { deviceId, asked, ticket, row, people, undoneId = null, now, happenedAt } = movement
  const effect = asked.kind === 'in' ? people : -people
  // Who came in on another event's ticket is inside here, and changes nothing there.
  const own = ownTicket(movement)
  const place = own ? placeInside(net + effect, own.admits) : { admitted: 0, excess: 0 }
  const before = own?.admitted ?? 0
  return {
    row: {
      id: newId(),
      event_id: asked.eventId,
      gate_id: asked.gateId,
      ticket_number: asked.number,
      ticket_id: row.result === 'unknown' ? null : (ticket?.id ?? null),
      result: row.result,
      reason: row.reason,
      asked: asked.admits,
      admits: row.admits,
      let_in: people,
      left_after: own ? own.admits - place.admitted : null,
      method: asked.method,
      device_id: deviceId,
      nonce: asked.nonce,
      device_at: asked.deviceAt,
      kind: asked.kind,
      undone_id: undoneId,
      is_offline: row.isOffline,
      by_proof: row.byProof,
      is_past_limit: row.isPastLimit ?? false,
      words: asked.words,
      at: happenedAt ?? now,
      told_at: happenedAt ? now : null,
    },
    change: {
      checks: asked.kind === 'in' ? 1 : 0,
      tickets: Number(place.admitted > 0) - Number(before > 0),
      people: place.admitted - before,
      inside: effect,
    },
    place: own && people > 0 ? { id: own.id, ...place } : null,
  }
}

export function ownTicket({ ticket, asked }: Pick<Movement, 'ticket' | 'asked'>) {
  return ticket?.event_id === asked.eventId ? ticket : undefined
}

/** Writes down that people went through; answers the row, or none if this was told before. */
export async function movePeople(tx: Tx, movement: Movement): Promise<DecisionRow | undefined> {
  const own = ownTicket(movement)
  const net = own ? netOf(await selectSteps(tx, [own.id])) : 0
  const move = describeMove(movement, net)
  const [written] = await insertCheckIns(tx, [move])
  if (written && move.place) await settleInside(tx, [move.place])
  return written
}
