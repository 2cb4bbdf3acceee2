import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** Finds the order with this code, M-Pesa receipt or ticket number. */
export async function findRefundable(
  db: Db,
  { reference, ticketNumber }: { reference: string; ticketNumber: string | null },
) {
  const { rows } = await sql<{ id: string; code: string; event: string; left_cents: number }>`
    select o.id, o.code, e.title as event, coalesce((
        select sum(s.amount_cents - s.back_cents) from order_line l
          join paid_line s on s.order_line_id = l.id
        where l.order_id = o.id and s.status = 'paid'
      ), 0)::bigint as left_cents
    from "order" o join event e on e.id = o.event_id
    where o.id in (
      select id from "order" where code = ${reference}
      union all select order_id from payment where mpesa_receipt = ${reference}
      union all select order_id from ticket where number = ${ticketNumber}
    ) limit 1`.execute(db)
  return rows[0]
}

/** The order's valid and used tickets. */
export async function selectGoodTickets(db: Db, orderId: string) {
  return await db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .select(['k.number', 'k.admits', 'k.admitted', 't.name as ticket_type'])
    .where('k.order_id', '=', orderId)
    .where('k.state', '<>', 'void')
    .orderBy('k.id')
    .execute()
}
