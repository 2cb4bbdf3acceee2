import { sql } from 'kysely'
import type { SaleSum } from '../checkout/sale-delta.sql.ts'
import type { Tx } from '../platform/db.ts'

/** Rows are added to in the order of their keys, so that two folds wait rather than deadlock. */
export async function addToRollUps(tx: Tx, sums: SaleSum[]): Promise<void> {
  const added = sql`
    with added as (
      select * from unnest(${sums.map((sum) => sum.event_id)}::uuid[],
        ${sums.map((sum) => sum.ticket_type_id)}::uuid[], ${sums.map((sum) => sum.day)}::date[],
        ${sums.map((sum) => sum.tickets)}::bigint[], ${sums.map((sum) => sum.revenue_kes)}::bigint[]
      ) as a (event_id, ticket_type_id, day, tickets, revenue_kes)
    )`
  await sql`${added}
    insert into sales_by_type as r (ticket_type_id, event_id, tickets, revenue_kes)
    select ticket_type_id, event_id, sum(tickets), sum(revenue_kes) from added
    group by 1, 2 order by 1
    on conflict (ticket_type_id) do update set tickets = r.tickets + excluded.tickets,
      revenue_kes = r.revenue_kes + excluded.revenue_kes`.execute(tx)
  await sql`${added}
    insert into sales_by_event_day as r (event_id, day, tickets, revenue_kes)
    select event_id, day, sum(tickets), sum(revenue_kes) from added group by 1, 2 order by 1, 2
    on conflict (event_id, day) do update set tickets = r.tickets + excluded.tickets,
      revenue_kes = r.revenue_kes + excluded.revenue_kes`.execute(tx)
  await sql`${added}
    insert into sales_by_day as r (day, tickets, revenue_kes)
    select day, sum(tickets), sum(revenue_kes) from added group by 1 order by 1
    on conflict (day) do update set tickets = r.tickets + excluded.tickets,
      revenue_kes = r.revenue_kes + excluded.revenue_kes`.execute(tx)
}
