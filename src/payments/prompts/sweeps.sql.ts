import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Overdue } from '../../platform/metrics.ts'

const isQueryDue = (now: Date) => sql<boolean>`next_query_at <= ${now}`

export const areQueriesDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from payment where ${isQueryDue(now)})`

/**
 * Prompts whose turn to be asked about has come; each is moved on so that nobody asks twice. Of one
 * without an id there is nothing to ask yet: its push was not answered.
 */
export async function takeQueriesDue(tx: Tx, now: Date, count: number) {
  const { rows } = await sql<{ id: string; prompting_at: Date; has_id: boolean }>`
    with due as materialized (
      -- Apart: as a subquery of the update some plans run it once for each row, limit and all.
      select id from payment where ${isQueryDue(now)}
      order by next_query_at limit ${count} for update skip locked
    )
    update payment set next_query_at = null, query_count = query_count + 1
    from due where payment.id = due.id
    returning payment.id, prompting_at,
      coalesce(checkout_request_id, told_request_id) is not null as has_id`.execute(tx)
  return rows
}

/** False if nothing is left to ask: the payment is not out any more. */
export async function setNextQuery(tx: Tx, id: string, at: Date | null): Promise<boolean> {
  const result = await tx
    .updateTable('payment')
    .set({ next_query_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['prompting', 'prompted', 'unknown'])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export type Queryable = {
  id: string
  order_id: string
  state: string
  phone: string
  prompting_at: Date | null
  checkout_request_id: string | null
  /** What a callback told in place of it. */
  told_request_id: string | null
  /** Another payment has that id, or was told it as well. */
  is_told_elsewhere: boolean
}

export async function selectQueryable(db: Db, id: string): Promise<Queryable | undefined> {
  const { rows } = await sql<Queryable>`
    select id, order_id, state, phone, prompting_at, checkout_request_id, told_request_id, exists (
        select from payment o where o.id <> p.id
          -- An id names its phone: one that does not is believed of no prompt (told-id.rules.ts).
          and (o.told_request_id = p.told_request_id
            or (o.phone = p.phone and o.checkout_request_id = p.told_request_id))
      ) as is_told_elsewhere
    from payment p where id = ${id}`.execute(db)
  return rows[0]
}

/** The open payment of an order that M-Pesa can be asked about. */
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

/** Whether a prompt waits for its turn; one that waits for its phone does not count. */
export async function existsWaitingPush(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (
      select from payment p where open_as = 'in_line' and not exists (
        select from payment o where o.phone = p.phone and o.open_as = 'out'
      )
    ) as waiting`.execute(db)
  return rows[0]!.waiting
}

type Stuck = 'prompting' | 'prompted' | 'unknown'

const isStuck = (state: Stuck, before: Date) =>
  sql<boolean>`open_as in ('out', 'unknown') and state = ${sql.lit(state)}
    and prompting_at <= ${before}`

export const areStuck = (state: Stuck, before: Date): RawBuilder<boolean> =>
  sql`exists (select from payment where ${isStuck(state, before)})`

/** Payments that stayed in a state for too long; oldest first. */
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

const isLookedUp = (since: Date) => sql<boolean>`created_at > ${since} and (open_as = 'unknown'
  or (open_as is null and use is null and settled_by in ('query', 'sweep'))
  or (use is not null and ((mpesa_receipt is null and method = 'mpesa') or use = 'suspense'))
  or (claimed_at is not null and (use is null or claim_open)))`

export const areLookedUp = (since: Date): RawBuilder<boolean> =>
  sql`exists (select from payment where ${isLookedUp(since)})`

/**
 * From when to when the payments were prompted that Pull is to settle, or null for none. One that is
 * said to be paid is as young as that was said.
 */
export async function selectLookupSpan(db: Db, since: Date): Promise<LookupSpan | null> {
  const { rows } = await sql<{ oldest: Date | null; youngest: Date | null }>`
    select min(coalesce(prompting_at, created_at)) as oldest,
      max(greatest(coalesce(prompting_at, created_at), claimed_at)) as youngest
    from payment where ${isLookedUp(since)}`.execute(db)
  const row = rows[0]
  return row?.oldest && row.youngest ? { oldest: row.oldest, youngest: row.youngest } : null
}

export async function selectOrderIdByCode(db: Db, code: string): Promise<string | null> {
  const row = await db.selectFrom('order').select('id').where('code', '=', code).executeTakeFirst()
  return row?.id ?? null
}

/** The order whose prompt, the latest of those times, asked this phone for this amount. */
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

/** Payments whose amount nobody could explain, prompted this long ago; oldest first. */
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

/**
 * Payments of this age that a query proved and no list ever named, each answered once: the event
 * row that it leaves is the mark.
 */
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

/** Money that M-Pesa has not told all about, of any age. */
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
