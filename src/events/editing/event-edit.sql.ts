import { type Insertable, sql, type Updateable } from 'kysely'
import { ownFee } from '../../accounts/fees/service-fee.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { isRefusedBy } from '../../platform/database/refused-by.sql.ts'
import type { DB } from '../../platform/database/schema.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import { anywhere, type Page, type Sorting } from '../../platform/http/list-page.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { hasRightNow, isVisibleTo } from '../events.sql.ts'
import type { PriceColumns } from '../types/type-prices.ts'

/**
 * Locks the event before its ticket types, so that two saves run one after the other. A sale never
 * waits for this lock: it locks only the types and takes a shared lock on the event's key.
 * Undefined if the event does not exist or the viewer does not manage it.
 */
export async function lockEvent(tx: Tx, viewer: Viewer, id: string) {
  return await tx
    .selectFrom('event as e')
    .selectAll()
    .where('e.id', '=', id)
    .where(isVisibleTo(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type LockedEvent = NonNullable<Awaited<ReturnType<typeof lockEvent>>>

/**
 * Locks all ticket types of an event, including archived types, in the order of their ids, as a
 * sale does.
 */
export async function lockTypes(tx: Tx, eventId: string) {
  return await tx
    .selectFrom('ticket_type')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
export type LockedType = Awaited<ReturnType<typeof lockTypes>>[number]

/** The gates of each ticket type, sorted by the offsets of the gates. */
export async function selectLinks(tx: Tx, eventId: string) {
  return await tx
    .selectFrom('ticket_type_gate as l')
    .innerJoin('ticket_type as t', 't.id', 'l.ticket_type_id')
    .innerJoin('gate as g', 'g.id', 'l.gate_id')
    .select(['l.ticket_type_id', 'l.gate_id', 'g.name as gate'])
    .where('t.event_id', '=', eventId)
    .orderBy('g.gate_offset')
    .orderBy('g.id')
    .execute()
}
export type GateLink = Awaited<ReturnType<typeof selectLinks>>[number]

/** Whether the category exists. If it exists, it cannot be removed before this transaction ends. */
export async function hasCategory(tx: Tx, id: string): Promise<boolean> {
  const query = tx.selectFrom('category').select('id').where('id', '=', id).forKeyShare()
  return (await query.executeTakeFirst()) !== undefined
}

export async function selectOrganizerAccount(tx: Tx, accountId: string) {
  return await tx
    .selectFrom('account')
    .select(['email', 'confirmed_at'])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

/** Whether the event's organizer may publish and change events without approval. */
export async function publishesAlone(
  tx: Tx,
  { organizer_id }: Pick<LockedEvent, 'organizer_id'>,
): Promise<boolean> {
  const account = tx.selectFrom('account').select('publishes_alone').where('id', '=', organizer_id)
  return (await account.executeTakeFirst())?.publishes_alone ?? false
}

export const BY_ADDRESS: Sorting = {
  name: 'email',
  isDown: false,
  keys: { email: { column: sql`email`, kind: 'text' } },
}

/** The accounts that may own events. Returns up to `limit` + 1 rows. */
export async function selectOrganizers(db: Db, search: string, page: Page) {
  const pattern = anywhere(search)
  return await db
    .selectFrom('account')
    .select(['id', 'email', 'full_name', ownFee(sql`account.id`).as('own_fee')])
    .where('confirmed_at', 'is not', null)
    .$if(search !== '', (q) =>
      q.where((eb) => eb.or([eb('email', 'ilike', pattern), eb('full_name', 'ilike', pattern)])),
    )
    .where(isBeyond(page))
    .orderBy(sortedBy(page.sorting))
    .limit(page.limit + 1)
    .execute()
}

export async function insertEvent(tx: Tx, row: Insertable<DB['event']>): Promise<void> {
  await tx.insertInto('event').values(row).execute()
}

/**
 * Saves the event's fields. Also resets `is_over` and `sales_forgotten_at`, because the date may
 * have changed; sweeps set both fields again.
 */
export async function updateEvent(
  tx: Tx,
  id: string,
  change: Updateable<DB['event']>,
): Promise<void> {
  const saved = { ...change, is_over: false, sales_forgotten_at: null }
  await tx.updateTable('event').set(saved).where('id', '=', id).execute()
}

export type TypeColumns = {
  id: string
  name: string
  description: string
  is_hidden: boolean
  sold_at_door: boolean
  max_per_order: number
  min_per_order: number
  /** In people. */
  capacity: number
  sold_in: number
  kind: string
  pool_id: string | null
  day_numbers: number[]
  once_in_all: boolean
  type_offset: number
  sale_from: Date | null
  sale_until: Date | null
} & PriceColumns

export async function insertTypes(
  tx: Tx,
  eventId: string,
  types: TypeColumns[],
  now: Date,
): Promise<void> {
  const rows = types.map((type) => ({
    ...type,
    event_id: eventId,
    created_at: now,
    updated_at: now,
  }))
  if (rows.length > 0) await tx.insertInto('ticket_type').values(rows).execute()
}

/** Updates all types in one statement, so that two types can exchange their offsets. */
export async function updateTypes(tx: Tx, types: TypeColumns[], now: Date): Promise<void> {
  await sql`
    update ticket_type t set name = n.name, description = n.description,
      price_cents = n.price_cents, is_free = n.is_free, lowest_cents = n.lowest_cents,
      suggested_cents = n.suggested_cents, highest_cents = n.highest_cents,
      is_hidden = n.is_hidden, sold_at_door = n.sold_at_door,
      max_per_order = n.max_per_order, min_per_order = n.min_per_order, capacity = n.capacity,
      sold_in = n.sold_in, kind = n.kind, pool_id = n.pool_id, type_offset = n.type_offset,
      day_numbers = n.day_numbers, once_in_all = n.once_in_all,
      sale_from = n.sale_from, sale_until = n.sale_until, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as n(id uuid, name text,
      description text, price_cents int, is_free boolean, lowest_cents int, suggested_cents int,
      highest_cents int, is_hidden boolean, sold_at_door boolean, max_per_order int,
      min_per_order int, capacity int, sold_in smallint, kind text, pool_id uuid,
      type_offset smallint, day_numbers smallint[], once_in_all boolean, sale_from timestamptz,
      sale_until timestamptz)
    where t.id = n.id`.execute(tx)
}

/**
 * Takes a type off sale for good. Held tickets may still be paid. Lowers the capacity to the held
 * and sold tickets, so that late payments are refunded instead of buying a removed type.
 */
export async function archiveType(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update ticket_type set archived_at = ${now}, capacity = held + sold, updated_at = ${now}
    where id = ${id}`.execute(tx)
}

/** Frees the offsets of archived types that sold no tickets and whose holds have all ended. */
export async function freeOffsets(tx: Tx, ids: string[]): Promise<void> {
  await sql`update ticket_type set capacity = held + sold
    where id = any(${ids}::uuid[])`.execute(tx)
}

/** Deletes a type with its steps and their limits, and removes it from gates and promo codes. */
export async function deleteType(tx: Tx, id: string): Promise<void> {
  await sql`delete from promo_code_type where ticket_type_id = ${id}`.execute(tx)
  await sql`delete from ticket_type_gate where ticket_type_id = ${id}`.execute(tx)
  await sql`
    with gone as (delete from price_step where ticket_type_id = ${id} returning limit_id)
    delete from sale_limit where id in (select limit_id from gone)`.execute(tx)
  await sql`delete from ticket_type where id = ${id}`.execute(tx)
}

/**
 * Whether a foreign key in `keys` keeps a type from being deleted. Tries to delete the type, and
 * rolls back.
 */
export async function isTypeUsed(tx: Tx, id: string, keys: readonly string[]): Promise<boolean> {
  await sql`savepoint attempt`.execute(tx)
  const isUsed = await isRefusedBy(tx, keys, () => deleteType(tx, id))
  await sql`rollback to savepoint attempt`.execute(tx)
  return isUsed
}

/** Replaces the gate links of the given ticket types. */
export async function replaceLinks(
  tx: Tx,
  typeIds: string[],
  links: { ticket_type_id: string; gate_id: string }[],
): Promise<void> {
  await sql`delete from ticket_type_gate where ticket_type_id = any(${typeIds}::uuid[])`.execute(tx)
  if (links.length > 0) await tx.insertInto('ticket_type_gate').values(links).execute()
}

/** Whether the account may edit the event now. */
export async function mayStillEdit(db: Db, eventId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from event e where e.id = ${eventId} and ${hasRightNow(sql`${accountId}::uuid`, 'edit')}`.execute(
    db,
  )
  return rows.length > 0
}
