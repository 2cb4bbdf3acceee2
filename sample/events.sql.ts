import type { Insertable } from 'kysely'
import type { Tx } from '../src/platform/database/db.ts'
import type { DB } from '../src/platform/database/schema.ts'

export async function hasEvents(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('event').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

type Named = { id: string; name: string }

/** Inserts the categories whose names are missing. Returns the id of each category by its name. */
export async function putCategories(
  tx: Tx,
  rows: (Named & Insertable<DB['category']>)[],
): Promise<Map<string, string>> {
  await tx
    .insertInto('category')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return idsOf(rows, await tx.selectFrom('category').select(['id', 'name']).execute())
}

/** Inserts the gates whose names are missing. Returns the id of each gate by its name. */
export async function putGates(
  tx: Tx,
  rows: (Named & Insertable<DB['gate']>)[],
): Promise<Map<string, string>> {
  await tx
    .insertInto('gate')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return idsOf(rows, await tx.selectFrom('gate').select(['id', 'name']).execute())
}

/**
 * Returns the id of each of the sample's names, ignoring case. If an admin has renamed a category
 * or gate, its row still has the sample's own id.
 */
function idsOf(ours: Named[], all: Named[]): Map<string, string> {
  const byName = new Map(all.map((row) => [row.name.toLowerCase(), row.id]))
  return new Map(ours.map(({ id, name }) => [name, byName.get(name.toLowerCase()) ?? id]))
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

/** Inserts the limits before the steps, because steps refer to limits. */
export async function insertPriceSteps(
  tx: Tx,
  {
    limits,
    steps,
  }: { limits: Insertable<DB['sale_limit']>[]; steps: Insertable<DB['price_step']>[] },
): Promise<void> {
  if (limits.length > 0) await tx.insertInto('sale_limit').values(limits).execute()
  if (steps.length > 0) await tx.insertInto('price_step').values(steps).execute()
}

/** The image key of each of these events. Leaves out events that no longer exist. */
export async function selectImageKeys(tx: Tx, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await tx
    .selectFrom('event')
    .select(['id', 'image_key'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.image_key]))
}

/** Sets this organizer for the given events that have none. */
export async function setOrganizer(tx: Tx, organizerId: string, ids: string[]): Promise<void> {
  await tx
    .updateTable('event')
    .set({ organizer_id: organizerId })
    .where('id', 'in', ids)
    .where('organizer_id', 'is', null)
    .execute()
}

export async function hasAccounts(tx: Tx, ids: string[]): Promise<boolean> {
  const rows = await tx.selectFrom('account').select('id').where('id', 'in', ids).execute()
  return rows.length === ids.length
}
