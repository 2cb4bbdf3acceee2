import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Overdue } from '../../platform/metrics.ts'

const isQueryDue = (now: Date) => sql<boolean>`next_query_at <= ${now}`

export const areQueriesDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from payment where ${isQueryDue(now)})`

/** Clears `next_query_at` of the returned payments, so that no other process returns them. */
export async function takeQueriesDue(tx: Tx, now: Date, count: number) {
  const { rows } = await sql<{ id: string; prompting_at: Date; has_id: boolean }>`
    with due as materialized (
      -- As a plain subquery, some plans would apply the limit once per row.
      select id from payment where ${isQueryDue(now)}
      order by next_query_at limit ${count} for update skip locked
    )
    update payment set next_query_at = null, query_count = query_count + 1
    from due where payment.id = due.id
    returning payment.id, prompting_at,
      coalesce(checkout_request_id, reported_request_id) is not null as has_id`.execute(tx)
  return rows
}

/** Returns false if the payment is no longer open. */
export async function setNextQuery(tx: Tx, id: string, at: Date | null): Promise<boolean> {
  const result = await tx
    .updateTable('payment')
    .set({ next_query_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['prompting', 'prompted', 'unknown'])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

type Queryable = {
  id: string
  order_id: string
  state: string
  phone: string
  prompting_at: Date | null
  checkout_request_id: string | null
  /** CheckoutRequestID that a callback reported. */
  reported_request_id: string | null
  /** Whether the id belongs to, or was also reported for, a different payment. */
  is_reported_elsewhere: boolean
}

export async function selectQueryable(db: Db, id: string): Promise<Queryable | undefined> {
  const { rows } = await sql<Queryable>`
    select id, order_id, state, phone, prompting_at, checkout_request_id, reported_request_id, exists (
        select from payment o where o.id <> p.id
          -- An id contains its phone; matchesPrompt rejects an id of another phone.
          and (o.reported_request_id = p.reported_request_id
            or (o.phone = p.phone and o.checkout_request_id = p.reported_request_id))
      ) as is_reported_elsewhere
    from payment p where id = ${id}`.execute(db)
  return rows[0]
}

/** The latest open prompt of the order that can be queried. */
export async function selectOpenPrompt(db: Db, orderId: string) {
  return await db
    .selectFrom('payment')
    .select(['id'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['prompted', 'unknown'])
    .where('checkout_request_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a queued payment waits for its prompt. Ignores payments whose phone shows a prompt. */
export async function existsWaitingPush(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (
      select from payment p where open_status = 'in_line' and not exists (
        select from payment o where o.phone = p.phone and o.open_status = 'out'
      )
    ) as waiting`.execute(db)
  return rows[0]!.waiting
}

type Stuck = 'prompting' | 'prompted' | 'unknown'

const isStuck = (state: Stuck, before: Date) =>
  sql<boolean>`open_status in ('out', 'unknown') and state = ${sql.lit(state)}
    and prompting_at <= ${before}`

export const areStuck = (state: Stuck, before: Date): RawBuilder<boolean> =>
  sql`exists (select from payment where ${isStuck(state, before)})`

/** Payments that stayed in a state for too long, oldest first. */
export async function selectStuck(db: Db, state: Stuck, before: Date, count: number) {
  return await db
    .selectFrom('payment')
    .select(['id', 'order_id'])
    .where(isStuck(state, before))
    .orderBy('prompting_at')
    .limit(count)
    .execute()
}

export type LookupSpan = { oldest: Date; youngest: Date }

const isLookedUp = (since: Date) => sql<boolean>`created_at > ${since} and (open_status = 'unknown'
  or (open_status is null and use is null and settled_by in ('query', 'sweep'))
  or (use is not null and ((mpesa_receipt is null and method = 'mpesa') or use = 'suspense'))
  or (unverified_at is not null and (use is null or is_unverified)))`

export const areLookedUp = (since: Date): RawBuilder<boolean> =>
  sql`exists (select from payment where ${isLookedUp(since)})`

/** Oldest and youngest prompt; a reported payment counts from its report. */
export async function selectLookupSpan(db: Db, since: Date): Promise<LookupSpan | null> {
  const { rows } = await sql<{ oldest: Date | null; youngest: Date | null }>`
    select min(coalesce(prompting_at, created_at)) as oldest,
      max(greatest(coalesce(prompting_at, created_at), unverified_at)) as youngest
    from payment where ${isLookedUp(since)}`.execute(db)
  const row = rows[0]
  return row?.oldest && row.youngest ? { oldest: row.oldest, youngest: row.youngest } : null
}

export async function selectOrderIdByCode(db: Db, code: string): Promise<string | null> {
  const row = await db.selectFrom('order').select('id').where('code', '=', code).executeTakeFirst()
  return row?.id ?? null
}

/** The order of the latest prompt with this phone and amount. */
export async function selectOrderIdByPrompt(
  db: Db,
  prompt: { phone: string; amountCents: number; from: Date; to: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('payment')
    .select('order_id')
    .where('phone', '=', prompt.phone)
    .where('prompting_at', '>=', prompt.from)
    .where('prompting_at', '<=', prompt.to)
    .where('amount_cents', '=', prompt.amountCents)
    .where('mpesa_receipt', 'is', null)
    .orderBy('prompting_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.order_id ?? null
}

/** Payments in suspense from before `before`, oldest first. */
export async function selectOldSuspense(db: Db, before: Date, count: number) {
  return await db
    .selectFrom('payment')
    .select(['id', 'order_id', 'created_at'])
    .where('use', '=', 'suspense')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(count)
    .execute()
}

/** Payments that only a query confirmed. Marks each by an event row, so that it alerts once. */
export async function markReceiptsOverdue(db: Db, before: Date, now: Date, count: number) {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    with overdue as (
      select id, use, created_at from payment p
      where use is not null and mpesa_receipt is null and method = 'mpesa'
        and created_at <= ${before}
        and not exists (
          select from payment_event e where e.payment_id = p.id and e.cause = 'receipt overdue'
        )
      order by created_at limit ${count} for no key update skip locked
    ), marked as (
      insert into payment_event (payment_id, from_state, to_state, use, cause, at)
      select id, 'confirmed', 'confirmed', use, 'receipt overdue', ${now} from overdue
    )
    select id, created_at from overdue`.execute(db)
  return rows
}

/** Counts payments of any age in suspense or without a receipt. */
export async function countUnexplained(
  db: Db,
): Promise<{ suspense: Overdue; receiptless: Overdue }> {
  const { rows } = await sql<{ what: 'suspense' | 'receiptless'; count: number; since: Date }>`
    select case when use = 'suspense' then 'suspense' else 'receiptless' end as what,
      count(*) as count, min(created_at) as since
    from payment p where use is not null
      and ((mpesa_receipt is null and method = 'mpesa') or use = 'suspense')
      and not exists (select from payment_explanation x where x.payment_id = p.id)
    group by 1`.execute(db)
  const of = (what: string) => rows.find((row) => row.what === what) ?? { count: 0, since: null }
  return { suspense: of('suspense'), receiptless: of('receiptless') }
}
