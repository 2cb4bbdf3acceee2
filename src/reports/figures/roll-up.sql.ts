import { sql } from 'kysely'
import type { SaleSum } from '../../orders/sales/sale-delta.sql.ts'
import type { Tx } from '../../platform/database/db.ts'

/**
 * Adds sales to all four roll-up tables. Updates the rows in key order, so that two concurrent
 * folds wait for each other instead of deadlocking.
 */
export async function addToRollUps(tx: Tx, sums: SaleSum[]): Promise<void> {
  await lockOrganizersOf(tx, [...new Set(sums.map((sum) => sum.event_id))])
  const added = sql`
    with added as (
      select * from unnest(${sums.map((sum) => sum.event_id)}::uuid[],
        ${sums.map((sum) => sum.ticket_type_id)}::uuid[], ${sums.map((sum) => sum.day)}::date[],
        ${sums.map((sum) => sum.tickets)}::bigint[], ${sums.map((sum) => sum.revenue_cents)}::bigint[],
        ${sums.map((sum) => sum.people_back)}::bigint[], ${sums.map((sum) => sum.add_ons)}::bigint[]
      ) as a (event_id, ticket_type_id, day, tickets, revenue_cents, people_back, add_ons)
    )`
  await sql`${added}
    insert into sales_by_type as r
      (ticket_type_id, event_id, tickets, add_ons, revenue_cents, people_back)
    select ticket_type_id, event_id, sum(tickets), sum(add_ons), sum(revenue_cents),
      sum(people_back)
    from added group by 1, 2 order by 1
    on conflict (ticket_type_id) do update set tickets = r.tickets + excluded.tickets,
      add_ons = r.add_ons + excluded.add_ons,
      revenue_cents = r.revenue_cents + excluded.revenue_cents,
      people_back = r.people_back + excluded.people_back`.execute(tx)
  await sql`${added}
    insert into sales_by_event_day as r (event_id, day, tickets, revenue_cents)
    select event_id, day, sum(tickets), sum(revenue_cents) from added group by 1, 2 order by 1, 2
    on conflict (event_id, day) do update set tickets = r.tickets + excluded.tickets,
      revenue_cents = r.revenue_cents + excluded.revenue_cents`.execute(tx)
  await sql`${added}
    insert into sales_by_day as r (day, tickets, revenue_cents)
    select day, sum(tickets), sum(revenue_cents) from added group by 1 order by 1
    on conflict (day) do update set tickets = r.tickets + excluded.tickets,
      revenue_cents = r.revenue_cents + excluded.revenue_cents`.execute(tx)
  await sql`${added}
    insert into sales_by_organizer_day as r (organizer_id, day, tickets, revenue_cents)
    select e.organizer_id, a.day, sum(a.tickets), sum(a.revenue_cents)
    from added a join event e on e.id = a.event_id
    where e.organizer_id is not null group by 1, 2 order by 1, 2
    on conflict (organizer_id, day) do update set tickets = r.tickets + excluded.tickets,
      revenue_cents = r.revenue_cents + excluded.revenue_cents`.execute(tx)
}

/**
 * Keeps these events from getting an organizer before this transaction ends. Otherwise the new
 * sales and the earlier sales of an event could be counted for different organizers.
 */
async function lockOrganizersOf(tx: Tx, eventIds: string[]): Promise<void> {
  await sql`select from event where id = any(${eventIds}::uuid[]) order by id for share`.execute(tx)
}

/**
 * Adds an event's days to the days of its organizer. Does nothing if `organizer_id`, the previous
 * organizer, is the same.
 */
export async function addDaysToOrganizer(
  tx: Tx,
  { id, organizer_id }: { id: string; organizer_id: string | null },
): Promise<void> {
  await sql`
    insert into sales_by_organizer_day as r (organizer_id, day, tickets, revenue_cents)
    select e.organizer_id, s.day, s.tickets, s.revenue_cents
    from event e join sales_by_event_day s on s.event_id = e.id
    where e.id = ${id} and e.organizer_id is distinct from ${organizer_id}::uuid order by s.day
    on conflict (organizer_id, day) do update set tickets = r.tickets + excluded.tickets,
      revenue_cents = r.revenue_cents + excluded.revenue_cents`.execute(tx)
}
