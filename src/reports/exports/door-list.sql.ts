import { sql } from 'kysely'
import { DEFAULT_GATE } from '../../events/event.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'
import { doorAnswer } from '../../questions/door-question.sql.ts'
import { holderPhone } from '../../tickets/holder.sql.ts'
import { admittedNow } from '../../tickets/tickets.sql.ts'
import type { DoorTicket } from './door-list.contract.ts'

export const BY_NUMBER: Sorting = {
  name: 'number',
  isDown: false,
  keys: { number: { column: sql`k.number`, kind: 'text' } },
}

const hasAddOns = (eventId: string) =>
  sql<boolean>`exists (select from ticket_type where event_id = ${eventId} and kind = 'add_on')`

/** The orders `b` that the phone of order `o` placed for the same event. */
const ordersOfPhone = sql`"order" b where b.event_id = o.event_id and b.phone = o.phone`

/**
 * The add-ons of the phone that placed order `o`, 'Parking ×1', at the first of its tickets. Null
 * for other tickets `k`, and for tickets that were sent on. The list of one day has its add-ons only,
 * at the first ticket for the day.
 */
const addOnsOf = (day: number | null) => sql`(
  select string_agg(x.name || ' ×' || x.count, ', ' order by x.name) from (
    select y.name, sum(a.admits) as count
    from ticket a join ticket_type y on y.id = a.ticket_type_id
    where a.order_id in (select b.id from ${ordersOfPhone}) and y.kind = 'add_on'
      and a.state <> 'void' and a.sent_from is null and ${isForDay(day, sql`y`)}
    group by y.name
  ) x
  where k.number = (
    select min(f.number) from ticket f join ticket_type y on y.id = f.ticket_type_id
    where f.order_id in (select b.id from ${ordersOfPhone}) and y.kind = 'entry'
      and f.state <> 'void' and f.sent_from is null and ${isForDay(day, sql`y`)}
  )
)`

/** The dates of ticket type `t` without cancelled days. Null in an event of one day. */
const datesOfType = sql`(
  select coalesce(jsonb_agg(d.date order by d.date) filter (where d.cancelled_at is null), '[]')
  from event_day d where d.event_id = t.event_id and d.n = any(t.day_numbers)
  having count(*) > 0
)`

/** An event, or one of its days by its number, and the time at which its check-ins are read. */
export type DoorOf = { eventId: string; day: number | null; now: Date }

/** The people inside on ticket `k`. A pass counts on its day only, on the list of all days today. */
const insideOn = ({ day, now }: DoorOf) =>
  day === null
    ? admittedNow(now)
    : sql<number>`case when k.admitted_on is null or k.admitted_on = (
        select date from event_day where event_id = k.event_id and n = ${day}
      ) then k.admitted else 0 end`

const isForDay = (day: number | null, type = sql`t`) =>
  day === null ? sql<boolean>`true` : sql<boolean>`${day} = any(${type}.day_numbers)`

/**
 * The entry tickets of an event without void tickets, with the add-ons of their phone. Returns one
 * row more than the limit.
 */
export async function selectDoorTickets(db: Db, of: DoorOf, page: Page): Promise<DoorTicket[]> {
  const { eventId, day } = of
  const { rows } = await sql<DoorTicket & { dates: string[] | null; inside: number }>`
    select k.number, t.name as ticket_type, k.admits, ${insideOn(of)} as inside, coalesce(g.name, ${DEFAULT_GATE}) as gate,
      coalesce(right(${holderPhone}, 3), '') as phone_end,
      case when k.sent_from is null then coalesce(c.guest, '') else '' end as guest,
      case when ${hasAddOns(eventId)} then coalesce(${addOnsOf(day)}, '') else '' end as add_ons,
      coalesce(${doorAnswer}, '') as answer, ${datesOfType} as dates
    from ticket k join ticket_type t on t.id = k.ticket_type_id join "order" o on o.id = k.order_id
      left join gate g on g.id = k.gate_id left join complimentary_order c on c.order_id = o.id
    where k.event_id = ${eventId} and k.state <> 'void' and t.kind = 'entry' and ${isForDay(day)}
      and ${isBeyond(page)}
    order by ${sortedBy(page.sorting)} limit ${page.limit + 1}`.execute(db)
  return rows.map(({ dates, inside, ...ticket }) => ({
    ...ticket,
    ...(inside > 0 && { inside }),
    ...(dates && { dates }),
  }))
}

/** The columns that the list has in addition to those of a plain event. */
export async function selectColumns(db: Db, eventId: string) {
  const { rows } = await sql<{ has_add_ons: boolean; has_days: boolean }>`
    select ${hasAddOns(eventId)} as has_add_ons, highest_day > 0 as has_days
    from event where id = ${eventId}`.execute(db)
  return rows[0]!
}

export async function countDoorTickets(db: Db, { eventId, day }: DoorOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ticket k join ticket_type t on t.id = k.ticket_type_id
    where k.event_id = ${eventId} and k.state <> 'void' and t.kind = 'entry'
      and ${isForDay(day)}`.execute(db)
  return rows[0]!.count
}
