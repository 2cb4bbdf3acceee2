import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

type Category = { id: string; name: string }
type Gate = Category & { gate_offset: number }

/** Locks a category, so that no event can begin to use it concurrently. */
export async function lockCategory(tx: Tx, id: string): Promise<Category | undefined> {
  return await tx
    .selectFrom('category')
    .select(['id', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertCategory(tx: Tx, { id, name }: Category): Promise<void> {
  await sql`insert into category (id, name, position)
    select ${id}, ${name}, coalesce(max(position), -1) + 1 from category`.execute(tx)
}

export async function updateCategory(tx: Tx, { id, name }: Category): Promise<void> {
  await tx.updateTable('category').set({ name }).where('id', '=', id).execute()
}

export async function deleteCategory(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('category').where('id', '=', id).execute()
}

export async function countEventsOf(tx: Tx, categoryId: string): Promise<number> {
  const row = await tx
    .selectFrom('event')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function lockGate(tx: Tx, id: string): Promise<Gate | undefined> {
  return await tx.selectFrom('gate').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Inserts a gate. Without an offset, the gate comes after all other gates. */
export async function insertGate(
  tx: Tx,
  gate: Category & { gate_offset: number | null },
): Promise<Gate> {
  const { rows } = await sql<Gate>`insert into gate (id, name, gate_offset)
    select ${gate.id}, ${gate.name}, coalesce(${gate.gate_offset}::smallint,
      (select least(coalesce(max(gate_offset), -1) + 1, 999) from gate))
    returning id, name, gate_offset`.execute(tx)
  return rows[0]!
}

export async function updateGate(tx: Tx, { id, name, gate_offset }: Gate): Promise<void> {
  await tx.updateTable('gate').set({ name, gate_offset }).where('id', '=', id).execute()
}

/**
 * The uses of a gate: the number of ticket types on sale (not archived) that enter through the gate
 * (`types`), and whether a ticket, check-in, door sale, gate phone or other row refers to the gate
 * (`has_tickets`). A gate with a use cannot be deleted.
 */
export async function selectGateUse(
  tx: Tx,
  id: string,
): Promise<{ types: number; has_tickets: boolean }> {
  const { rows } = await sql<{ types: number; has_tickets: boolean }>`select
    (select count(*) from ticket_type_gate l join ticket_type t on t.id = l.ticket_type_id
      where l.gate_id = ${id} and t.archived_at is null)::int as types,
    exists (select from ticket where gate_id = ${id})
      or exists (select from gate_load where gate_id = ${id})
      or exists (select from check_in where gate_id = ${id})
      or exists (select from "order" where admit_gate_id = ${id})
      or exists (select from gate_phone where gate_id = ${id})
      or exists (select from stopped_gate where gate_id = ${id})
      or exists (select from gate_move where gate_id = ${id}) as has_tickets`.execute(tx)
  return rows[0]!
}

/** Deletes a gate, and its links to archived ticket types. */
export async function deleteGate(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('ticket_type_gate').where('gate_id', '=', id).execute()
  await tx.deleteFrom('gate').where('id', '=', id).execute()
}
