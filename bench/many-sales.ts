import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../src/platform/db.ts'

export type ManySales = {
  organizerId: string
  events: number
  /** Order lines that were paid, one in each order; some three in a hundred were refunded. */
  sales: number
  /** Over how many days up to today they are spread. */
  days: number
}

/**
 * Events and sales in bulk, as they are years later, in a few statements. The first events have
 * sold the most: of 500 the first one eighth. Figures are left to the deltas.
 */
export async function insertManySales(db: Db, load: ManySales): Promise<void> {
  await inTransaction(db, async (tx) => {
    // A million rows take longer than a statement of the product may.
    await run(tx, sql`set local statement_timeout = 0`)
    await run(tx, sql`select setseed(0.2611)`)
    await insertEvents(tx, load)
    await draw(tx, load)
    const indexes = await dropIndexes(tx)
    await insertOrders(tx)
    await insertFigures(tx)
    for (const index of indexes) await sql.raw(index).execute(tx)
  })
  for (const table of ['order', 'order_line', 'payment', 'paid_line', 'sale_delta', 'event']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
}

async function run(tx: Tx, statement: RawBuilder<unknown>): Promise<void> {
  await statement.execute(tx)
}

async function insertEvents(tx: Tx, { organizerId, events }: ManySales): Promise<void> {
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
      select event_id, 'Event ' || n, current_date + n % 30, '15:00', 'Nairobi', 50000, true,
        ${organizerId}
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

/** As ids of the product: rows made one after the other lie beside each other in the index. */
const inOrder = sql`(lpad(to_hex(g), 12, '0') || substr(md5(random()::text), 13))::uuid`

async function draw(tx: Tx, { events, sales, days }: ManySales): Promise<void> {
  await run(
    tx,
    sql`create temporary table made_sale on commit drop as
      select g, ${inOrder} as order_id, ${inOrder} as line_id, e.event_id, e.types[kind] as type_id,
        quantity, quantity * 50000 * kind as amount_cents, phone, paid_at,
        case when luck < 0.015 then 'refunded' when luck < 0.03 then 'refund_due' else 'issued' end
          as state
      from (
        select g, (power(random(), 3) * ${sql.lit(events)})::int % ${sql.lit(events)} as event_no,
          1 + (random() * 2)::int as kind, 1 + (random() * 3)::int as quantity,
          '254' || (array['7', '1'])[1 + (random() < 0.2)::int]
            || lpad((random() * 99999999)::int::text, 8, '0') as phone,
          date_trunc('milliseconds', now() - (${sql.lit(sales)} - g + random())
            / ${sql.lit(sales)} * ${sql.lit(days)} * interval '1 day') as paid_at,
          random() as luck
        from generate_series(1, ${sql.lit(sales)}) g
      ) drawn join made_event e on e.n = drawn.event_no`,
  )
}

/** They are made again at once when the rows are in, which takes a fraction of the time. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid in ('paid_line'::regclass, 'payment'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(tx)
  for (const { name } of rows) await run(tx, sql`drop index ${sql.raw(name)}`)
  return rows.map(({ definition }) => definition)
}

async function insertOrders(tx: Tx): Promise<void> {
  await run(
    tx,
    sql`insert into "order" (id, code, event_id, state, phone, email, amount_cents,
        request_fingerprint, created_at, paid_at, issued_at)
      select order_id, upper(lpad(to_hex(g), 8, '0')), event_id, state, phone,
        case when g % 3 = 0 then 'buyer' || g || '@lango.test' end, amount_cents, '-', paid_at,
        paid_at, paid_at
      from made_sale`,
  )
  await run(
    tx,
    sql`insert into order_line (id, order_id, ticket_type_id, position, quantity, price_cents,
        amount_cents)
      select line_id, order_id, type_id, 0, quantity, amount_cents / quantity, amount_cents
      from made_sale`,
  )
  await run(
    tx,
    sql`insert into payment (id, order_id, attempt, state, use, phone, amount_cents,
        confirmed_amount_cents, callback_token, mpesa_receipt, confirmed_at)
      select order_id, order_id, 1, 'confirmed',
        case state when 'issued' then 'sale' else state end, phone, amount_cents, amount_cents,
        md5(g::text), 'T' || lpad(g::text, 9, '0'), paid_at
      from made_sale`,
  )
}

async function insertFigures(tx: Tx): Promise<void> {
  await run(
    tx,
    sql`insert into paid_line (order_line_id, event_id, paid_at, amount_cents, phone, status)
      select line_id, event_id, paid_at, amount_cents, phone,
        case state when 'issued' then 'paid' else state end
      from made_sale`,
  )
  await run(
    tx,
    sql`insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents)
      select event_id, type_id, (paid_at at time zone 'Africa/Nairobi')::date, quantity, amount_cents
      from made_sale where state = 'issued'`,
  )
  await run(
    tx,
    sql`update ticket_type t set sold = n.sold, first_sold_at = n.first_sold_at
      from (
        select type_id, sum(quantity) as sold, min(paid_at) as first_sold_at
        from made_sale where state = 'issued' group by 1
      ) n where t.id = n.type_id`,
  )
}
