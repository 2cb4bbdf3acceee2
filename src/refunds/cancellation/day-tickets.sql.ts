import { type RawBuilder, sql } from 'kysely'
import { isFreed } from '../../events/event-change.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { buyerPhone } from '../../tickets/holder.sql.ts'
import { askablePeople } from '../take-back/askable-people.sql.ts'
import type { FirstRefund, KeptPasses } from './announcement.rules.ts'

export type DayTicket = {
  id: string
  order_line_id: string
  admits: number
  holder_phone: string | null
  created_at: Date
  /** True if the ticket admits to no other day that takes place. */
  is_day_only: boolean
  /** Whether its holder can request a refund of people: not if all came in already. */
  is_askable: boolean
}

/** The valid and used tickets of an order that are for this day of its event. */
export async function selectDayTickets(db: Db, orderId: string, day: number): Promise<DayTicket[]> {
  const { rows } = await sql<DayTicket>`
    select k.id, k.order_line_id, k.admits, k.holder_phone, k.created_at,
      ${isFreed(sql`${day}::smallint`, sql`false`)} as is_day_only, ${askablePeople} > 0 as is_askable
    from ticket k join ticket_type t on t.id = k.ticket_type_id
    where k.order_id = ${orderId} and k.state <> 'void' and ${day} = any(t.day_numbers)
    order by k.id`.execute(db)
  return rows
}

/** The first paid order with tickets only for this day, and the date of the day. */
export async function selectFirstOfDay(db: Db, eventId: string, day: number) {
  const { rows } = await sql<{ id: string; date: string }>`
    select o.id, d.date::text from "order" o
      join event_day d on d.event_id = o.event_id and d.n = ${day}
    where o.event_id = ${eventId} and o.state = 'issued'
      and o.payment_method not in ('complimentary', 'free') and exists (
        select from ticket k join ticket_type t on t.id = k.ticket_type_id
        where k.order_id = o.id and k.state <> 'void' and ${isFreed(sql`d.n`, sql`false`)}
      )
    order by o.id limit 1`.execute(db)
  return rows[0]
}

/** Whether the buyer of order `o` still has ticket `k`. */
const isOwn = sql<boolean>`coalesce(k.holder_phone = ${buyerPhone}, true)`

/** How many people of ticket `k` of order `o` a link can refund: 0 if nothing was paid. */
const paidPeople = sql<number>`case when o.payment_method in ('complimentary', 'free') then 0
  else ${askablePeople} end`

/**
 * The passes of event `e` for a day that stay valid without it, as JSON; null if neither passes nor
 * add-ons do. A ticket of two people counts as two, and an add-on as none. 'buyers': those of passes
 * and add-ons. 'ask_': the people whom a link can refund, and the buyers who would get one.
 */
export const keptPasses = (day: RawBuilder<number | null>): RawBuilder<KeptPasses | null> => sql`(
  select jsonb_build_object('passes', coalesce(sum(k.admits) filter (where k.is_entry), 0),
    'buyers', count(distinct k.order_id),
    'ask_passes', coalesce(sum(k.askable) filter (where k.is_entry), 0),
    'ask_buyers', count(distinct k.order_id) filter (where k.askable > 0 and k.is_own))
  from (
    select k.order_id, k.admits, t.kind = 'entry' as is_entry,
      ${isOwn} as is_own, ${paidPeople} as askable
    from "order" o join ticket k on k.order_id = o.id join ticket_type t on t.id = k.ticket_type_id
    where o.event_id = e.id and o.state = 'issued' and k.state <> 'void'
      and ${day} = any(t.day_numbers) and not ${isFreed(day, sql`false`)}
  ) k
  having count(*) > 0
)`

/**
 * The number of buyers who get an SMS if a day is moved, and the number of SMS with a refund link.
 * `passes`: whether holders of passes may request a refund.
 */
export async function countDayBuyers(
  db: Db,
  { eventId, day, passes }: { eventId: string; day: number; passes: boolean },
): Promise<{ buyers: number; with_link: number }> {
  const isFreedType = isFreed(sql`${day}::smallint`, sql`${passes}::boolean`)
  const { rows } = await sql<{ buyers: number; with_link: number }>`
    select count(distinct o.id)::int as buyers, (count(distinct o.id) filter (
      where ${isOwn} and ${paidPeople} > 0 and ${isFreedType}))::int as with_link
    from "order" o join ticket k on k.order_id = o.id join ticket_type t on t.id = k.ticket_type_id
    where o.event_id = ${eventId} and o.state = 'issued' and k.state <> 'void'
      and ${day} = any(t.day_numbers)`.execute(db)
  return rows[0]!
}

/** The passes of an event for a day that stay valid without it. */
export async function selectKeptPasses(
  db: Db,
  eventId: string,
  day: number,
): Promise<(KeptPasses & { title: string; date: string }) | null> {
  const { rows } = await sql<{ title: string; date: string; kept: KeptPasses | null }>`
    select e.title, d.date::text, ${keptPasses(sql`d.n`)} as kept
    from event e join event_day d on d.event_id = e.id and d.n = ${day} and d.cancelled_at is null
    where e.id = ${eventId}`.execute(db)
  const [row] = rows
  return row?.kept ? { ...row.kept, title: row.title, date: row.date } : null
}

/**
 * The first refund that a cancellation of event `e`, or of its day, would make due, as JSON; null if
 * there is none.
 */
export const firstRefund = (day: RawBuilder<number | null>): RawBuilder<FirstRefund | null> => sql`(
  select jsonb_build_object('code', o.code,
    'is_cash', o.payment_method = 'cash', 'cents', sum(s.amount_cents - s.back_cents))
  from "order" o join order_line l on l.order_id = o.id join paid_line s on s.order_line_id = l.id
    join ticket_type t on t.id = l.ticket_type_id
  where o.event_id = e.id and o.state in ('paid', 'issued') and s.status = 'paid'
    and ${isFreed(day, sql`false`)}
  group by o.id having sum(s.amount_cents - s.back_cents) > 0
  order by o.id limit 1
)`
