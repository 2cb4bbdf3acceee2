import { sql } from 'kysely'
import type { CheckInResult } from '../../checkin/checkin.contract.ts'
import { isVisibleTo } from '../../events/events.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { DayFigures } from './figures.rules.ts'

/** Counts the rows that selectValidations lists. */
export async function countValidations(db: Db, viewer: Viewer, eventId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from check_in c join event e on e.id = c.event_id
    where c.event_id = ${eventId} and c.kind in ('in', 'out') and ${isVisibleTo(viewer)}`.execute(
    db,
  )
  return rows[0]!.count
}

/** Whether the sums `c` are for a type that admits people, not for an add-on. */
const isEntry = sql<boolean>`(c.ticket_type_id is null or c.ticket_type_id <> all(add_on.ids))`

type CheckInCount = { method: string; result: CheckInResult; count: number }

/**
 * An event's check-ins by method and result, its admitted tickets and people, and its sold tickets
 * without refunded ones. Tickets and people leave out add-ons, which admit no one. One statement
 * reads one snapshot, in which each check-in and each sale is either in its roll-up or in the deltas.
 */
export async function selectValidationSums(db: Db, viewer: Viewer, eventId: string) {
  const { rows } = await sql<{
    counts: CheckInCount[]
    tickets: number
    people: number
    sold: number
    has_days: boolean
  }>`
    select e.highest_day > 0 as has_days, came.counts, came.tickets, came.people - bought.people_back as people, bought.sold
    from event e
      cross join lateral (
        -- The offset makes PostgreSQL read the add-ons once.
        select array(select id from ticket_type where event_id = e.id and kind = 'add_on') as ids
        offset 0
      ) add_on
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('method', method, 'result', result,
            'count', checks) order by method, result) filter (where checks <> 0), '[]') as counts,
          coalesce(sum(tickets), 0)::int as tickets, coalesce(sum(people), 0)::int as people
        from (
          select method, result, sum(checks) as checks,
            sum(tickets) filter (where ${isEntry}) as tickets,
            sum(people) filter (where ${isEntry}) as people
          from (
            select ticket_type_id, method, result, checks, tickets, people from check_ins_by_gate
            where event_id = e.id
            union all
            select ticket_type_id, method, result, checks, tickets, people from check_in_delta
            where event_id = e.id
          ) c group by method, result
        ) of_kind
      ) came
      cross join lateral (
        select coalesce(sum(tickets), 0)::int as sold,
          coalesce(sum(people_back), 0)::int as people_back
        from (
          select ticket_type_id, tickets, people_back from sales_by_type where event_id = e.id
          union all select ticket_type_id, tickets, people_back from sale_delta where event_id = e.id
        ) c where ${isEntry}
      ) bought
    where e.id = ${eventId} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]!
}

/**
 * The check-ins of an event of several days. The roll-up counts a pass on each day, so the totals
 * count the tickets themselves. `people`: how many came in with sold tickets; for a pass, on its
 * latest day.
 */
export async function selectDayCounts(db: Db, eventId: string) {
  const { rows } = await sql<{ tickets: number; people: number; days: DayFigures[] | null }>`
    with of_type as materialized (
      select t.day_numbers, (count(*) filter (where k.admitted > 0))::int as came,
        coalesce(sum(k.admits) filter (where k.state <> 'void'), 0)::int as tickets,
        coalesce(sum(k.admitted) filter (
          where k.state <> 'void' and o.payment_method <> 'complimentary'
        ), 0)::int as people
      from ticket k join ticket_type t on t.id = k.ticket_type_id
        join "order" o on o.id = k.order_id
      where k.event_id = ${eventId} and t.kind = 'entry' group by t.id
    ), of_day as (
      select c.day, sum(c.people)::int as came_in from (
        select ticket_type_id, day, people from check_ins_by_gate where event_id = ${eventId}
        union all
        select ticket_type_id, day, people from check_in_delta where event_id = ${eventId}
      ) c join ticket_type t on t.id = c.ticket_type_id and t.kind = 'entry' group by c.day
    )
    select coalesce(sum(came), 0)::int as tickets, coalesce(sum(people), 0)::int as people, (
      select jsonb_agg(jsonb_build_object('day', d.n, 'date', d.date,
          'came_in', coalesce(c.came_in, 0), 'tickets', (
            select coalesce(sum(tickets), 0) from of_type where d.n = any(day_numbers)
          )) order by d.date)
      from event_day d left join of_day c on c.day = d.date
      where d.event_id = ${eventId} and (d.cancelled_at is null or c.came_in > 0)
    ) as days
    from of_type`.execute(db)
  return rows[0]!
}
