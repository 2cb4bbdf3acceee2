import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

type GateOfEvent = { eventId: string; gateId: string | null }

export async function insertStoppedGate(
  tx: Tx,
  { eventId, gateId, by, now }: GateOfEvent & { by: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('stopped_gate')
    .values({ event_id: eventId, gate_id: gateId, stopped_by: by, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteStoppedGate(
  tx: Tx,
  { eventId, gateId }: GateOfEvent,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('stopped_gate')
    .where('event_id', '=', eventId)
    .where(sql<boolean>`gate_id is not distinct from ${gateId}`)
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks a gate of the common list or of the event, so that it cannot be removed before the
 * transaction ends. Returns its name.
 */
export async function lockGateName(
  tx: Tx,
  eventId: string,
  id: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('gate')
    .select('name')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('event_id', 'is', null), eb('event_id', '=', eventId)]))
    .forKeyShare()
    .executeTakeFirst()
  return row?.name
}
