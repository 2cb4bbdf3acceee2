import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo, rightsOf, seesNumbers } from '../../events/events.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import { bothWays, type Page } from '../../platform/http/list-page.ts'
import { eventsOf, organizersOf, withRight } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { maskRow } from '../../tickets/masked-row.rules.ts'
import type { Reference } from '../../tickets/reference.rules.ts'
import type { TransactionStatus } from './transactions.contract.ts'

export type TransactionFilter = Page & {
  eventId: string | null
  /** LIKE patterns; a phone number must match one of them. Null for all numbers. */
  phone: string[] | null
  /** The orders whose lines are listed. Null for all orders. */
  orders: string[] | null
  status: TransactionStatus | null
}

export type TransactionRow = {
  id: string
  /** Null if the viewer may not see ticket numbers. */
  order_id: string | null
  paid_at: Date
  event_id: string
  event_title: string
  ticket_type_id: string
  ticket_type_name: string
  sold_in: number
  kind: string
  /** The tickets left on the line, or its full quantity if it was refunded as a whole. */
  quantity: number
  left_cents: number
  /** The amount paid for the line, before refunds. The list is sorted by this amount. */
  amount_cents: number
  phone: string
  email: string | null
  status: TransactionStatus
  part_refund: 'due' | 'done' | null
  reference: string
  method: 'mpesa' | 'cash' | 'free'
  has_tickets: boolean
  sms_state: string | null
  sms_error: string | null
}

const id = { column: sql`p.order_line_id`, kind: 'uuid' } as const

export const TRANSACTION_SORTS = {
  ...bothWays('created_at', { paid_at: { column: sql`p.paid_at`, kind: 'instant' }, id }),
  ...bothWays('amount', { amount_cents: { column: sql`p.amount_cents`, kind: 'integer' }, id }),
}

// Literals instead of parameters, because PostgreSQL can use the partial index of refunded lines
// only with literals.
const STATUS = {
  paid: sql`and p.status = 'paid'`,
  refund_due: sql`and p.status = 'refund_due'`,
  refunded: sql`and p.status = 'refunded'`,
}

/** The conditions on a line `p`, apart from the choice of events. */
function conditions({ phone, orders, status, ...page }: TransactionFilter) {
  const like = phone?.map((pattern) => sql`p.phone like ${pattern}`) ?? []
  return sql.join(
    [
      ...(phone ? [sql`and (${sql.join(like, sql` or `)})`] : []),
      // PostgreSQL evaluates array(…) once, before it reads the lines by their ids.
      ...(orders
        ? [
            sql`and p.order_line_id = any(array(
              select l.id from order_line l where l.order_id = any(${orders}::uuid[])))`,
          ]
        : []),
      ...(status ? [STATUS[status]] : []),
      sql`and ${isBeyond(page)}`,
    ],
    sql` `,
  )
}

/**
 * The keys of one page of lines that this viewer may see. A search by phone number finds only lines
 * whose numbers the viewer may see. An index stores each organizer's lines in sort order.
 */
function page(caller: Viewer, filter: TransactionFilter) {
  const viewer = filter.phone ? withRight(caller, 'buyers') : caller
  const by = sql`order by ${sortedBy(filter.sorting)}`
  const where = sql`${conditions(filter)} ${by} limit ${sql.lit(filter.limit + 1)}`
  const key = sql.join(Object.values(filter.sorting.keys).map(({ column }) => column))
  if (filter.eventId) {
    return sql`select ${key} from paid_line p join event e on e.id = p.event_id
      where p.event_id = ${filter.eventId} and ${isVisibleTo(viewer)} ${where}`
  }
  if (viewer.role === 'admin') return sql`select ${key} from paid_line p where true ${where}`
  const ofOrganizer = (id: RawBuilder<unknown>) => sql`(select ${key} from paid_line p
    where p.organizer_id = ${id} ${where})`
  const ofTeams = () => sql`union all
      select ${key} from unnest(${organizersOf(viewer, 'see').slice(1)}::uuid[]) o(id)
        cross join lateral ${ofOrganizer(sql`o.id`)} p
      union all
      select ${key} from event e cross join lateral (
        select ${key} from paid_line p where p.event_id = e.id ${where}) p
      where e.id = any(${eventsOf(viewer, 'see').ids}::uuid[]) and e.organizer_id <> all(${organizersOf(viewer, 'see')}::uuid[]) and ${isVisibleTo(viewer)}`
  return sql`select ${key} from (
      ${ofOrganizer(sql`${viewer.accountId}`)}
      ${viewer.memberships?.length ? ofTeams() : sql``}
    ) p ${by} limit ${sql.lit(filter.limit + 1)}`
}

