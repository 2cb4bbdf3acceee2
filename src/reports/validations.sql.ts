import { sql } from 'kysely'
import type { CheckInResult } from '../checkin/checkin.contract.ts'
import { isVisibleTo } from '../events/events.sql.ts'
import type { Db } from '../platform/db.ts'
import type { Viewer } from '../platform/viewer.ts'

export async function countValidations(db: Db, viewer: Viewer, eventId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from check_in c join event e on e.id = c.event_id
    where c.event_id = ${eventId} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]!.count
}

/** An event's check-ins counted by how and with what result, from the index alone. */
export async function selectValidationCounts(db: Db, viewer: Viewer, eventId: string) {
  const { rows } = await sql<{ method: string; result: CheckInResult; count: number }>`
    select c.method, c.result, count(*)::int as count
    from check_in c
    where c.event_id = ${eventId}
      and exists (select from event e where e.id = ${eventId} and ${isVisibleTo(viewer)})
    group by c.method, c.result order by c.method, c.result`.execute(db)
  return rows
}

/**
 * Who came in of those who bought: tickets and people let in, and tickets sold, without what was
 * refunded.
 */
export async function selectAdmissions(db: Db, viewer: Viewer, eventId: string) {
  const { rows } = await sql<{ tickets: number; people: number; sold: number }>`
    select came.tickets, came.people - gone.people as people, bought.sold
    from event e
      cross join lateral (
        select count(*)::int as tickets, coalesce(sum(people), 0)::int as people from (
          select sum(c.admits) as people from check_in c
          where c.event_id = e.id and c.result = 'valid' group by c.ticket_id
        ) of_ticket
      ) came
      cross join lateral (
        select coalesce(sum(k.admitted), 0)::int as people
        from paid_line p join ticket k on k.order_line_id = p.order_line_id
        where p.event_id = e.id and p.status <> 'paid'
      ) gone
      cross join lateral (
        select coalesce(sum(tickets), 0)::int as sold from (
          select tickets from sales_by_type where event_id = e.id
          union all select tickets from sale_delta where event_id = e.id
        ) s
      ) bought
    where e.id = ${eventId} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]!
}
