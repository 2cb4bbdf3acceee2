import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { isHeld, isOpenOrder } from '../open-orders.sql.ts'
import { recordOf } from './address-record.sql.ts'
import type { AddressHold } from './hold-share.rules.ts'

type HoldsWanted = { eventId: string; addresses: readonly string[]; typeIds: readonly string[] }

/** A row for each of the addresses and ticket types of an event, with the record of the address. */
export async function selectAddressHolds(
  db: Db,
  { eventId, addresses, typeIds }: HoldsWanted,
  now: Date,
): Promise<AddressHold[]> {
  const { rows } = await sql<AddressHold>`
    select a.address, r.paid, r.unpaid, t.ticket_type_id, h.held, h.held_until
    from unnest(${addresses}::text[]) a(address)
      cross join lateral (${recordOf(sql`a.address`, now)}) r
      cross join unnest(${typeIds}::uuid[]) t(ticket_type_id)
      cross join lateral (
        select coalesce(sum(l.quantity) filter (where l.ticket_type_id = t.ticket_type_id), 0)::int
            as held, min(hold.expires_at) as held_until
        from "order" o join order_line l on l.order_id = o.id
          join hold on hold.order_id = o.id and ${isHeld('hold')}
        where o.asked_from = a.address and o.event_id = ${eventId} and ${isOpenOrder('o')}
      ) h`.execute(db)
  return rows
}
