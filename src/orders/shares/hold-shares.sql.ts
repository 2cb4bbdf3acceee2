import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { recordOf } from '../address-record.sql.ts'
import { isHeld, isOpenOrder } from '../open-orders.sql.ts'
import type {
  AddressHold,
  AddressOfStock,
  Crowded,
  Holds,
  StockKey,
  UnprovenHold,
} from './hold-shares.ts'

export async function selectHolds(
  db: Db,
  { addresses, unproven }: Crowded,
  now: Date,
): Promise<Holds> {
  return {
    addressHolds: await selectAddressHolds(db, addresses, now),
    unprovenHolds: await selectUnprovenHolds(db, unproven),
  }
}

/** A row for each distinct address and stock. */
async function selectAddressHolds(
  db: Db,
  wanted: readonly AddressOfStock[],
  now: Date,
): Promise<AddressHold[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<AddressHold>`
    with wanted as materialized (
      select distinct * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w(address text, event_id uuid, ticket_type_id uuid, limit_id uuid)
    ), record as materialized (
      select a.address, r.* from (select distinct address from wanted) a
        cross join lateral (${recordOf(sql`a.address`, now)}) r
    )
    select w.address, w.ticket_type_id, w.limit_id, r.paid, r.unpaid, h.held, h.held_until
    from wanted w join record r on r.address = w.address
      cross join lateral (
        select coalesce(sum(l.quantity) filter (where ${isCounted}), 0)::int as held,
          min(hold.expires_at) as held_until
        from (${openBy('client_network')} union all ${openBy('client_prefix')}) o
          join order_line l on l.order_id = o.id
          join hold on hold.order_id = o.id and ${isHeld('hold')}
      ) h`.execute(db)
  return rows
}

/** Whether stock `w` counts line `l`. With EXISTS, PostgreSQL might hash the whole table. */
const isCounted = sql<boolean>`(
  (w.ticket_type_id is null or l.ticket_type_id = w.ticket_type_id) and (w.limit_id is null or (
  select true from line_limit c where c.order_line_id = l.id and c.limit_id = w.limit_id)))`

const openBy = (column: string) => sql`(
  select o.id from "order" o where ${sql.ref(`o.${column}`)} = w.address
    and o.event_id = w.event_id and ${isOpenOrder('o')})`

async function selectUnprovenHolds(db: Db, wanted: readonly StockKey[]): Promise<UnprovenHold[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<UnprovenHold>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w(ticket_type_id uuid, limit_id uuid)
    ), unproven as materialized (
      -- Few holds of an event are unproven, so this starts from them.
      select order_id, expires_at from hold where state = 'held' and is_unproven
    ), held as materialized (
      select l.id, l.ticket_type_id, l.quantity, o.payment_method, h.expires_at
      from unproven h join "order" o on o.id = h.order_id join order_line l on l.order_id = o.id
    )
    select w.ticket_type_id, w.limit_id, coalesce(sum(l.quantity), 0)::int as held,
      coalesce(sum(l.quantity) filter (where l.payment_method = 'paybill'), 0)::int as by_paybill,
      min(l.expires_at) as held_until
    from wanted w left join held l on ${isCounted}
    group by w.ticket_type_id, w.limit_id`.execute(db)
  return rows
}
