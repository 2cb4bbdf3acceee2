import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { StoredCode } from '../price.rules.ts'

/** Terms of a code that do not change. */
export type CodeTermsRow = Pick<StoredCode, 'kind' | 'percent' | 'value_cents'> & {
  is_for_all_types: boolean
  starts_at: Date | null
  ends_at: Date | null
  seller_id: string | null
}

type CodeRow = {
  id: string
  code: string
  code_fold: string
  digits: string
}

type SharedColumns = CodeTermsRow & {
  event_id: string
  max_tickets: number | null
  max_per_phone: number | null
  batch_id: string | null
  created_at: Date
  typeIds: readonly string[]
}

/** Inserts codes with the same terms, each with its limit and its types. */
export async function insertCodes(
  tx: Tx,
  codes: readonly CodeRow[],
  { typeIds, max_tickets, ...terms }: SharedColumns,
): Promise<void> {
  const { event_id } = terms
  await sql`
    with code as (
      select * from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb)
        as c(id uuid, code text, code_fold text, digits text)
    ), new_limit as (
      insert into sale_limit (id, event_id, kind, capacity)
      select id, ${event_id}, 'code', ${max_tickets}::int from code
    ), new_code as (
      insert into promo_code (id, event_id, code, code_fold, digits, kind, percent, value_cents,
        is_for_all_types, max_per_phone, starts_at, ends_at, seller_id, batch_id, created_at)
      select id, ${event_id}, code, code_fold, digits, ${terms.kind}, ${terms.percent}::smallint,
        ${terms.value_cents}::int, ${terms.is_for_all_types}, ${terms.max_per_phone}::int,
        ${terms.starts_at}::timestamptz, ${terms.ends_at}::timestamptz, ${terms.seller_id}::uuid,
        ${terms.batch_id}::uuid, ${terms.created_at}
      from code
    )
    insert into promo_code_type (promo_code_id, ticket_type_id)
    select c.id, t.id from code c cross join unnest(${typeIds}::uuid[]) as t(id)`.execute(tx)
}

/** Returns the `folds` and `digits` that codes of the event already have, ended codes included. */
export async function selectTakenCodes(
  tx: Tx,
  eventId: string,
  { folds = [], digits = [] }: { folds?: readonly string[]; digits?: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ taken: string }>`
    select code_fold as taken from promo_code
    where event_id = ${eventId} and code_fold = any(${folds}::text[])
    union all
    select digits from promo_code
    where event_id = ${eventId} and digits = any(${digits}::text[])`.execute(tx)
  return new Set(rows.map(({ taken }) => taken))
}

/** The number of single codes of the event, and the number of its batches. */
export async function countCodes(
  tx: Tx,
  eventId: string,
): Promise<{ codes: number; batches: number }> {
  const { rows } = await sql<{ codes: number; batches: number }>`
    select count(*) filter (where batch_id is null)::int as codes,
      count(distinct batch_id)::int as batches
    from promo_code where event_id = ${eventId}`.execute(tx)
  return rows[0]!
}

/** The number of codes in a batch; 0 if there is no such batch. */
export async function countBatch(tx: Tx, eventId: string, batchId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from promo_code
    where event_id = ${eventId} and batch_id = ${batchId}`.execute(tx)
  return rows[0]!.count
}

/** Whether the event has all these ticket types, and none is archived. */
export async function hasTypes(tx: Tx, eventId: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select id from ticket_type
    where event_id = ${eventId} and archived_at is null and id = any(${ids}::uuid[])
    for key share`.execute(tx)
  return rows.length === ids.length
}

/** The event's types with their own prices, from which the prices with a code are calculated. */
export async function selectTypes(tx: Tx, eventId: string) {
  return await tx
    .selectFrom('ticket_type as t')
    .select(['t.id', 't.is_free', 't.is_hidden', 't.lowest_cents', 't.price_cents'])
    .where('t.event_id', '=', eventId)
    .where('t.archived_at', 'is', null)
    .execute()
}

/** Whether the event has this seller, and the seller has not stopped. */
export async function hasSeller(tx: Tx, eventId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from seller where id = ${id} and event_id = ${eventId} and ended_at is null
    for key share`.execute(tx)
  return rows.length > 0
}

export type ChangeableCode = {
  id: string
  code: string
  digits: string
  kind: StoredCode['kind']
  starts_at: Date | null
  ends_at: Date | null
  max_per_phone: number | null
  max_tickets: number | null
  ended_at: Date | null
}

/** Locks a single code, which is not part of a batch. The caller has locked its event. */
export async function lockCode(
  tx: Tx,
  eventId: string,
  id: string,
): Promise<ChangeableCode | undefined> {
  const { rows } = await sql<ChangeableCode>`
    select c.id, c.code, c.digits, c.kind, c.starts_at, c.ends_at, c.max_per_phone, c.ended_at,
      l.capacity as max_tickets
    from promo_code c join sale_limit l on l.id = c.id
    where c.id = ${id} and c.event_id = ${eventId} and c.batch_id is null
    for no key update of l`.execute(tx)
  return rows[0]
}

/**
 * Sets the maximum of a code. If more tickets are held or sold, sets nothing and returns their
 * number; otherwise returns null.
 */
export async function updateMaximum(
  tx: Tx,
  id: string,
  max: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ taken: number | null }>`
    with changed as (
      update sale_limit set capacity = ${max}::int
      where id = ${id} and coalesce(held + sold <= ${max}::int, true) returning id
    )
    select case when exists (select from changed) then null else held + sold end as taken
    from sale_limit where id = ${id}`.execute(tx)
  return rows[0]!.taken
}

export async function updateCode(
  tx: Tx,
  { id, max_per_phone, ends_at }: Pick<ChangeableCode, 'id' | 'max_per_phone' | 'ends_at'>,
): Promise<void> {
  await tx.updateTable('promo_code').set({ max_per_phone, ends_at }).where('id', '=', id).execute()
}

/** Ends a code, or all codes of a batch. Returns the codes that it has ended. */
export async function endCodes(
  tx: Tx,
  eventId: string,
  id: string,
  now: Date,
): Promise<{ code: string; batch_id: string | null }[]> {
  const { rows } = await sql<{ code: string; batch_id: string | null }>`
    update promo_code set ended_at = ${now}
    where event_id = ${eventId} and (id = ${id} or batch_id = ${id}) and ended_at is null
    returning code, batch_id`.execute(tx)
  return rows
}

/** Whether the event has a code or a batch with this id. */
export async function hasCode(tx: Tx, eventId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from promo_code where event_id = ${eventId} and (id = ${id} or batch_id = ${id})
    limit 1`.execute(tx)
  return rows.length > 0
}
