import { sql } from 'kysely'
import { isVisibleTo } from '../../events/events.sql.ts'
import { whoPaid } from '../../payments/payments.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Reference } from '../../tickets/reference.rules.ts'
import { everAdmitted } from '../../tickets/tickets.sql.ts'

/**
 * Finds the orders of the viewer's events by ticket numbers, M-Pesa receipts or order codes. A ticket
 * number takes precedence over a receipt, and a receipt over a code.
 */
export async function findRefundable(
  db: Db,
  viewer: Viewer,
  { numbers, receipts, codes }: Reference,
) {
  const { rows } = await sql<{ id: string; code: string; event: string; left_cents: number }>`
    select o.id, o.code, e.title as event, coalesce((
        select sum(s.amount_cents - s.back_cents) from order_line l
          join paid_line s on s.order_line_id = l.id
        where l.order_id = o.id and s.status = 'paid'
      ), 0)::bigint as left_cents
    from "order" o join event e on e.id = o.event_id
      join (
        select order_id as id, 1 as kind, array_position(${numbers}::text[], number) as place
          from ticket where number = any(${numbers})
        union all select order_id, 2, array_position(${receipts}::text[], mpesa_receipt)
          from payment where mpesa_receipt = any(${receipts})
        union all select id, 3, array_position(${codes}::text[], code)
          from "order" where code = any(${codes})
      ) found on found.id = o.id
    where ${isVisibleTo(viewer)}
    order by found.kind, found.place limit 100`.execute(db)
  return rows
}

/**
 * Waits until no payout of the order's event is being approved. A later payout waits until the
 * caller's transaction ends. Refunds call this function before they lock anything else, and do not
 * wait for each other.
 */
export async function holdPayouts(tx: Tx, orderId: string): Promise<void> {
  await sql`select from event where id = (select event_id from "order" where id = ${orderId})
    for share`.execute(tx)
}

/** The id of the order's event. Undefined if the order does not exist. */
export async function selectEventOf(tx: Tx, orderId: string): Promise<string | undefined> {
  const order = tx.selectFrom('order').select('event_id').where('id', '=', orderId)
  return (await order.executeTakeFirst())?.event_id
}

/** The order's valid and used tickets, each with the rest of its order line. */
export async function selectGoodTickets(db: Db, orderId: string) {
  return await db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .innerJoin('order_line as l', 'l.id', 'k.order_line_id')
    .leftJoin('paid_line as s', 's.order_line_id', 'l.id')
    .select(['k.id', 'k.number', 'k.order_line_id', 'k.admits', everAdmitted.as('admitted')])
    .select(['t.name as ticket_type', 't.kind', 't.sold_in'])
    .select([
      sql<number>`l.quantity - coalesce(s.back_quantity, 0)`.as('left_quantity'),
      sql<number>`l.amount_cents - coalesce(s.back_cents, 0)`.as('left_cents'),
    ])
    .where('k.order_id', '=', orderId)
    .where('k.state', '<>', 'void')
    .orderBy('k.id')
    .execute()
}

/** The number that paid. Null if M-Pesa masked it. */
export async function selectPayer(tx: Tx, paymentId: string): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`
    select ${whoPaid} as phone from payment p where p.id = ${paymentId}`.execute(tx)
  return rows[0]!.phone
}

type SameRefund = {
  orderId: string
  requestedBy: string | null
  reason: string
  note: string
  /** The number of people by ticket number. */
  people: Record<string, number>
  since: Date
}

/**
 * The newest refund of the order since `since` that the same account requested with the same reason
 * and note, for the same people. Null if there is none.
 */
export async function selectSameRefund(tx: Tx, which: SameRefund): Promise<string | null> {
  const { orderId, requestedBy, reason, note, people, since } = which
  const { rows } = await sql<{ id: string }>`
    select r.id from refund r
    where r.order_id = ${orderId} and r.requested_by is not distinct from ${requestedBy}::uuid
      and r.reason = ${reason} and r.note = ${note} and r.created_at > ${since}
      and ${JSON.stringify(people)}::jsonb = (
        select jsonb_object_agg(k.number, x.admits) from refund_ticket x
          join ticket k on k.id = x.ticket_id where x.refund_id = r.id
      )
    order by r.created_at desc limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
