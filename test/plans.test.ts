// Cached plans must use an index for all parameter values, however large the tables are.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { selectHolds } from '../src/orders/shares/hold-shares.sql.ts'
import { buildAccount } from './accounts.ts'
import { type BuiltEvent, buildEvent } from './build.ts'
import { dialOrder } from './dialler.ts'
import { pairPhone } from './gate-phone.ts'
import { latestPrompt, newReceipt, pay, post, prompted, readOrder } from './purchase.ts'
import { serverVersion } from './server-version.ts'
import { makeStage, type Stage } from './stage.ts'

/**
 * Tables that have about a million rows in a large shop. Ticket types, gates, settings and jobs are
 * few.
 */
const LARGE = [
  'event',
  'ticket_type',
  'price_step',
  'sale_limit',
  'line_limit',
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
/** The number of executions after which each statement is prepared. */
const PURCHASES = 4

let stage: Stage
let admin: Awaited<ReturnType<typeof buildAccount>>
const statements = new Set<string>()

beforeAll(async () => {
  // Records all statements. PreparedClient gives a name to each statement that it prepares.
  const query = vi.spyOn(pg.Client.prototype, 'query')
  stage = await makeStage({ HOLD_SHARE_PER_ADDRESS: '10' })
  admin = await buildAccount(stage, 'admin')
  for (let n = 0; n < PURCHASES; n++) {
    const type = { capacity: 10, steps: [{ price: 100, quantity: 10 }] }
    const event = await buildEvent(stage.db, { types: [type, type] })
    await buyAndLook(event)
    await dial(event)
    await letIn(event)
    await countHolds(event)
  }
  for (const [asked] of query.mock.calls as unknown as [{ name?: string; text: string }][]) {
    if (typeof asked === 'object' && asked.name) statements.add(asked.text)
  }
  query.mockRestore()
  await pretendMillions()
})
beforeEach(async ({ skip }) => {
  skip((await serverVersion(stage.db)) < 16, 'PostgreSQL 15 explains no generic plans')
})
afterAll(() => stage.close())

/**
 * Runs a purchase. Each run uses a different event, so that no common value makes a full scan look
 * cheap.
 */
async function buyAndLook(event: BuiltEvent): Promise<void> {
  for (const query of ['limit=12', 'is_main_event=true&limit=12', 'category=Music&limit=12']) {
    await stage.app.inject(`/api/events?${query}`)
  }
  const order = await prompted(stage, event)
  const receipt = newReceipt()
  await pay(stage, order, receipt)
  const [ticket] = (await readOrder(stage, order.orderId)).body.transaction.tickets
  await stage.app.inject(`/api/events/${event.id}`)
  await stage.app.inject(`/api/orders/${order.orderId}?wait=0`)
  await stage.app.inject(`/api/tickets/${ticket.ticket_number}`)
  await stage.app.inject(`/api/functions/metadata?ticket_number=${ticket.ticket_number}`)
  await post(stage, '/api/functions/ticket-lookup', { reference: receipt })
  for (const search of [receipt, 'amina@example.co.ke', ticket.ticket_number]) {
    await stage.app.inject({ url: '/api/transactions', query: { search }, headers: admin.headers })
  }
  const payload = { event_id: event.id, ticket_number: ticket.ticket_number }
  const entry = { method: 'POST', url: '/api/check_ins', payload } as const
  const { statusCode } = await stage.app.inject({ ...entry, headers: admin.headers })
  expect(statusCode).toBe(200)
  await stage.app.inject(`/api/tickets/${ticket.ticket_number}`)
}

async function dial(event: BuiltEvent): Promise<void> {
  const phone = await dialOrder(stage, event)
  await stage.hurry()
  const { callbackPath, checkoutId, push } = await latestPrompt(stage)
  await pay(stage, { callbackPath, checkoutId, amount: push.amountCents / 100 }, newReceipt())
  await phone.dial()
}

/** Checks in on an online gate phone, uploads an offline check-in, and downloads the list. */
async function letIn(event: BuiltEvent): Promise<void> {
  const phone = await pairPhone({ stage, organizer: admin, event })
  const sold = stage.db.selectFrom('ticket').select('number').where('event_id', '=', event.id)
  const { number } = await sold.where('admitted', '=', 0).executeTakeFirstOrThrow()
  await phone.ask({ ticket_number: number })
  await phone.tell([{ ticket_number: number }])
  await phone.list()
}

/**
 * Counts the holds of a ticket type and its price step, as an order does if there are many. Leaves
 * out unproven buyers: their few holds have a partial index, which is read from end to end.
 */
async function countHolds({ id: event_id, types }: BuiltEvent): Promise<void> {
  const { limit_id } = await stage.db
    .selectFrom('price_step')
    .select('limit_id')
    .where('ticket_type_id', '=', types[0]!.id)
    .executeTakeFirstOrThrow()
  const stocks = [null, limit_id].map((id) => ({ ticket_type_id: types[0]!.id, limit_id: id }))
  const addresses = stocks.map((stock) => ({ ...stock, event_id, address: '41.90.1.0' }))
  await selectHolds(stage.db, { addresses, unproven: [] }, stage.clock.now())
}

/** Makes the planner assume that each large table has a million rows. */
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

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Plan Rows': number
  Plans?: Node[]
}

