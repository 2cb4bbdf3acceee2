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

/** Locks a gate of the common list. Undefined if the gate does not exist. */
export async function lockGate(tx: Tx, id: string): Promise<Gate | undefined> {
  return await tx
    .selectFrom('gate')
    .select(['id', 'name', 'gate_offset'])
    .where('id', '=', id)
    .where('event_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts a common gate. Without an offset, it comes after all other common gates. */
export async function insertGate(
  tx: Tx,
  gate: Category & { gate_offset: number | null },
): Promise<Gate> {
  const { rows } = await sql<Gate>`insert into gate (id, name, gate_offset)
    select ${gate.id}, ${gate.name}, coalesce(${gate.gate_offset}::smallint,
      (select least(coalesce(max(gate_offset), -1) + 1, 999) from gate where event_id is null))
    returning id, name, gate_offset`.execute(tx)
  return rows[0]!
}

export async function updateGate(tx: Tx, { id, name, gate_offset }: Gate): Promise<void> {
  await tx.updateTable('gate').set({ name, gate_offset }).where('id', '=', id).execute()
}
