import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

// Daily queries whether M-Pesa still has the payments of sales.

/** Plans a query to M-Pesa about each sold receipt that was paid since `since`. */
export async function planChecks(
  tx: Tx,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  await sql`
    insert into receipt_check (payment_id, next_at)
    select p.id, ${now} from payment p
    where p.use = 'sale' and p.mpesa_receipt is not null and p.listed_at is not null
      and p.confirmed_at >= ${since}
      and not exists (select from payment_return v where v.payment_id = p.id)
    on conflict (payment_id) do update set next_at = excluded.next_at
      where receipt_check.next_at is null`.execute(tx)
}

const isCheckDue = (now: Date) => sql<boolean>`next_at <= ${now}`

export const areChecksDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from receipt_check where ${isCheckDue(now)})`

/** Takes up to `count` payments to query about, in the order in which they were planned. */
export async function takeChecksDue(
  tx: Tx,
  { now, count }: { now: Date; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    with due as (
      select payment_id from receipt_check where ${isCheckDue(now)}
      order by next_at, payment_id limit ${count} for no key update skip locked
    )
    update receipt_check c set next_at = null from due where c.payment_id = due.payment_id
    returning c.payment_id`.execute(tx)
  return rows.map(({ payment_id }) => payment_id)
}

/**
 * Begins a query with a new secret callback address and returns the receipt. Undefined if the
 * payment is no longer a sale.
 */
export async function beginCheck(
  tx: Tx,
  paymentId: string,
  { token, now }: { token: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ receipt: string }>`
    update receipt_check c set token = ${token}, asked_at = ${now}, originator_conversation_id = null
    from payment p where c.payment_id = ${paymentId} and p.id = c.payment_id and p.use = 'sale'
    returning p.mpesa_receipt as receipt`.execute(tx)
  return rows[0]?.receipt
}

/**
 * Stores the id that M-Pesa gave to the query. If M-Pesa did not accept the query, stores when to
 * query again.
 */
export async function endQuery(
  db: Db,
  token: string,
  { id, nextAt }: { id: string | null; nextAt: Date | null },
): Promise<void> {
  await sql`update receipt_check set originator_conversation_id = ${id},
    next_at = coalesce(${nextAt}::timestamptz, next_at) where token = ${token}`.execute(db)
}

type CheckRow = {
  payment_id: string
  order_id: string
  mpesa_receipt: string
  originator_conversation_id: string | null
}

/** The check with this token. Undefined if M-Pesa has been queried again since. */
export async function selectCheck(db: Db, token: string): Promise<CheckRow | undefined> {
  const { rows } = await sql<CheckRow>`
    select c.payment_id, p.order_id, p.mpesa_receipt, c.originator_conversation_id
    from receipt_check c join payment p on p.id = c.payment_id where c.token = ${token}`.execute(db)
  return rows[0]
}

/** Whether `posted.token` belongs to a query about a sold receipt. */
export const isCheckToken = sql<boolean>`
  exists (select from receipt_check where token = posted.token)`
