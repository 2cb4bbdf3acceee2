import { sql } from 'kysely'
import { orderPaid } from '../../orders/jobs.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Overdue } from '../../platform/metrics.ts'

/** Orders paid until `before` that have neither tickets nor a job. A failing job still exists. */
export async function selectForgottenOrders(
  db: Db,
  before: Date,
  count: number,
): Promise<{ id: string; paid_at: Date }[]> {
  const { rows } = await sql<{ id: string; paid_at: Date }>`
    select order_id as id, paid_at from order_awaiting_tickets u where paid_at <= ${before}
      and not exists (
        select from job where name = ${orderPaid.name} and payload->>'orderId' = u.order_id::text
      )
    order by paid_at limit ${count}`.execute(db)
  return rows
}

export async function countOrdersAwaitingTickets(db: Db, before: Date): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    select count(*) as count, min(paid_at) as since from order_awaiting_tickets
    where paid_at <= ${before}`.execute(db)
  return rows[0]!
}