/**
 * The maximum number of rows that a plan may expect from a nested loop or a full read. An order,
 * event or list has at most some thousands of rows.
 */
const MANY = 100_000

/**
 * Lists faulty plan nodes: nodes that read a large table from end to end, also by an index without
 * a condition, and nested loops over very many rows. Nodes below a LIMIT are accepted, because an
 * index is then read only as far as needed.
 */
function findFaults(node: Node, isLimited = false): string[] {
  const { 'Node Type': kind, 'Relation Name': table = '', Plans = [] } = node
  const isLarge = LARGE.includes(table)
  const isWhole = /^(Parallel )?Seq Scan$/.test(kind)
  const isWholeIndex = /^(Parallel )?Index/.test(kind) && !node['Index Cond'] && !isLimited
  const isLongLoop = kind === 'Nested Loop' && !isLimited && Plans[0]!['Plan Rows'] >= MANY
  const own = [
    ...(isLarge && isWhole ? [`all of ${table}`] : []),
    ...(isLarge && isWholeIndex ? [`all of ${table} by an index`] : []),
    ...(isLongLoop ? [`a loop of ${Plans[0]!['Plan Rows']} rounds`] : []),
  ]
  const below = kind === 'Limit' || (isLimited && !/Sort|Aggregate|Hash/.test(kind))
  return [...own, ...Plans.flatMap((plan) => findFaults(plan, below))]
}

async function explain(statements: Iterable<string>, settings = ''): Promise<string[]> {
  const client = new pg.Client(stage.env.databaseUrl)
  await client.connect()
  await client.query(settings)
  const found: string[] = []
  for (const statement of statements) {
    const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`)
    const faults = findFaults(rows[0]['QUERY PLAN'][0].Plan as Node)
    found.push(...faults.map((fault) => `${fault}: ${statement.trim()}`))
  }
  await client.end()
  return found
}

test('no cached plan reads a large table as a whole, or loops over very many rows', async () => {
  expect(statements.size).toBeGreaterThanOrEqual(70)
  expect(await explain(statements)).toEqual([])
})

test('a callback finds its payment by its token, whatever the statistics say', async () => {
  // All callbacks but the last get lower tokens than any payment; the last gets the lowest token of
  // a payment. PostgreSQL then expects that a merge join can stop early, although a cached plan may
  // later run with any token.
  await sql`update provider_callback set token = case
    when id = (select max(id) from provider_callback) then (select min(callback_token) from payment)
    else lpad(id::text, 64, '0') end`.execute(stage.db)
  await sql`analyze payment, provider_callback`.execute(stage.db)
  const reads = [...statements].filter((text) => text.includes('p.callback_token ='))
  expect(reads.length).toBe(1)
  expect(await explain(reads, 'set enable_seqscan = off')).toEqual([])
})

test.each([
  ['all of ticket', '', 'select 1 from ticket where event_id::text = $1'],
  [
    'all of ticket by an index',
    'set enable_seqscan = off; set enable_bitmapscan = off',
    'select count(*) from ticket',
  ],
  [
    'a loop of',
    'set enable_hashjoin = off; set enable_mergejoin = off',
    'select 1 from ticket t join "order" o on o.id = t.order_id',
  ],
])('the check finds a bad plan: %s', async (fault, settings, statement) => {
  expect((await explain([statement], settings)).join('\n')).toContain(fault)
})
