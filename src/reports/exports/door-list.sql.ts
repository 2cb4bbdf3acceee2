import { sql } from 'kysely'
import { DEFAULT_GATE } from '../../events/event.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'
import type { DoorTicket } from './door-list.contract.ts'

/**
 * The phone of ticket `k` of order `o`: the phone to which the ticket was sent, or the phone
 * that got the order's tickets (phoneForTickets).
 */
const holder = sql`case when k.sent_from is not null then k.holder_phone
  else coalesce(o.recipient_phone, (
    select p.phone from payment p where p.order_id = o.id and p.use = 'sale'
  ), o.phone) end`

export const BY_NUMBER: Sorting = {
  name: 'number',
  isDown: false,
  keys: { number: { column: sql`k.number`, kind: 'text' } },
}

/** The tickets of an event that are not void. Returns one row more than the limit. */
export async function selectDoorTickets(
  db: Db,
  eventId: string,
  page: Page,
): Promise<DoorTicket[]> {
  const { rows } = await sql<DoorTicket>`
    select k.number, t.name as ticket_type, k.admits, coalesce(g.name, ${DEFAULT_GATE}) as gate,
      coalesce(right(${holder}, 3), '') as phone_end,
      case when k.sent_from is null then coalesce(c.guest, '') else '' end as guest
    from ticket k join ticket_type t on t.id = k.ticket_type_id join "order" o on o.id = k.order_id
      left join gate g on g.id = k.gate_id left join complimentary_order c on c.order_id = o.id
    where k.event_id = ${eventId} and k.state <> 'void' and ${isBeyond(page)}
    order by ${sortedBy(page.sorting)} limit ${page.limit + 1}`.execute(db)
  return rows
}

export async function countDoorTickets(db: Db, eventId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ticket
    where event_id = ${eventId} and state <> 'void'`.execute(db)
  return rows[0]!.count
}
