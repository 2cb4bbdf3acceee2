import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo } from '../../events/events.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { organizersOf } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'

// Each figure is one statement that sums its roll-up table and the deltas that are not folded into
// the table yet. A statement reads one snapshot, in which every sale is either in the table or in
// the deltas.

const salesByType = sql`(
  select event_id, ticket_type_id, tickets, add_ons, revenue_cents from sales_by_type
  union all select event_id, ticket_type_id, tickets, add_ons, revenue_cents from sale_delta
)`

const salesByEventDay = sql`(
  select event_id, day, tickets, revenue_cents from sales_by_event_day
  union all select event_id, day, tickets, revenue_cents from sale_delta
)`

const salesByDay = sql`(
  select day, tickets, revenue_cents from sales_by_day
  union all select day, tickets, revenue_cents from sale_delta
)`

const tickets = sql`coalesce(sum(s.tickets), 0)::float8`
const revenue = sql`coalesce(sum(s.revenue_cents), 0)::float8`
/** Null if the viewer does not see the sums of event `e`. Each group has rows of a single event. */
const shownRevenue = (viewer: Viewer) =>
  sql`case when bool_and(${isVisibleTo(viewer, 'figures')}) then ${revenue} end`
/**
 * False for a day or an event whose sales were all refunded, which is treated like a day or an
 * event without sales. A day may have sold add-ons alone.
 */
const hasSales = sql`(sum(s.tickets) <> 0 or sum(s.revenue_cents) <> 0)`

type DaySales = { date: string; tickets: number; revenue_cents: number }
type EventSales = {
  event_id: string
  event_title: string
  tickets: number
  revenue_cents: number
}
/** Sales of a single event. The revenue is null if the viewer does not see it. */
type MaskedRevenue<Sales> = Omit<Sales, 'revenue_cents'> & { revenue_cents: number | null }

