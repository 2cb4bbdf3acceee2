// spec: seller-figures
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { insertManySales } from '../../../bench/many-sales.ts'
import { buildAccount } from '../../../test/accounts.ts'
import { buildSeller } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'
import {
  NEWEST_SALES,
  selectOwnSales,
  selectSellers,
  selectSourceLines,
} from './seller-figures.sql.ts'

const SALES = 20_000
const SELLERS = 5

const stage = keepStage()
let viewer: Awaited<ReturnType<typeof buildAccount>>['viewer']
let eventId: string
let phone: string

/** Twenty events with five sellers each, who sold a tenth of the tickets. */
beforeAll(async () => {
  const organizer = await buildAccount(stage)
  viewer = organizer.viewer
  const load = { events: 20, sales: SALES, days: 90, eventsWithTickets: 2 }
  await insertManySales(stage.db, { organizerId: organizer.id, ...load })
  const events = await stage.db
    .selectFrom('event')
    .select('id')
    .where('organizer_id', '=', organizer.id)
    .execute()
  for (const event of events) {
    for (let number = 10; number < 10 + SELLERS; number++) {
      const seller = await buildSeller(stage.db, event, { number, percent: 5 })
      phone = seller.phone
      eventId = event.id
    }
  }
  await sql`
    insert into order_source (order_id, seller_id, basis_points)
    select o.id, s.id, 500 from "order" o
      join seller s on s.event_id = o.event_id and s.number = 10 + abs(hashtext(o.id::text)) % ${SELLERS}
    where hashtext(o.id::text || 'x') % 10 = 0`.execute(stage.db)
  await sql`analyze order_source, seller`.execute(stage.db)
  await pretendMillions()
}, 120_000)

const LARGE = ['order', 'order_line', 'paid_line', 'ticket', 'order_source']

/** Makes the planner assume that each large table has fifty times as many rows. */
async function pretendMillions(): Promise<void> {
  for (const table of LARGE) {
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(stage.db)
    await sql`
      update pg_class set reltuples = reltuples * 50
      where oid = ${`"${table}"`}::regclass or oid in (
        select indexrelid from pg_index where indrelid = ${`"${table}"`}::regclass)`.execute(
      stage.db,
    )
  }
}

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Node[] }

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The plan of the last statement that `read` runs, with its own values. */
async function planOf(read: () => Promise<unknown>): Promise<Node[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await read()
  const [asked] = query.mock.calls.at(-1) as unknown as [{ text: string; values: unknown[] }]
  query.mockRestore()
  const client = new pg.Client(stage.env.databaseUrl)
  await client.connect()
  const explain = `explain (format json) ${asked.text}`
  const { rows } = await client.query({ text: explain, values: asked.values })
  await client.end()
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}

/** The large tables that a plan reads from end to end. */
const readWhole = (nodes: Node[]) =>
  nodes
    .filter((node) => node['Node Type'].includes('Seq Scan'))
    .flatMap(({ 'Relation Name': table = '' }) => (LARGE.includes(table) ? [table] : []))

test('figures of sellers are read by the index of their orders, in one statement', async () => {
  for (const read of [
    () => selectSellers(stage.db, viewer, eventId),
    () => selectOwnSales(stage.db, phone),
  ]) {
    const nodes = await planOf(read)
    expect(readWhole(nodes)).toEqual([])
    expect(nodes.map((node) => node['Index Name'])).toContain('order_source__seller')
  }
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const sellers = await selectSellers(stage.db, viewer, eventId)
  expect(query).toHaveBeenCalledTimes(1)
  query.mockRestore()
  expect(sellers).toHaveLength(SELLERS)
})

test('a batch of sellers.csv reads no large table as a whole', async () => {
  const page = { sorting: NEWEST_SALES, after: null, limit: 1000 }
  const nodes = await planOf(() => selectSourceLines(stage.db, viewer, eventId, page))
  expect(readWhole(nodes)).toEqual([])
})

test('the sums of all sellers are the sums of the orders', async () => {
  const rows = await selectSellers(stage.db, viewer, eventId)
  const { rows: whole } = await sql<{ cents: number; orders: number }>`
    select sum(case when p.status = 'paid' then p.amount_cents - p.back_cents else 0 end)::bigint
        as cents, count(distinct l.order_id)::int as orders
    from paid_line p join order_line l on l.id = p.order_line_id
      join order_source c on c.order_id = l.order_id
    where p.event_id = ${eventId}`.execute(stage.db)
  const sum = (field: 'paid_cents' | 'orders') => rows.reduce((all, row) => all + row[field], 0)
  expect({ cents: sum('paid_cents'), orders: sum('orders') }).toEqual(whole[0])
})
