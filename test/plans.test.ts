// What a session keeps a plan for must be found by an index for any value, however much there is.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildAccount } from './accounts.ts'
import { buildEvent } from './build.ts'
import { newReceipt, pay, post, prompted, readOrder } from './purchase.ts'
import { makeStage, type Stage } from './stage.ts'

/** Of each a shop has a million; of types, gates, settings and jobs it has few. */
const LARGE = [
  'event',
  'ticket_type',
  'order',
  'order_line',
  'order_event',
  'hold',
  'payment',
  'payment_event',
  'provider_callback',
  'paid_line',
  'ledger_entry',
  'ledger_line',
  'ticket',
  'message',
  'check_in',
]
/** So that each of them is prepared. */
const PURCHASES = 4

let stage: Stage
let admin: Awaited<ReturnType<typeof buildAccount>>
const statements = new Set<string>()

beforeAll(async () => {
  // What PreparedClient gives a name to comes by here.
  const query = vi.spyOn(pg.Client.prototype, 'query')
  stage = await makeStage({ HOLD_SHARE_PER_ADDRESS: '10' })
  admin = await buildAccount(stage, 'admin')
  for (let n = 0; n < PURCHASES; n++) await buyAndLook()
  for (const [asked] of query.mock.calls as unknown as [{ name?: string; text: string }][]) {
    if (typeof asked === 'object' && asked.name) statements.add(asked.text)
  }
  query.mockRestore()
  await pretendMillions()
})
afterAll(() => stage.close())

/** Each in an event of its own, so that nothing in common looks like a good reason to read it all. */
async function buyAndLook(): Promise<void> {
  const event = await buildEvent(stage.db, { types: [{ capacity: 10 }, { capacity: 10 }] })
  const order = await prompted(stage, event)
  const receipt = newReceipt()
  await pay(stage, order, receipt)
  const [ticket] = (await readOrder(stage, order.orderId)).body.transaction.tickets
  await stage.app.inject(`/api/events/${event.id}`)
  await stage.app.inject(`/api/orders/${order.orderId}?wait=0`)
  await stage.app.inject(`/api/tickets/${ticket.ticket_number}`)
  await stage.app.inject(`/api/functions/metadata?ticket_number=${ticket.ticket_number}`)
  await post(stage, '/api/functions/ticket-lookup', { reference: receipt })
  const payload = { event_id: event.id, ticket_number: ticket.ticket_number }
  const entry = { method: 'POST', url: '/api/check_ins', payload } as const
  const { statusCode } = await stage.app.inject({ ...entry, headers: admin.headers })
  expect(statusCode).toBe(200)
  await stage.app.inject(`/api/tickets/${ticket.ticket_number}`)
}

/** The planner reckons with as many rows on each page that there is. */
async function pretendMillions(): Promise<void> {
  const { rows } = await sql<{ oid: number }>`
    select oid from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace
      and (relname = any(${LARGE}) or oid in (
        select indexrelid from pg_index where indrelid::regclass::text = any(${LARGE})
          or indrelid::regclass::text = '"order"'))`.execute(stage.db)
  for (const table of LARGE) {
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(stage.db)
    await sql`analyze ${sql.table(table)}`.execute(stage.db)
  }
  await sql`update pg_class set reltuples = 1e6, relpages = greatest(1, relpages)
    where oid = any(${rows.map(({ oid }) => oid)}::oid[])`.execute(stage.db)
}

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }

/** Nodes of a plan that read a large table from its beginning to its end. */
function findWholeReads(node: Node): string[] {
  const { 'Node Type': kind, 'Relation Name': table = '', Plans = [] } = node
  const isWhole = /^(Parallel )?Seq Scan$/.test(kind) && LARGE.includes(table)
  return [...(isWhole ? [table] : []), ...Plans.flatMap(findWholeReads)]
}

test('no plan that is kept reads a large table whole', async () => {
  const client = new pg.Client(stage.env.databaseUrl)
  await client.connect()
  const found: string[] = []
  for (const statement of statements) {
    const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`)
    const plan = rows[0]['QUERY PLAN'][0].Plan as Node
    for (const table of findWholeReads(plan)) found.push(`${table}: ${statement.trim()}`)
  }
  await client.end()
  expect(statements.size).toBeGreaterThanOrEqual(45)
  expect(found).toEqual([])
})
