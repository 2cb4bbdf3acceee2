import { type RawBuilder, sql } from 'kysely'
import type { CheckInSum } from '../../checkin/check-in-delta.sql.ts'
import type { SaleSum } from '../../orders/sales/sale-delta.sql.ts'
import type { Tx } from '../../platform/database/db.ts'

/**
 * Adds sales to all four roll-up tables. Updates the rows in key order, so that two concurrent
 * folds wait for each other instead of deadlocking.
 */
export async function addToRollUps(tx: Tx, sums: SaleSum[]): Promise<void> {
  await lockRollupOwners(tx, [...new Set(sums.map((sum) => sum.event_id))])
  const added = sql`
    with added as (
      select * from unnest(${sums.map((sum) => sum.event_id)}::uuid[],
        ${sums.map((sum) => sum.ticket_type_id)}::uuid[], ${sums.map((sum) => sum.day)}::date[],
        ${sums.map((sum) => sum.tickets)}::bigint[], ${sums.map((sum) => sum.revenue_cents)}::bigint[],
        ${sums.map((sum) => sum.people_back)}::bigint[]
      ) as a (event_id, ticket_type_id, day, tickets, revenue_cents, people_back)
    )`
  await sql`${added}
    insert into sales_by_type as r (ticket_type_id, event_id, tickets, revenue_cents, people_back)
    select ticket_type_id, event_id, sum(tickets), sum(revenue_cents), sum(people_back) from added
    group by 1, 2 order by 1
    on conflict (ticket_type_id) do update set tickets = r.tickets + excluded.tickets,
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
    select f.organizer_id, a.day, sum(a.tickets), sum(a.revenue_cents)
    from added a join rollup_owner f on f.event_id = a.event_id
    where f.organizer_id is not null group by 1, 2 order by 1, 2
    on conflict (organizer_id, day) do update set tickets = r.tickets + excluded.tickets,
      revenue_cents = r.revenue_cents + excluded.revenue_cents`.execute(tx)
}

/**
 * Locks these events' rows in rollup_owner, so that no event can move to another organizer before
 * this transaction ends. Otherwise the new sales and the earlier sales of a moved event could be
 * counted for different organizers.
 */
async function lockRollupOwners(tx: Tx, eventIds: string[]): Promise<void> {
  await sql`
    insert into rollup_owner (event_id, organizer_id)
    select id, organizer_id from event where id = any(${eventIds}::uuid[]) order by id
    on conflict (event_id) do nothing`.execute(tx)
  await sql`
    select from rollup_owner where event_id = any(${eventIds}::uuid[])
    order by event_id for update`.execute(tx)
}

const otherRollupOwner = sql`
  from rollup_owner f join event e on e.id = f.event_id
  where f.organizer_id is distinct from e.organizer_id`

export const haveOtherRollupOwner = (): RawBuilder<boolean> =>
  sql`exists (select ${otherRollupOwner})`

/**
 * Moves the sales days of up to `count` events to the events' current organizers, and returns the
 * number of events moved. Call this in a separate transaction: a transaction must lock rows of
 * sales_by_organizer_day last, as folds do.
 */
export async function moveToOrganizers(tx: Tx, count: number): Promise<number> {
  const { rows } = await sql<{ event_id: string; old_id: string | null; new_id: string | null }>`
    select f.event_id, f.organizer_id as old_id, e.organizer_id as new_id
    ${otherRollupOwner}
    order by f.event_id limit ${count} for update of f`.execute(tx)
  if (rows.length === 0) return 0
  const moved = sql`
    with moved as (
      select * from unnest(${rows.map((row) => row.event_id)}::uuid[],
        ${rows.map((row) => row.old_id)}::uuid[], ${rows.map((row) => row.new_id)}::uuid[]
      ) as m (event_id, old_id, new_id)
    )`
  // A separate statement: its snapshot includes the rows that a fold added while we waited for the
  // lock.
  await sql`${moved}
    insert into sales_by_organizer_day as r (organizer_id, day, tickets, revenue_cents)
    select side.organizer_id, s.day, sum(sign * s.tickets), sum(sign * s.revenue_cents)
    from moved m join sales_by_event_day s on s.event_id = m.event_id
      cross join lateral (values (m.old_id, -1), (m.new_id, 1)) side (organizer_id, sign)
    where side.organizer_id is not null group by 1, 2 order by 1, 2
    on conflict (organizer_id, day) do update set tickets = r.tickets + excluded.tickets,
      revenue_cents = r.revenue_cents + excluded.revenue_cents`.execute(tx)
  await sql`${moved}
    update rollup_owner f set organizer_id = m.new_id from moved m
    where f.event_id = m.event_id`.execute(tx)
  return rows.length
}

/**
 * Adds check-ins to their roll-up. Updates the rows in key order, so that two concurrent folds wait
 * for each other instead of deadlocking.
 */
export async function addCheckIns(tx: Tx, sums: CheckInSum[]): Promise<void> {
  await sql`
    insert into check_ins_by_gate as r
      (event_id, gate_id, ticket_type_id, method, result, reason, checks, tickets, people, inside)
    select event_id, gate_id, ticket_type_id, method, result, reason, checks, tickets, people, inside
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as added(event_id uuid, gate_id uuid,
      ticket_type_id uuid, method text, result text, reason text, checks bigint, tickets bigint,
      people bigint, inside bigint)
    order by 1, 2, 3, 4, 5, 6
    on conflict (event_id, gate_id, ticket_type_id, method, result, reason) do update set
      checks = r.checks + excluded.checks, tickets = r.tickets + excluded.tickets,
      people = r.people + excluded.people,
      inside = r.inside + excluded.inside`.execute(tx)
}
