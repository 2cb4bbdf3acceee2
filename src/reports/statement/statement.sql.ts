import { sql } from 'kysely'
import { isVisibleTo, rightsOf } from '../../events/events.sql.ts'
import { isRecorded } from '../../ledger/ledger.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { maskRow } from '../../tickets/masked-row.rules.ts'

// An event's statement reads the ledger lines of two accounts: the organizer's and our fees.
// Credits are negative: a sale credits both accounts, and a refund debits both.

type Sums = {
  taken_cents: number
  refunded_cents: number
  fees_cents: number
  paid_out_cents: number
  owed_cents: number
}

/** The sums of a statement, over ledger lines `l` left-joined with payouts `p`. */
const sums = sql`
  coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0 and p.id is null), 0)::bigint
    as taken_cents,
  coalesce(sum(l.amount_cents) filter (
    where l.amount_cents > 0 and p.id is null or p.kind = 'returned'), 0)::bigint as refunded_cents,
  coalesce(-sum(l.amount_cents) filter (where l.account = 'fees'), 0)::bigint as fees_cents,
  coalesce(sum(l.amount_cents) filter (where p.kind = 'payout'), 0)::bigint as paid_out_cents,
  coalesce(-sum(l.amount_cents) filter (where l.account = 'organizer'), 0)::bigint as owed_cents`

/**
 * The entries of payouts, and of payments that M-Pesa took back. There are few of them, so they are
 * joined first. PostgreSQL then need not read every sale's entry to find its kind.
 */
const payouts = sql`(
  select id, kind from ledger_entry where kind = 'payout'
  union all select id, kind from ledger_entry where kind = 'returned'
)`

export const LAST_BOOKED: Sorting = {
  name: 'booked',
  isDown: true,
  keys: { id: { column: sql`l.entry_id`, kind: 'integer' } },
}

export type LineRow = {
  id: number
  at: Date
  is_payout: boolean
  is_returned: boolean
  order_code: string
  reference: string
  amount_cents: number
  fee_cents: number
  taken_back: boolean
  is_recorded: boolean
}

type Seen = LineRow & { sees_buyer: boolean; sees_numbers: boolean }

/** The line as the viewer may see it. The reference of a payout opens no ticket, so it is shown. */
const toShown = (row: Seen): LineRow => ({
  ...maskRow(row),
  ...(row.is_payout && { reference: row.reference }),
})

/**
 * The ids of one page of entries, up to `limit` + 1. Reads both accounts, because an entry without
 * a fee has only an organizer line, and an entry that is all fee has only a fee line.
 */
const entries = (eventId: string, page: Page) => {
  const of = (account: 'organizer' | 'fees') => sql`
    (select l.entry_id from ledger_line l
      where l.event_id = ${eventId} and l.account = ${sql.lit(account)} and ${isBeyond(page)}
      order by ${sortedBy(page.sorting)} limit ${page.limit + 1})`
  return sql`
    select l.entry_id from (${of('organizer')} union ${of('fees')}) l
    order by ${sortedBy(page.sorting)} limit ${page.limit + 1}`
}

/** Selects a statement row for each entry of the page. */
const lines = (eventId: string, page: Page) => sql`
  select e.id, e.at, e.kind = 'payout' as is_payout, e.kind = 'returned' as is_returned,
    coalesce(o.code, '') as order_code,
    coalesce(m.mpesa_receipt, e.reference, case when s.is_sent then (
      select sent.reference from ledger_entry sent where sent.movement = s.part || ':paid'
    ) end, '') as reference,
    -b.amount_cents as amount_cents, -b.fee_cents as fee_cents,
    e.kind = 'payout' and b.amount_cents > 0 and exists (
      select from ledger_entry back where back.movement =
        case when s.is_sent then s.part || ':given_back' else 'payout_back:' || e.id end
    ) as taken_back,
    ${isRecorded('payout')} as is_recorded
  from (${entries(eventId, page)}) found join ledger_entry e on e.id = found.entry_id
    left join payment m on m.id = e.payment_id left join "order" o on o.id = e.order_id
    cross join lateral (
      -- A payout that the shop sends: 'payout_part:<id>:reserved'.
      select starts_with(e.movement, 'payout_part:') as is_sent,
        'payout_part:' || split_part(e.movement, ':', 2) as part
    ) s
    cross join lateral (
      select sum(l.amount_cents)::bigint as amount_cents,
        coalesce(sum(l.amount_cents) filter (where l.account = 'fees'), 0)::bigint as fee_cents
      from ledger_line l where l.entry_id = e.id and l.event_id = ${eventId}
    ) b`

type StatementRows = { sums: Sums; lines: LineRow[] }

/**
 * Reads the sums and one page of lines in a single statement, so that both are of one instant.
 * Returns up to `limit` + 1 lines; undefined if the viewer may not see the event.
 */
export async function selectStatement(
  db: Db,
  viewer: Viewer,
  eventId: string,
  page: Page,
): Promise<StatementRows | undefined> {
  const { rows } = await sql<Sums & Seen>`
    with summed as (
      select e.id as event_id, ${rightsOf(viewer)}, ${sums}
      from event e left join ledger_line l on l.event_id = e.id
        left join ${payouts} p on p.id = l.entry_id
      where e.id = ${eventId} and ${isVisibleTo(viewer)} group by e.id
    )
    select summed.*, line.* from summed left join (${lines(eventId, page)}) line on true
    order by line.id desc`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const { taken_cents, refunded_cents, fees_cents, paid_out_cents, owed_cents } = first
  return {
    sums: { taken_cents, refunded_cents, fees_cents, paid_out_cents, owed_cents },
    lines: rows.filter(({ id }) => id !== null).map(toShown),
  }
}

/** Reads a page of an event's lines for its CSV file. Returns up to `limit` + 1 lines. */
export async function selectStatementLines(
  db: Db,
  viewer: Viewer,
  eventId: string,
  page: Page,
): Promise<LineRow[]> {
  const { rows } = await sql<Seen>`
    select line.*, ${rightsOf(viewer)} from event e cross join (${lines(eventId, page)}) line
    where e.id = ${eventId} and ${isVisibleTo(viewer)} order by line.id desc`.execute(db)
  return rows.map(toShown)
}

export async function countStatementLines(
  db: Db,
  viewer: Viewer,
  eventId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct l.entry_id)::int as count
    from event e join ledger_line l on l.event_id = e.id
    where e.id = ${eventId} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]!.count
}

type EventSumsRow = Sums & { event_id: string; event_title: string }

/**
 * The events that have entries in the ledger, with the largest amount owed first. A null
 * `organizerId` means all organizers.
 */
export async function selectEventSums(
  db: Db,
  viewer: Viewer,
  organizerId: string | null,
): Promise<EventSumsRow[]> {
  const { rows } = await sql<EventSumsRow>`
    select e.id as event_id, e.title as event_title, ${sums}
    from event e join ledger_line l on l.event_id = e.id
      left join ${payouts} p on p.id = l.entry_id
    where ${isVisibleTo(viewer)} and (${organizerId}::uuid is null or e.organizer_id = ${organizerId})
    group by e.id order by owed_cents desc, e.date desc, e.id`.execute(db)
  return rows
}

export async function selectOrganizer(
  db: Db,
  id: string,
): Promise<{ id: string; full_name: string } | undefined> {
  return await db
    .selectFrom('account')
    .select(['id', 'full_name'])
    .where('id', '=', id)
    .executeTakeFirst()
}
