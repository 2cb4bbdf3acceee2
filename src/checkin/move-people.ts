import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { settleInside } from '../tickets/inside.sql.ts'
import { insertCheckIn, type LockedTicket } from './checkin.sql.ts'
import type { GateAsked } from './gate-request.ts'
import { netOf, placeInside } from './inside.rules.ts'
import { selectSteps } from './steps.sql.ts'

type Movement = {
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
}

/**
 * Writes down that people went through a gate, in or out, and puts the ticket where the sum of all
 * that was told of it says: whatever comes first, it ends the same. False if this was told before.
 */
export async function movePeople(
  tx: Tx,
  { deviceId, asked, ticket, row, people, undoneId = null, now }: Movement,
): Promise<boolean> {
  const effect = asked.kind === 'in' ? people : -people
  // Who came in on another event's ticket is inside here, and changes nothing there.
  const own = ticket?.event_id === asked.eventId ? ticket : undefined
  const net = own ? netOf(await selectSteps(tx, own.id)) : 0
  const place = own ? placeInside(net + effect, own.admits) : { admitted: 0, excess: 0 }
  const before = own?.admitted ?? 0
  const isNew = await insertCheckIn(
    tx,
    {
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
      at: now,
    },
    {
      checks: asked.kind === 'in' ? 1 : 0,
      tickets: Number(place.admitted > 0) - Number(before > 0),
      people: place.admitted - before,
      inside: effect,
    },
  )
  if (isNew && own && people > 0) await settleInside(tx, own.id, place)
  return isNew
}
