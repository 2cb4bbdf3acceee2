import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo, rightsOf } from '../../events/events.sql.ts'
import type { SellerRow } from '../../events/sellers/sellers.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { maskRow } from '../../tickets/masked-row.rules.ts'
import {
  commissionCents,
  isEntryLine,
  paidCents,
  refundedCents,
  soldTickets,
} from './commission.sql.ts'

export type Figures = {
  visits: number
  orders: number
  tickets: number
  paid_cents: number
  inside: number
  refunded_cents: number
  owed_cents: number
}

const admitted = sql`(
  select coalesce(sum(k.admitted), 0) from ticket k
  where k.order_line_id = l.id and k.state <> 'void' and ${isEntryLine}
)`

/** The figures of seller `s`, from the seller's orders alone. Orders without a sale do not count. */
const figures = sql`(
  select (count(distinct c.order_id) filter (where p.order_line_id is not null))::int as orders,
    coalesce(sum(${soldTickets}), 0)::int as tickets,
    coalesce(sum(${paidCents}), 0)::bigint as paid_cents,
    coalesce(sum(${admitted}), 0)::int as inside,
    coalesce(sum(${refundedCents}), 0)::bigint as refunded_cents,
    coalesce(sum(${commissionCents}), 0)::bigint as owed_cents
  from order_source c join order_line l on l.order_id = c.order_id
    left join paid_line p on p.order_line_id = l.id
  where c.seller_id = s.id
)`

const figureColumns = sql`s.visits, f.orders, f.tickets, f.paid_cents, f.inside, f.refunded_cents,
  f.owed_cents`

/** The sellers of an event that the viewer sees, by number. */
export async function selectSellers(db: Db, viewer: Viewer, eventId: string) {
  const { rows } = await sql<SellerRow & Figures & { sees_buyer: boolean; sees_numbers: boolean }>`
    select s.id, s.event_id, s.name, s.phone, s.number, s.basis_points, s.per_ticket_cents,
      s.ended_at, ${figureColumns}, ${rightsOf(viewer)}
    from event e join seller s on s.event_id = e.id cross join lateral ${figures} f
    where e.id = ${eventId} and ${isVisibleTo(viewer)}
    order by s.number`.execute(db)
  return rows.map(maskRow)
}

type OwnSales = Figures & {
  event_id: string
  event: string
  date: string | null
  number: number
  basis_points: number
  per_ticket_cents: number
  ended_at: Date | null
}

/** The sales of a phone's owner by event, latest event first. Contains nothing about buyers. */
export async function selectOwnSales(db: Db, phone: string): Promise<OwnSales[]> {
  const { rows } = await sql<OwnSales>`
    select e.id as event_id, e.title as event, e.date, s.number, s.basis_points, s.per_ticket_cents,
      s.ended_at, ${figureColumns}
    from seller s join event e on e.id = s.event_id cross join lateral ${figures} f
    where s.phone = ${phone}
    order by e.date desc nulls first, e.id, s.number`.execute(db)
  return rows
}

/** Sorts paid order lines that came by a seller or by a link with utm words, newest first. */
export const NEWEST_SALES: Sorting = {
  name: '-paid_at',
  isDown: true,
  keys: {
    paid_at: { column: sql`p.paid_at`, kind: 'instant' },
    id: { column: sql`p.order_line_id`, kind: 'uuid' },
  },
}

export type SourceLine = {
  id: string
  order_code: string
  paid_at: Date
  ticket_type: string
  quantity: number
  amount_cents: number
  refunded_cents: number
  seller: string | null
  number: number | null
  commission_cents: number
  utm: (string | null)[]
}

const ofSources = (viewer: Viewer, eventId: string, and: RawBuilder<unknown>) => sql`
  from paid_line p join event e on e.id = p.event_id
    join order_line l on l.id = p.order_line_id
    join order_source c on c.order_id = l.order_id
    join "order" o on o.id = l.order_id
    join ticket_type t on t.id = l.ticket_type_id
    left join seller s on s.id = c.seller_id
  where p.event_id = ${eventId} and ${isVisibleTo(viewer)} ${and}`

/** The paid order lines with a seller or utm words. Returns up to `limit` + 1 rows. */
export async function selectSourceLines(
  db: Db,
  viewer: Viewer,
  eventId: string,
  page: Page,
): Promise<SourceLine[]> {
  const { rows } = await sql<SourceLine & { sees_buyer: boolean; sees_numbers: boolean }>`
    select p.order_line_id as id, o.code as order_code, p.paid_at, t.name as ticket_type, l.quantity,
      p.amount_cents, ${refundedCents} as refunded_cents, s.name as seller, s.number,
      ${commissionCents} as commission_cents,
      array[c.utm_source, c.utm_medium, c.utm_campaign, c.utm_term, c.utm_content] as utm,
      ${rightsOf(viewer)}
    ${ofSources(viewer, eventId, sql`and ${isBeyond(page)}`)}
    order by ${sortedBy(page.sorting)} limit ${page.limit + 1}`.execute(db)
  return rows.map(maskRow)
}

/** Counts the rows that `selectSourceLines` lists. */
export async function countSourceLines(db: Db, viewer: Viewer, eventId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${ofSources(viewer, eventId, sql``)}`.execute(db)
  return rows[0]!.count
}
