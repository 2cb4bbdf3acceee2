import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { NotedRefund } from './refund-note.rules.ts'

/** Whether refund `r` returns cash that was paid at the door. */
const isCash = sql<boolean>`exists (
  select from payment p where p.id = r.payment_id and p.method = 'cash'
)`

const columns = sql`r.amount_cents, r.state, r.reason, r.way, r.is_rest, r.phone, r.receipt,
  r.created_at, ${isCash} as is_cash`

const noted = sql`select ${columns} from refund r`

/**
 * The refunds of a ticket or of some of its people, oldest first. Old refunds of a whole order or
 * its remainder (`is_rest`) have no rows in refund_ticket; a void ticket finds them by its order.
 */
export async function selectTicketRefund(
  db: Db,
  ticket: { id: string; order_id: string },
): Promise<NotedRefund[]> {
  const { rows } = await sql<NotedRefund>`
    (select ${columns}, (select count(*) from refund_ticket where refund_id = r.id) as tickets
      from refund r join refund_ticket k on k.refund_id = r.id where k.ticket_id = ${ticket.id}
      order by r.created_at, r.id)
    union all
    (select ${columns}, (
        select count(*) from ticket where order_id = r.order_id and void_reason = 'refunded'
      ) as tickets
      from refund r where r.order_id = ${ticket.order_id} and r.is_rest
      and exists (select from ticket where id = ${ticket.id} and state = 'void')
      and not exists (select from refund_ticket where ticket_id = ${ticket.id})
      and r.reason not in ('paid_twice', 'no_capacity', 'code_used_up', 'event_closed', 'wrong_amount', 'unexplained')
    order by r.created_at desc limit 1)`.execute(db)
  return rows
}

/**
 * The refunds that were requested by a refund link, oldest first. Leaves out, for the buyer's link,
 * refunds that holders of transferred tickets requested.
 */
export async function selectLinkRefunds(
  db: Db,
  link: { orderId: string; ticketNumber: string | null },
): Promise<NotedRefund[]> {
  const { rows } = await sql<NotedRefund>`
    ${noted} where r.order_id = ${link.orderId} and r.reason = 'moved' and r.requested_by is null
      and case when ${link.ticketNumber}::text is null
        then not exists (
          select from refund_ticket k join refund_link l on l.ticket_id = k.ticket_id
          where k.refund_id = r.id and l.requested_at is not null
        )
        else exists (
          select from refund_ticket k join ticket t on t.id = k.ticket_id
          where k.refund_id = r.id and t.number = ${link.ticketNumber}
        ) end
    order by r.created_at, r.id`.execute(db)
  return rows
}

/** Refunds of the payments with these receipts, or of the orders with these codes, oldest first. */
export async function selectNotedRefunds(
  db: Db,
  { receipts, codes }: { receipts: readonly string[]; codes: readonly string[] },
): Promise<NotedRefund[]> {
  const { rows } = await sql<NotedRefund>`
    ${noted} where r.payment_id in (select id from payment where mpesa_receipt = any(${receipts}))
      or r.order_id in (select id from "order" where code = any(${codes}))
      or r.unmatched_receipt = any(${receipts})
    order by r.created_at, r.id`.execute(db)
  return rows
}