type Sought = Reference & { email: string | null }

/**
 * The orders with these references. Searches only events whose ticket numbers the viewer may see,
 * because repeated searches would otherwise reveal the codes. An email address finds only orders
 * whose email address the viewer may see.
 */
export async function selectOrdersOf(db: Db, viewer: Viewer, sought: Sought): Promise<string[]> {
  const { numbers, receipts, codes, email } = sought
  const { rows } = await sql<{ id: string }>`
    select o.id from (
      select order_id as id from ticket where number = any(${numbers})
      union select order_id from payment where mpesa_receipt = any(${receipts})
      union select id from "order" where code = any(${codes})
      union select id from "order" where lower(email) = lower(${email})
    ) found join "order" o on o.id = found.id join event e on e.id = o.event_id
    where ${email === null ? seesNumbers(viewer) : isVisibleTo(viewer, 'buyers')}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Paid order lines, refunded ones included. Returns up to `limit` + 1 rows. */
export async function selectTransactions(
  db: Db,
  viewer: Viewer,
  filter: TransactionFilter,
): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow & { sees_buyer: boolean; sees_numbers: boolean }>`
    select p.order_line_id as id, l.order_id, p.paid_at, p.event_id, e.title as event_title,
      l.ticket_type_id, t.name as ticket_type_name, t.sold_in, t.kind,
      case when p.status = 'paid' then l.quantity - p.back_quantity else l.quantity end as quantity,
      case when p.status = 'paid' then p.amount_cents - p.back_cents else p.amount_cents end
        as left_cents, p.amount_cents, coalesce(nullif(p.phone, ''), 'Erased') as phone, o.email,
      p.status, case when p.status <> 'paid' or p.back_cents = 0 then null
        when exists (select from refund r where r.order_id = l.order_id and r.state <> 'done')
        then 'due' else 'done' end as part_refund, coalesce((
        select case when m.method = 'cash' then 'Cash' else m.mpesa_receipt end from payment m
        where m.order_id = l.order_id and m.state = 'confirmed' and m.use <> 'suspense'
        order by m.use = 'sale' desc, m.confirmed_at, m.id limit 1
      ), '') as reference,
      case when o.payment_method in ('cash', 'free') then o.payment_method else 'mpesa' end as method,
      o.state = 'issued' and exists (
        select from ticket k where k.order_line_id = p.order_line_id and k.state <> 'void'
      ) as has_tickets, sms.state as sms_state, sms.last_error as sms_error,
      ${rightsOf(viewer)}
    from (${page(viewer, filter)}) found
      join paid_line p on p.order_line_id = found.order_line_id
      join order_line l on l.id = p.order_line_id join "order" o on o.id = l.order_id
      join ticket_type t on t.id = l.ticket_type_id join event e on e.id = p.event_id
      left join lateral (
        select m.state, m.last_error from message m
        where m.order_id = l.order_id and m.channel = 'sms' and m.dedupe_key like 'ticket:%'
          -- Only SMS to the buyer count. The SMS about a transferred ticket goes to the ticket's
          -- new holder.
          and m.recipient in (p.phone, o.phone, o.recipient_phone)
        order by m.created_at desc, m.state = 'failed' desc limit 1
      ) sms on true
    order by ${sortedBy(filter.sorting)}`.execute(db)
  return rows.map(maskRow)
}

export async function countTransactions(db: Db, viewer: Viewer, eventId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from paid_line p join event e on e.id = p.event_id
    where p.event_id = ${eventId} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]!.count
}
