import { sql } from 'kysely'
import { isFreed } from '../../events/event-change.sql.ts'
import type { Db } from '../../platform/database/db.ts'

export type DayTicket = {
  id: string
  order_line_id: string
  admits: number
  holder_phone: string | null
  created_at: Date
  /** Whether the ticket is for no other day that takes place. */
  is_day_only: boolean
}

/** The valid and used tickets of an order that are for this day of its event. */
export async function selectDayTickets(db: Db, orderId: string, day: number): Promise<DayTicket[]> {
  const { rows } = await sql<DayTicket>`
    select k.id, k.order_line_id, k.admits, k.holder_phone, k.created_at,
      ${isFreed(sql`${day}::smallint`, sql`false`)} as is_day_only
    from ticket k join ticket_type t on t.id = k.ticket_type_id
    where k.order_id = ${orderId} and k.state <> 'void' and ${day} = any(t.day_numbers)
    order by k.id`.execute(db)
  return rows
}

/** The first order with money that has tickets only for this day, with the date of the day. */
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
