import { sql } from 'kysely'
import { isDayCancelled, lastDateOf, ownWhen } from '../../events/sales.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { admittedNow } from '../tickets.sql.ts'
import type { GenuineFacts } from './genuine.rules.ts'
import { upcomingSince } from './phone-tickets.rules.ts'

type PhoneTicket = GenuineFacts & {
  id: string
  order_id: string
  number: string
  event_id: string
  admits: number
  admitted: number
  ticket_type: string
  sold_in: number
  kind: string
  gate: string | null
  title: string
  date: string
  time: string
  /** The last date for which its ticket type is valid. */
  until: string
  is_free: boolean
  sent_from: string | null
  opened_at: Date | null
}

const ordersOf = (phone: string) => sql`(
    select id from "order" where phone = ${phone}
    union select id from "order" where recipient_phone = ${phone}
    union select order_id from payment where phone = ${phone} and use = 'sale'
  )`

type Chosen = {
  phone: string
  now: Date
  /** Selects only the ticket with this id. */
  id?: string | null
  /** Also selects tickets of past events and refunded tickets. */
  withPast?: boolean
  max?: number
}

/**
 * Tickets that the phone has, or had until a transfer: tickets transferred to the phone, and the
 * original tickets of its own orders (see phoneForTickets). Sorts upcoming events before past
 * events, then void tickets after other tickets, then the nearest date first.
 */
export async function selectTicketsOfPhone(
  db: Db,
  { phone, now, id = null, withPast = false, max = 200 }: Chosen,
): Promise<PhoneTicket[]> {
  const since = upcomingSince(now)
  const listed = withPast ? ['transferred', 'refunded'] : ['transferred']
  const { rows } = await sql<PhoneTicket>`
    select k.id, k.order_id, k.number, k.event_id, k.admits, ${admittedNow(now)} as admitted, k.state, k.void_reason,
      k.sent_from, k.opened_at, o.state as order_state, t.name as ticket_type, t.sold_in, t.kind,
      g.name as gate, e.title, ${ownWhen}, e.cancelled_at, ${isDayCancelled} as is_day_cancelled,
      o.payment_method = 'free' as is_free
    from (
        select id from ticket where holder_phone = ${phone}
        union all
        select k.id from ${ordersOf(phone)} own join "order" o on o.id = own.id
          join ticket k on k.order_id = o.id and k.sent_from is null
          left join payment s on s.order_id = o.id and s.use = 'sale'
        where coalesce(o.recipient_phone, s.phone, o.phone) = ${phone}
      ) owned join ticket k on k.id = owned.id
      join "order" o on o.id = k.order_id
      join ticket_type t on t.id = k.ticket_type_id
      join event e on e.id = k.event_id
      left join gate g on g.id = k.gate_id
    where (k.state <> 'void' or k.void_reason = any(${listed}))
      and (${withPast} or ${lastDateOf} >= ${since}::date)
      and (${id}::uuid is null or k.id = ${id}::uuid)
    order by ${lastDateOf} < ${since}::date, k.state = 'void',
      abs(${lastDateOf} - ${since}::date), e.time,
      t.kind <> 'entry', k.created_at, k.id
    limit ${max}`.execute(db)
  return rows
}
