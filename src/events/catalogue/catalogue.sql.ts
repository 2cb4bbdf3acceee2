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

/** The number of ticket types on sale that enter through the gate. */
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
