import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Language } from '../../platform/values/language.rules.ts'

/** Returns the order's link token; creates one if there is none. */
export async function takeLink(
  tx: Tx,
  { orderId, token, now }: { orderId: string; token: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ token: string }>`
    insert into refund_link (order_id, token, created_at) values (${orderId}, ${token}, ${now})
    on conflict (order_id) do update set token = refund_link.token returning token`.execute(tx)
  return rows[0]!.token
}

/** Locks a link and returns its order; undefined if the token does not match. */
export async function lockLink(tx: Tx, link: { orderId: string; token: string }) {
  return await tx
    .selectFrom('refund_link as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .select(['o.event_id', 'o.created_at', 'k.requested_at'])
    .where('k.order_id', '=', link.orderId)
    .where('k.token', '=', link.token)
    .forNoKeyUpdate('k')
    .executeTakeFirst()
}

/** Records that the refund was requested. Returns false if it was requested before. */
export async function setRequested(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('refund_link')
    .set({ requested_at: now })
    .where('order_id', '=', orderId)
    .where('requested_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The data for the page behind a link. */
export async function selectLinkedOrder(db: Db, token: string) {
  return await db
    .selectFrom('refund_link as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .select(['o.id', 'o.code', 'o.state', 'o.event_id', 'o.created_at', 'k.requested_at'])
    .select(
      sql<number>`coalesce((select sum(s.amount_cents - s.back_cents)
        from order_line l join paid_line s on s.order_line_id = l.id
        where l.order_id = o.id and s.status = 'paid'), 0)::bigint`.as('left_cents'),
    )
    .select(
      sql<number>`coalesce((select r.amount_cents from refund r
        where r.order_id = o.id and r.reason = 'moved'), 0)::bigint`.as('back_cents'),
    )
    .select(
      sql<boolean>`exists (select from ticket t
        where t.order_id = o.id and t.state <> 'void' and t.admitted > 0)`.as('is_used'),
    )
    .select(
      sql<boolean>`exists (select from payment p
        where p.order_id = o.id and p.method = 'cash')`.as('in_cash'),
    )
    .where('k.token', '=', token)
    .executeTakeFirst()
}

type ToTell = { changeId: string; eventId: string; before: Date }

/** Whether order `o` has sold tickets and its buyer was not yet notified of this reschedule. */
const isUntold = (changeId: RawBuilder<unknown>) => sql<boolean>`
  o.state in ('paid', 'issued') and exists (
    select from order_line l join paid_line s on s.order_line_id = l.id
    where l.order_id = o.id and s.status = 'paid'
  ) and not exists (
    select from message m where m.dedupe_key = 'moved:' || ${changeId} || ':' || o.id
  )`

/** Orders placed before a reschedule that have sold tickets and were not notified yet. */
export async function selectOrdersToTell(
  db: Db,
  { changeId, eventId, before }: ToTell,
  page: { after: string | null; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
    where o.event_id = ${eventId} and o.created_at <= ${before}
      and (${page.after}::uuid is null or o.id > ${page.after})
      and ${isUntold(sql`${changeId}::text`)}
    order by o.id limit ${page.count}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Reschedules whose notifications are done, and that have an order placed before the reschedule and
 * paid during or after the notifications. Looks back one day; a sweep calls this every minute.
 */
export async function selectMovesPaidLate(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from event_change c
    where c.notify_buyers and c.notified_at is not null and c.request_until >= ${now} and not exists (
      select from event_change later
      where later.event_id = c.event_id and later.announced_at > c.announced_at
    ) and exists (
      select from paid_line p join order_line line on line.id = p.order_line_id
        join "order" o on o.id = line.order_id
      where p.event_id = c.event_id and o.created_at <= c.announced_at
        and p.paid_at > greatest(c.notified_at - interval '10 minutes', ${now}::timestamptz - interval '1 day')
        and ${isUntold(sql`c.id`)}
    )`.execute(db)
  return rows.map((row) => row.id)
}

/** The buyer to notify: the phone that got the tickets, and the email address if there is one. */
export async function selectToldBuyer(tx: Tx, orderId: string) {
  const { rows } = await sql<{
    phone: string
    recipient_phone: string | null
    payer: string | null
    email: string | null
    code: string
    language: Language
  }>`
    select o.phone, o.recipient_phone, o.email, o.code, o.language, (
      select p.phone from payment p where p.order_id = o.id and p.use = 'sale'
    ) as payer
    from "order" o where o.id = ${orderId}`.execute(tx)
  return rows[0]!
}

/** Tickets of an order that were transferred before `before`, with the phone of each holder. */
export async function selectSentOn(tx: Tx, orderId: string, before: Date) {
  const { rows } = await sql<{ id: string; number: string; phone: string }>`
    select id, number, holder_phone as phone from ticket
    where order_id = ${orderId} and state <> 'void' and holder_phone is not null
      and created_at <= ${before}
    order by id`.execute(tx)
  return rows
}
