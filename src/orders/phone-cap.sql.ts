import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { isHeld, isOpenOrder } from './open-orders.sql.ts'

// A phone has the tickets that it paid for, took for free, receives, or was sent. Tickets that it
// sent to others still count. Refunded tickets and add-ons do not count.

export type PhoneOfEvent = { event_id: string; phone: string }

/** A phone's tickets for an event, including tickets that unpaid orders hold. */
export type PhoneTickets = PhoneOfEvent & { tickets: number }

/** The orders whose sold tickets phone `w` has. Leaves out tickets that were sent to the phone. */
const ownOrders = sql`(
  select array(
    select p.order_id from payment p where p.phone = w.phone and p.use = 'sale'
    union select o.id from "order" o where o.recipient_phone = w.phone
    union select o.id from "order" o where o.phone = w.phone and o.payment_method = 'free'
  ) as ids
) own`

/** Whether the type of order line `l` or ticket `k` admits people. */
const isEntry = (of: 'l' | 'k') => sql<boolean>`exists (
  select from ticket_type t where t.id = ${sql.ref(`${of}.ticket_type_id`)} and t.kind = 'entry')`

/** The number of people that the tickets sent to phone `w` admit. */
const sentPeople = sql`
  select coalesce(sum(k.admits), 0) from ticket k
  where k.holder_phone = w.phone and k.event_id = w.event_id and k.state <> 'void'
    and k.order_id <> all(own.ids) and ${isEntry('k')}`

/** Counts tickets of phones. Without `lockPhones`, may miss a concurrent order of a phone. */
export async function selectPhoneTickets(
  db: Db,
  phones: readonly PhoneOfEvent[],
  exceptId: string | null = null,
): Promise<PhoneTickets[]> {
  if (phones.length === 0) return []
  const { rows } = await sql<PhoneTickets>`
    with wanted as materialized (
      select distinct event_id, phone from jsonb_to_recordset(${JSON.stringify(phones)}::jsonb)
        as w(event_id uuid, phone text)
    )
    select w.event_id, w.phone, (n.held + n.sold + n.sent)::int as tickets
    from wanted w cross join lateral ${ownOrders} cross join lateral (
      select (
        select coalesce(sum(l.quantity), 0) from "order" o
          join hold h on h.order_id = o.id and ${isHeld('h')} join order_line l on l.order_id = o.id
        where (o.phone = w.phone or o.recipient_phone = w.phone) and o.event_id = w.event_id
          and ${isOpenOrder('o')} and o.id is distinct from ${exceptId}::uuid and ${isEntry('l')}
      ) as held, (
        select coalesce(sum(l.quantity - s.back_quantity), 0) from order_line l
          join paid_line s on s.order_line_id = l.id
        where l.order_id = any(own.ids) and s.event_id = w.event_id and s.status = 'paid'
          and l.order_id is distinct from ${exceptId}::uuid and ${isEntry('l')}
      ) as sold, (
        ${sentPeople}
      ) as sent
    ) n`.execute(db)
  return rows
}

/**
 * The phones that have a ticket which admits people. Complimentary tickets count. Unpaid orders do
 * not count, because add-ons need a ticket that was sold or given.
 */
export async function selectEntryPhones(
  db: Db,
  phones: readonly PhoneOfEvent[],
): Promise<PhoneOfEvent[]> {
  if (phones.length === 0) return []
  const { rows } = await sql<PhoneOfEvent>`
    with wanted as materialized (
      select distinct event_id, phone from jsonb_to_recordset(${JSON.stringify(phones)}::jsonb)
        as w(event_id uuid, phone text)
    )
    select w.event_id, w.phone from wanted w cross join lateral ${ownOrders}
    where exists (
      select from order_line l join paid_line s on s.order_line_id = l.id
      where l.order_id = any(own.ids) and s.event_id = w.event_id and s.status = 'paid'
        and l.quantity > s.back_quantity and ${isEntry('l')}
    ) or exists (
      select from "order" o join order_line l on l.order_id = o.id
      where o.phone = w.phone and o.event_id = w.event_id and o.payment_method = 'complimentary'
        and o.state in ('paid', 'issued') and ${isEntry('l')}
    ) or (${sentPeople}) > 0`.execute(db)
  return rows
}

