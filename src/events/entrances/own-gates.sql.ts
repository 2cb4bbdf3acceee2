import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

export type OwnGate = { id: string; name: string; gate_offset: number }

/** The event's own gates, in their order. The caller has locked the event. */
export async function selectOwnGates(tx: Tx, eventId: string): Promise<OwnGate[]> {
  return await tx
    .selectFrom('gate')
    .select(['id', 'name', 'gate_offset'])
    .where('event_id', '=', eventId)
    .orderBy('gate_offset')
    .execute()
}

/** Inserts gates with their ids as names. Skips gates whose id exists. Returns inserted ids. */
export async function insertOwnGates(
  tx: Tx,
  eventId: string,
  gates: readonly OwnGate[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into gate (id, name, gate_offset, event_id)
    select g.id, g.id::text, g.gate_offset, ${eventId}
    from jsonb_to_recordset(${JSON.stringify(gates)}::jsonb) as g(id uuid, gate_offset smallint)
    on conflict (id) do nothing returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Locks gates, so that no new ticket can refer to them before the transaction ends. Waits for the
 * transactions that issue such tickets.
 */
export async function lockOwnGates(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from gate where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
}

/**
 * Sets names and offsets. The names change in two steps, so that two gates can exchange their names.
 */
export async function updateOwnGates(tx: Tx, gates: readonly OwnGate[]): Promise<void> {
  const rows = JSON.stringify(gates)
  await sql`
    update gate g set name = g.id::text, gate_offset = n.gate_offset
    from jsonb_to_recordset(${rows}::jsonb) as n(id uuid, gate_offset smallint, name text)
    where g.id = n.id and (g.name, g.gate_offset) is distinct from (n.name, n.gate_offset)`.execute(
    tx,
  )
  await sql`
    update gate g set name = n.name from jsonb_to_recordset(${rows}::jsonb) as n(id uuid, name text)
    where g.id = n.id and g.name <> n.name`.execute(tx)
}

/** The number of ticket types that use the gate, without archived types. */
export async function countTypesOf(tx: Tx, gateId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ticket_type_gate l join ticket_type t on t.id = l.ticket_type_id
    where l.gate_id = ${gateId} and t.archived_at is null`.execute(tx)
  return rows[0]!.count
}

/** Deletes a gate, and its links to ticket types. */
export async function deleteGate(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('ticket_type_gate').where('gate_id', '=', id).execute()
  await tx.deleteFrom('gate').where('id', '=', id).execute()
}

/**
 * Locks gates, so that they cannot be removed before the transaction ends. Returns the gates that
 * exist. `event_id` is null in the common list.
 */
export async function lockGates(tx: Tx, ids: string[]) {
  return await tx
    .selectFrom('gate')
    .select(['id', 'event_id'])
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
}
