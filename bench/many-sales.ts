import { type RawBuilder, sql } from 'kysely'
import { recordOrders } from '../sample/bulk/record-orders.ts'
import { type Db, inTransaction, type Tx } from '../src/platform/database/db.ts'

export type ManySales = {
  organizerId: string
  /** If given, this organizer owns every second event. */
  otherId?: string
  events: number
  /** The sales are spread over this number of days, up to today. */
  sales: number
  /** The number of days, up to today, over which the sales are spread. */
  days: number
  /** The number of events, counted from the first, whose sales also have tickets. */
  eventsWithTickets: number
  /** If true, four in five events are past. Otherwise all events are upcoming. */
  isOld?: boolean
}

const TABLES = [
  '"order"',
  'order_line',
  'order_event',
  'hold',
  'payment',
  'payment_event',
  'paid_line',
  'sale_delta',
]

/**
 * Inserts events and years of sales in bulk, in a few statements. The first events get the most
 * sales: the first of 500 events gets a tenth of all sales. The sales figures are left as deltas
 * that no job has yet added to the roll-ups.
 */
export async function insertManySales(db: Db, load: ManySales): Promise<void> {
  await inTransaction(db, async (tx) => {
    // A million rows take longer than the product's limit for a statement.
    await run(tx, sql`set local statement_timeout = 0`)
    await run(tx, sql`select setseed(0.2611)`)
    await insertEvents(tx, load)
    await withoutIndexes(tx, () => recordOrders(tx, drawn(load), 'http://127.0.0.1:3000'))
  })
  for (const table of [...TABLES, 'event', 'ticket', 'message']) {
    await sql.raw(`vacuum analyze ${table}`).execute(db)
  }
}

async function run(tx: Tx, statement: RawBuilder<unknown>): Promise<void> {
  await statement.execute(tx)
}

async function insertEvents(tx: Tx, load: ManySales): Promise<void> {
  const { organizerId, otherId = organizerId, events, isOld = false } = load
  const day = isOld
    ? sql`current_date + case when n % 5 = 0 then 1 + n / 5 % 60 else -2 - n % 1500 end`
    : sql`current_date + n % 30`
  await run(
    tx,
    sql`create temporary table made_event on commit drop as
      select n, gen_random_uuid() as event_id,
        array[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()] as types
      from generate_series(0, ${sql.lit(events - 1)}) n`,
  )
  await run(
    tx,
    sql`insert into event (id, title, date, time, location, price_cents, is_published, organizer_id)
      select event_id, 'Event ' || n, ${day}, '15:00', 'Nairobi', 50000, true,
        case when n % 2 = 0 then ${organizerId}::uuid else ${otherId}::uuid end
      from made_event`,
  )
  await run(
    tx,
    sql`insert into ticket_type (id, event_id, name, price_cents, capacity, type_offset)
      select types[k + 1], event_id, (array['Regular', 'VIP', 'VVIP'])[k + 1], 50000 * (k + 1),
        2000000000, k
      from made_event cross join generate_series(0, 2) k`,
  )
}

/**
 * Ids that grow with time, like the product's ids, so that rows made together are neighbours in the
 * index.
 */
const inOrder = sql`(lpad(to_hex(g), 12, '0') || substr(md5(random()::text), 13))::uuid`

/** The orders, each with one line. */
const drawn = ({ events, sales, days, eventsWithTickets }: ManySales) => sql`
  select ${inOrder} as order_id, upper(lpad(to_hex(g), 8, '0')) as code, e.event_id, phone,
    case when g % 3 = 0 then 'buyer' || g || '@lango.test' end as email,
    paid_at - interval '20 s' as placed_at, null::timestamptz as hold_until,
    null as failure_code, paid_at, false as is_late, e.n < ${sql.lit(eventsWithTickets)} as has_tickets,
    case when luck < 0.03 then paid_at end as due_at,
    case when luck < 0.015 then paid_at end as back_at,
    ${inOrder} as line_id, e.types[kind] as ticket_type_id, 0 as position, quantity,
    null::bigint as amount_cents
  from (
    select g, (power(random(), 3) * ${sql.lit(events)})::int % ${sql.lit(events)} as event_no,
      1 + (random() * 2)::int as kind, 1 + (random() * 3)::int as quantity,
      '254' || (array['7', '1'])[1 + (random() < 0.2)::int]
        || lpad((random() * 99999999)::int::text, 8, '0') as phone,
      date_trunc('milliseconds', now() - (${sql.lit(sales)} - g + random())
        / ${sql.lit(sales)} * ${sql.lit(days)} * interval '1 day') as paid_at,
      random() as luck
    from generate_series(1, ${sql.lit(sales)}) g
  ) drawn join made_event e on e.n = drawn.event_no`

type Made = { table: string; name: string; definition: string; is_constraint: boolean }

/**
 * Drops the indexes and foreign keys of these tables, runs `work`, and creates them again. This
 * takes a fraction of the time that `work` takes with the indexes.
 */
async function withoutIndexes(tx: Tx, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<Made>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, true as is_constraint,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any(${TABLES}::regclass[])
    union all
    select indrelid::regclass::text, indexrelid::regclass::text, false, pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any(${TABLES}::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(tx)
  const drop = ({ table, name, is_constraint }: Made) =>
    is_constraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`
  const make = ({ table, name, is_constraint, definition }: Made) =>
    is_constraint ? `alter table ${table} add constraint ${name} ${definition}` : definition
  for (const made of rows) await sql.raw(drop(made)).execute(tx)
  await work()
  for (const made of rows) await sql.raw(make(made)).execute(tx)
}
