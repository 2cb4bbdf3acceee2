import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo } from '../../events/events.sql.ts'
import type { StoredCode } from '../../events/price.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { paidCents } from '../sellers/commission.sql.ts'

type ShownTerms = Pick<StoredCode, 'kind' | 'percent' | 'value_cents' | 'is_for_all_types'> & {
  id: string
  type_ids: string[]
  starts_at: Date | null
  ends_at: Date | null
  seller: { id: string; number: number; name: string } | null
  created_at: Date
  ended_at: Date | null
  used: number
  held: number
  revenue_cents: number
}

export type CodeRow = ShownTerms & {
  event_id: string
  code: string
  digits: string
  /** Null before the event is published. */
  dial_code: number | null
  max_tickets: number | null
  max_per_phone: number | null
  /** Whether the viewer may see the code itself, and not only its figures. */
  sees_code: boolean
}

export type BatchRow = ShownTerms & { count: number }

/** The amount that buyers paid for the lines that a limit counts, less refunds. */
const revenueOf = (limit: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(${paidCents}), 0)::bigint
  from line_limit k join paid_line p on p.order_line_id = k.order_line_id
  where k.limit_id = ${limit} and k.is_counted
)`

const typesOf = (code: RawBuilder<unknown>) => sql<string[]>`array(
  select y.ticket_type_id::text from promo_code_type y where y.promo_code_id = ${code})`

const seller = sql`(
  select jsonb_build_object('id', s.id, 'number', s.number, 'name', s.name)
  from seller s where s.id = c.seller_id
) as seller`

const codeColumns = (
  viewer: Viewer,
) => sql`${isVisibleTo(viewer, 'edit')} as sees_code, c.id, c.event_id, c.code, c.digits, e.dial_code, c.kind, c.percent,
  c.value_cents, c.is_for_all_types, c.starts_at, c.ends_at, c.max_per_phone, c.created_at,
  c.ended_at, l.capacity as max_tickets, l.sold as used, l.held,
  ${typesOf(sql`c.id`)} as type_ids, ${revenueOf(sql`c.id`)} as revenue_cents, ${seller}`

const ofCodes = sql`promo_code c join sale_limit l on l.id = c.id join event e on e.id = c.event_id`

/** The codes of an event that were made one by one, newest first. */
export async function selectCodes(db: Db, viewer: Viewer, eventId: string): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select ${codeColumns(viewer)} from ${ofCodes}
    where c.event_id = ${eventId} and c.batch_id is null and ${isVisibleTo(viewer)}
    order by c.created_at desc, c.id desc`.execute(db)
  return rows
}

/** The batches of codes, newest first. A batch is codes for one ticket each, made together. */
export async function selectBatches(db: Db, viewer: Viewer, eventId: string): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select c.batch_id as id, b.count, c.kind, c.percent, c.value_cents, c.is_for_all_types,
      c.starts_at, c.ends_at, c.created_at, b.ended_at, b.used, b.held, b.revenue_cents,
      ${typesOf(sql`c.id`)} as type_ids, ${seller}
    from (
      select (array_agg(c.id))[1] as id, count(*)::int as count, sum(l.sold)::int as used,
        sum(l.held)::int as held, sum(${revenueOf(sql`c.id`)})::bigint as revenue_cents,
        case when bool_and(c.ended_at is not null) then max(c.ended_at) end as ended_at
      from ${ofCodes}
      where c.event_id = ${eventId} and c.batch_id is not null and ${isVisibleTo(viewer)}
      group by c.batch_id
    ) b join promo_code c on c.id = b.id
    order by c.created_at desc, c.batch_id desc`.execute(db)
  return rows
}

/** The order of the file: the newest first, and the codes of a batch together. */
export const NEWEST_CODES: Sorting = {
  name: '-created_at',
  isDown: true,
  keys: {
    created_at: { column: sql`c.created_at`, kind: 'instant' },
    id: { column: sql`c.id`, kind: 'uuid' },
  },
}

/** All codes of an event. Returns up to `limit` + 1 rows. */
export async function selectCodesForFile(
  db: Db,
  viewer: Viewer,
  eventId: string,
  page: Page,
): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select ${codeColumns(viewer)} from ${ofCodes}
    where c.event_id = ${eventId} and ${isVisibleTo(viewer)} and ${isBeyond(page)}
    order by ${sortedBy(page.sorting)} limit ${page.limit + 1}`.execute(db)
  return rows
}

/** Counts the rows that `selectCodesForFile` lists. */
export async function countCodesForFile(db: Db, viewer: Viewer, eventId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${ofCodes}
    where c.event_id = ${eventId} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]!.count
}
