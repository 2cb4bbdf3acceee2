import type { Insertable } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { DB } from '../platform/schema.ts'

export async function hasEvents(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('event').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Adds the missing ones; answers the id of each name, new or old. */
export async function putCategories(
  tx: Tx,
  rows: Insertable<DB['category']>[],
): Promise<Map<string, string>> {
  await tx
    .insertInto('category')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const all = await tx.selectFrom('category').select(['id', 'name']).execute()
  return new Map(all.map((row) => [row.name, row.id]))
}

/** Adds the missing ones; answers the id of each name, new or old. */
export async function putGates(
  tx: Tx,
  rows: Insertable<DB['gate']>[],
): Promise<Map<string, string>> {
  await tx
    .insertInto('gate')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const all = await tx.selectFrom('gate').select(['id', 'name']).execute()
  return new Map(all.map((row) => [row.name, row.id]))
}

export async function insertShortCodes(
  tx: Tx,
  rows: Insertable<DB['short_code']>[],
): Promise<void> {
  await tx.insertInto('short_code').values(rows).execute()
}

export async function insertSampleEvents(
  tx: Tx,
  events: Insertable<DB['event']>[],
  types: Insertable<DB['ticket_type']>[],
  links: Insertable<DB['ticket_type_gate']>[],
): Promise<void> {
  await tx.insertInto('event').values(events).execute()
  await tx.insertInto('ticket_type').values(types).execute()
  await tx.insertInto('ticket_type_gate').values(links).execute()
}