export async function selectTotals(db: Db, viewer: Viewer) {
  const { rows } = await sql<{
    events: number
    tickets: number
    revenue_cents: number
    add_on_cents: number
  }>`
    select (select count(*) from event e where ${isVisibleTo(viewer)})::int as events,
      ${tickets} as tickets, ${revenue} as revenue_cents,
      coalesce(sum(s.revenue_cents) filter (where t.kind = 'add_on'), 0)::float8 as add_on_cents
    from ${salesByType} s join event e on e.id = s.event_id
      join ticket_type t on t.id = s.ticket_type_id
    where ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]!
}

/** Events with sales, the highest revenue first. A null `limit` returns all events. */
export async function selectSalesByEvent(
  db: Db,
  viewer: Viewer,
  limit: number | null,
): Promise<EventSales[]> {
  const { rows } = await sql<EventSales>`
    select e.id as event_id, e.title as event_title, ${tickets} as tickets, ${revenue} as revenue_cents
    from ${salesByType} s join event e on e.id = s.event_id where ${isVisibleTo(viewer)}
    group by e.id having ${hasSales} order by revenue_cents desc, e.title, e.id limit ${limit}`.execute(
    db,
  )
  return rows
}

/**
 * Sales by day over all events that the viewer may see: the days of the viewer's organizers, the
 * days of single events that the viewer sees by a membership, and the deltas.
 */
function daysOf(viewer: Viewer) {
  if (viewer.role === 'admin') return salesByDay
  const isTheirs = sql`(${isVisibleTo(viewer)})`
  const organizers = sql`${organizersOf(viewer, 'see')}::uuid[]`
  // PostgreSQL evaluates array(…) once, before it scans. Usually the array is empty, so no row of
  // sales_by_event_day is read.
  return sql`(
    select day, tickets, revenue_cents from sales_by_organizer_day
    where organizer_id = any(${organizers})
    union all select day, tickets, revenue_cents from sales_by_event_day
    where event_id = any(array(
      select e.id from event e where ${isTheirs} and e.organizer_id <> all(${organizers})))
    union all select d.day, sum(d.tickets), sum(d.revenue_cents)
    from sale_delta d join event e on e.id = d.event_id where ${isTheirs} group by d.day
  )`
}

export async function selectSalesByDay(db: Db, viewer: Viewer): Promise<DaySales[]> {
  const { rows } = await sql<DaySales>`
    select s.day as date, ${tickets} as tickets, ${revenue} as revenue_cents
    from ${daysOf(viewer)} s group by s.day having ${hasSales} order by s.day`.execute(db)
  return rows
}

type GivenCounts = { complimentary: number; reserved: number }

/** Places that sponsor links reserve, not claimed by guests yet. `isIn` selects allotments `a`. */
const reservedIn = (isIn: RawBuilder<unknown>) => sql`(
  select coalesce(sum(a.quantity - a.claimed), 0)::int from allotment a
  where a.ended_at is null and ${isIn})`
const stockOfEvent = sql`(
  select coalesce(sum(t.sold), 0)::int from ticket_type t
  where t.event_id = e.id and t.kind = 'entry')`
const reservedInEvent = reservedIn(sql`a.event_id = e.id and exists (
  select from ticket_type y where y.id = a.ticket_type_id and y.kind = 'entry')`)
/** The number of people sold or, for an add-on, the number of redemptions sold. */
const soldOfType = sql`coalesce(sum(s.tickets + s.add_ons), 0)::float8`

/** The stock counts complimentary tickets and reserved places as sold, but they have no sale. */
const given = (stock: RawBuilder<unknown>, reserved: RawBuilder<unknown>) =>
  sql`(${stock} - ${reserved})::int as complimentary, ${reserved} as reserved`
const givenInEvent = given(sql`${stockOfEvent} - ${tickets}`, reservedInEvent)
const givenInType = given(sql`t.sold - ${soldOfType}`, reservedIn(sql`a.ticket_type_id = t.id`))

/** All events of the viewer, including those without sales. */
export async function selectAllEventSales(db: Db, viewer: Viewer) {
  const { rows } = await sql<MaskedRevenue<Omit<EventSales, 'event_title'>> & GivenCounts>`
    select e.id as event_id, ${tickets} as tickets, ${shownRevenue(viewer)} as revenue_cents,
      ${givenInEvent}
    from event e left join ${salesByType} s on s.event_id = e.id where ${isVisibleTo(viewer)}
    group by e.id`.execute(db)
  return rows
}

export async function selectEventTotals(db: Db, viewer: Viewer, eventId: string) {
  const { rows } = await sql<{ tickets: number; revenue_cents: number | null } & GivenCounts>`
    select ${tickets} as tickets, ${shownRevenue(viewer)} as revenue_cents, ${givenInEvent}
    from event e left join ${salesByType} s on s.event_id = e.id
    where e.id = ${eventId} and ${isVisibleTo(viewer)} group by e.id`.execute(db)
  // A replica may not have a new event yet.
  return rows[0] ?? { tickets: 0, revenue_cents: null, complimentary: 0, reserved: 0 }
}

export async function selectEventSalesByDay(
  db: Db,
  viewer: Viewer,
  eventId: string,
): Promise<MaskedRevenue<DaySales>[]> {
  const { rows } = await sql<MaskedRevenue<DaySales>>`
    select s.day as date, ${tickets} as tickets, ${shownRevenue(viewer)} as revenue_cents
    from event e join ${salesByEventDay} s on s.event_id = e.id
    where e.id = ${eventId} and ${isVisibleTo(viewer)}
    group by s.day having ${hasSales} order by s.day`.execute(db)
  return rows
}

/**
 * The event's ticket types in the order of the event form. Removed types are listed only if they
 * have sales.
 */
export async function selectTicketTypeSales(db: Db, viewer: Viewer, eventId: string) {
  type TypeSales = {
    ticket_type_id: string
    name: string
    sold_in: number
    kind: string
    sold: number
    /** How often add-ons of the type were redeemed. */
    redeemed: number
    revenue_cents: number | null
  }
  const { rows } = await sql<TypeSales & GivenCounts>`
    select t.id as ticket_type_id, t.name, t.sold_in, t.kind, ${soldOfType} as sold,
      case when t.kind = 'add_on' then (
        select coalesce(sum(k.admitted), 0)::int from ticket k
        where k.ticket_type_id = t.id and k.state <> 'void'
      ) else 0 end as redeemed, ${shownRevenue(viewer)} as revenue_cents,
      ${givenInType}
    from event e join ticket_type t on t.event_id = e.id
      left join ${salesByType} s on s.ticket_type_id = t.id and s.event_id = e.id
    where e.id = ${eventId} and ${isVisibleTo(viewer)}
    group by t.id having t.archived_at is null or sum(s.tickets + s.add_ons) <> 0
    order by t.kind <> 'entry', t.archived_at is not null, t.type_offset, t.created_at`.execute(db)
  return rows
}
