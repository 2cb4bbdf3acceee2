import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { recordOf } from '../address-record.sql.ts'
import { isHeld, isOpenOrder } from '../open-orders.sql.ts'
import type { AddressHold, AddressOfType } from './hold-share.rules.ts'

/** Returns a row for each distinct address and type. */
export async function selectAddressHolds(
  db: Db,
  wanted: readonly AddressOfType[],
  now: Date,
): Promise<AddressHold[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<AddressHold>`
    with wanted as materialized (
      select distinct * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w(address text, event_id uuid, ticket_type_id uuid)
    ), record as materialized (
      select a.address, r.* from (select distinct address from wanted) a
        cross join lateral (${recordOf(sql`a.address`, now)}) r
    )
    select w.address, w.ticket_type_id, r.paid, r.unpaid, h.held, h.held_until
    from wanted w join record r on r.address = w.address
      cross join lateral (
        select coalesce(sum(l.quantity) filter (where l.ticket_type_id = w.ticket_type_id), 0)::int
            as held, min(hold.expires_at) as held_until
        from "order" o join order_line l on l.order_id = o.id
          join hold on hold.order_id = o.id and ${isHeld('hold')}
        where o.client_network = w.address and o.event_id = w.event_id and ${isOpenOrder('o')}
      ) h`.execute(db)
  return rows
}