/** The ids of the orders that have a line of a type that admits people. */
export async function selectWithEntry(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select distinct l.order_id from order_line l
    where l.order_id = any(${orderIds}::uuid[]) and ${isEntry('l')}`.execute(tx)
  return rows.map(({ order_id }) => order_id)
}

export type FreeTickets = PhoneOfEvent & {
  order_id: string
  ticket_type_id: string
  tickets: number
}

/**
 * Tickets that cost nothing, even in orders with other tickets that cost money. Tickets of unpaid
 * orders count. Tickets that were given back do not.
 */
export async function selectFreeTickets(
  db: Db,
  phones: readonly PhoneOfEvent[],
): Promise<FreeTickets[]> {
  if (phones.length === 0) return []
  const { rows } = await sql<FreeTickets>`
    with wanted as materialized (
      select distinct event_id, phone from jsonb_to_recordset(${JSON.stringify(phones)}::jsonb)
        as w(event_id uuid, phone text)
    )
    select w.event_id, w.phone, o.id as order_id, l.ticket_type_id,
      l.quantity - coalesce(s.back_quantity, 0) as tickets
    from wanted w join "order" o on o.phone = w.phone and o.event_id = w.event_id
      join hold h on h.order_id = o.id and h.state <> 'released'
      join order_line l on l.order_id = o.id and l.amount_cents = 0
      left join paid_line s on s.order_line_id = l.id
    where o.payment_method <> 'complimentary'`.execute(db)
  return rows
}

export type CodeTickets = PhoneOfEvent & { code_id: string; tickets: number }

/** Tickets that each phone has with a promo code, as buyer or recipient, even if unpaid. */
export async function selectCodeTickets(
  db: Db,
  phones: readonly (PhoneOfEvent & { code_id: string })[],
  exceptId: string | null = null,
): Promise<CodeTickets[]> {
  if (phones.length === 0) return []
  const { rows } = await sql<CodeTickets>`
    with wanted as materialized (
      select distinct event_id, phone, code_id
      from jsonb_to_recordset(${JSON.stringify(phones)}::jsonb)
        as w(event_id uuid, phone text, code_id uuid)
    )
    select w.event_id, w.phone, w.code_id, n.tickets
    from wanted w cross join lateral (
      select coalesce(sum(l.quantity - coalesce(s.back_quantity, 0)), 0)::int as tickets
      from "order" o join hold h on h.order_id = o.id and h.state <> 'released'
        join order_line l on l.order_id = o.id
        join line_limit c on c.order_line_id = l.id and c.limit_id = w.code_id
        left join paid_line s on s.order_line_id = l.id
      where (o.phone = w.phone or o.recipient_phone = w.phone) and o.event_id = w.event_id
        and o.id is distinct from ${exceptId}::uuid
    ) n`.execute(db)
  return rows
}

/** The order's promo code, if limited per phone, and the tickets that count towards the limit. */
export async function selectCodeOf(
  tx: Tx,
  orderId: string,
): Promise<{ code_id: string; most: number; tickets: number } | undefined> {
  const { rows } = await sql<{ code_id: string; most: number; tickets: number }>`
    select c.id as code_id, c.max_per_phone as most, sum(l.quantity)::int as tickets
    from order_line l join line_limit k on k.order_line_id = l.id
      join promo_code c on c.id = k.limit_id
    where l.order_id = ${orderId} and c.max_per_phone is not null group by c.id`.execute(tx)
  return rows[0]
}

/** Sets the commission to 0 if the payer is the seller, even if the payer is known only later. */
export async function endOwnCommission(tx: Tx, orderId: string, phone: string): Promise<void> {
  await sql`
    update order_source s set basis_points = 0, per_ticket_cents = 0 from seller w
    where s.order_id = ${orderId} and w.id = s.seller_id and w.phone = ${phone}`.execute(tx)
}

/** Locks phones. Lock orders and types before, so that no phone is locked while waiting. */
export async function lockPhones(tx: Tx, phones: readonly PhoneOfEvent[]): Promise<void> {
  if (phones.length === 0) return
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(event_id || ' ' || phone, 0) as key
      from jsonb_to_recordset(${JSON.stringify(phones)}::jsonb) as w(event_id uuid, phone text)
      order by key
    ) keys`.execute(tx)
}

/** The number of people that the order admits. 0 if the order has only add-ons. */
export async function countOrdered(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(l.quantity), 0)::int as count from order_line l
    where l.order_id = ${orderId} and ${isEntry('l')}`.execute(tx)
  return rows[0]!.count
}

/** The phones of an order's buyer and recipient. The tickets of an open order count for both. */
export async function selectOrderPhones(tx: Tx, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ phones: string[] }>`
    select array_remove(array[phone, recipient_phone], null) as phones
    from "order" where id = ${orderId}`.execute(tx)
  return rows[0]!.phones
}
