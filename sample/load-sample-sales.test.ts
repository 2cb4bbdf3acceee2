// spec: sample-data-past-events
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANY_TIME, decideCheckIn } from '../src/checkin/checkin.rules.ts'
import { readEnv } from '../src/env.ts'
import { SOONEST, selectPublicEvents } from '../src/events/events.sql.ts'
import { type Db, inTransaction, openDatabase } from '../src/platform/database/db.ts'
import { makeLog } from '../src/platform/log.ts'
import { readPayload } from '../src/tickets/number.rules.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { readMadeFacts } from '../test/made-facts.ts'
import { audit } from '../test/torture/audit.ts'
import { verifyTicketNumber } from '../test/verify-ticket-number.ts'
import { SAMPLE_ACCOUNTS } from './accounts.ts'
import { sampleEvents } from './events/all-events.ts'
import {
  categoryRows,
  eventRow,
  gateLinkRows,
  gateRows,
  ticketTypeRows,
} from './events/sample-rows.ts'
import { insertSampleEvents, putCategories, putGates } from './events.sql.ts'
import { loadSampleAccounts } from './load-sample-accounts.ts'
import { loadSampleSales } from './load-sample-sales.ts'

const NOW = new Date('2026-11-21T17:30:00Z')

type Sandbox = { db: Db; database: TestDatabase; load: () => Promise<boolean> }
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await openSandbox(NOW)
})
afterAll(() => close(sandbox))

async function openSandbox(now: Date): Promise<Sandbox> {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, 4)
  const deps = { db, log: makeLog('silent'), clock: { now: () => now }, env: readEnv({}) }
  return { db, database, load: () => loadSampleSales(deps) }
}

async function close({ db, database }: Sandbox): Promise<void> {
  await db.destroy()
  await database.close()
}

/** Loads the upcoming events as the first start does, but without pictures. */
async function loadGround({ db }: Sandbox, now: Date): Promise<void> {
  await loadSampleAccounts({ db, clock: { now: () => now }, env: readEnv({}) })
  await inTransaction(db, async (tx) => {
    const categoryIds = await putCategories(tx, categoryRows())
    const gateIds = await putGates(tx, gateRows())
    await insertSampleEvents(
      tx,
      sampleEvents.map((event) =>
        eventRow(event, categoryIds.get(event.category)!, event.key, now),
      ),
      sampleEvents.flatMap((event) => ticketTypeRows(event, now)),
      sampleEvents.flatMap((event) => gateLinkRows(event, gateIds)),
    )
  })
}

async function publicEvents(): Promise<string[]> {
  const rows = await selectPublicEvents(sandbox.db, NOW, {
    sorting: SOONEST,
    after: null,
    limit: 100,
  })
  return rows.map((row) => row.id)
}

test('the sales are loaded after the events and accounts, once, and never in production', async () => {
  expect(await sandbox.load()).toBe(false)
  await loadGround(sandbox, NOW)
  const before = await publicEvents()
  expect((await Promise.all([sandbox.load(), sandbox.load()])).sort()).toEqual([false, true])
  expect(await sandbox.load()).toBe(false)
  // Past events are in no public list.
  expect(before.length).toBeGreaterThan(20)
  expect(await publicEvents()).toEqual(before)
  const env = { ...readEnv({}), production: true }
  const deps = { db: sandbox.db, log: makeLog('silent'), clock: { now: () => NOW }, env }
  await expect(loadSampleSales(deps)).rejects.toThrow('no money')
})

describe('the loaded past', () => {
  const all = async <T>(statement: RawBuilder<T>) => (await statement.execute(sandbox.db)).rows

  test('the loaded past keeps every invariant of the product', async () => {
    const facts = await readMadeFacts(sandbox.db)
    expect(facts.orders.length).toBeGreaterThan(2500)
    expect(audit(facts)).toEqual([])
    // Falsify four facts, to show that the audit finds the faults.
    facts.ledger.pop()
    facts.paymentEvents.pop()
    facts.orders[0]!.amount_cents += 1
    facts.checkIns.find(({ result }) => result === 'valid')!.admits += 1
    expect(audit(facts).length).toBeGreaterThanOrEqual(4)
  })

  test('the loaded past is over, and its rows have times before now, in the right order', async () => {
    const late = await all(sql`
      select id from "order" where created_at > paid_at or issued_at < paid_at or updated_at > ${NOW}
      union all select id from message where updated_at > ${NOW}
      union all select c.id from check_in c left join ticket k on k.id = c.ticket_id
        where c.at > ${NOW} or c.at < k.created_at`)
    expect(late).toEqual([])
  })

  test('the loaded receipts, codes and numbers have the right form, and ticket numbers are genuine', async () => {
    const keys = await sandbox.db.selectFrom('gate_key').selectAll().execute()
    const key = new Map(keys.map((row) => [row.event_id, row.key]))
    const tickets = await sandbox.db.selectFrom('ticket').selectAll().execute()
    expect(new Set(keys.map((row) => row.key.toString('hex'))).size).toBe(keys.length)
    const forged = tickets.filter((row) => !verifyTicketNumber(row.number, key.get(row.event_id)!))
    expect(forged).toEqual([])
    const types = await sandbox.db.selectFrom('ticket_type').selectAll().execute()
    const offset = new Map(types.map((type) => [type.id, type.type_offset]))
    for (const row of tickets) {
      const said = { kind: 'entry', typeOffset: offset.get(row.ticket_type_id), admits: row.admits }
      expect(readPayload(row.number)).toEqual(said)
    }
    const strange = await all(sql`select mpesa_receipt from payment
      where mpesa_receipt !~ '^[A-Z][A-Z0-9]{9}$'`)
    expect(strange).toEqual([])
  })

  test("each loaded ticket has at most one gate, one of its type's, and the gates have equal shares", async () => {
    const wrong =
      await all(sql`select k.id from ticket k where k.gate_id is not null and not exists (
      select from ticket_type_gate g where g.ticket_type_id = k.ticket_type_id and g.gate_id = k.gate_id)`)
    expect(wrong).toEqual([])
    const uneven = await all(sql`select ticket_type_id from gate_load group by 1
      having max(admits) - min(admits) > 31`)
    expect(uneven).toEqual([])
    const miscounted = await all(sql`select 1 from gate_load l where admits <> (select sum(admits)
      from ticket k where k.ticket_type_id = l.ticket_type_id and k.gate_id = l.gate_id)`)
    expect(miscounted).toEqual([])
  })

  test("each ticket admitted as many people as it counts, by the product's own rule", async () => {
    const wrong = await all(sql`
      select k.number from ticket k left join check_in c on c.ticket_id = k.id
      group by k.id having k.admitted <> coalesce(sum(c.admits), 0)`)
    expect(wrong).toEqual([])
    const rows = await all<StoredDecision>(sql`
      select c.*, k.event_id as of_event, k.gate_id as of_gate, k.admits as of_people,
        k.state = 'void' as is_void
      from check_in c left join ticket k on k.id = c.ticket_id order by c.at, c.id`)
    const admitted = new Map<string, number>()
    for (const row of rows) {
      const before = admitted.get(row.ticket_number) ?? 0
      expect(decideAgain(row, before)).toEqual({
        result: row.result,
        reason: row.reason,
        admits: row.admits,
        left: row.left_after,
      })
      admitted.set(row.ticket_number, before + row.admits)
    }
  })

  test('the figures count the loaded sales', async () => {
    const sums = (of: 'event_id' | 'ticket_type_id' | 'day') =>
      all(sql`
      select ${sql.ref(of)}::text as it, sum(tickets)::int as tickets, sum(revenue_cents) as cents
      from sale_delta group by 1 having sum(tickets) <> 0 order by 1`)
    const sold = (of: string) =>
      all(sql`
      select ${sql.raw(of)}::text as it, sum(l.quantity)::int as tickets, sum(l.amount_cents) as cents
      from "order" o join order_line l on l.order_id = o.id
      where o.state in ('paid', 'issued') group by 1 order by 1`)
    expect(await sums('event_id')).toEqual(await sold('o.event_id'))
    expect(await sums('ticket_type_id')).toEqual(await sold('l.ticket_type_id'))
    expect(await sums('day')).toEqual(await sold(`(o.paid_at at time zone 'Africa/Nairobi')::date`))
  })

  test('the lists of transactions contain the loaded sales and refunds', async () => {
    const listed = await all(sql`
      select order_line_id as id, event_id, paid_at, amount_cents, phone, status
      from paid_line order by 1`)
    const money = await all(sql`
      select l.id, o.event_id, o.paid_at, l.amount_cents, o.phone,
        case when o.state in ('refund_due', 'refunded') then o.state else 'paid' end as status
      from "order" o join order_line l on l.order_id = o.id
      where o.state in ('paid', 'issued', 'refund_due', 'refunded') order by 1`)
    expect(listed.length).toBeGreaterThan(1000)
    expect(listed).toEqual(money)
  })

  test('every chart, tab and badge has something to show', async () => {
    const column = async (statement: RawBuilder<{ it: string }>) =>
      (await all(statement)).map((row) => row.it)
    expect(await column(sql`select distinct result as it from check_in order by 1`)).toEqual([
      'too_many',
      'unknown',
      'used',
      'valid',
      'void',
      'wrong_event',
      'wrong_gate',
    ])
    expect(await column(sql`select distinct method as it from check_in order by 1`)).toEqual([
      'manual',
      'scan',
    ])
    expect(await column(sql`select distinct state as it from "order" order by 1`)).toEqual([
      'issued',
      'refund_due',
      'refunded',
    ])
    const [seen] = await all(sql`
      select count(*) filter (where email is null) > 0 as without_email,
        count(email) > 100 as with_email, max(amount_cents) > 500000 as large,
        count(*) filter (where issued_at is null) > 0 as late
      from "order"`)
    expect(seen).toEqual({ without_email: true, with_email: true, large: true, late: true })
    const lines = await all(sql`select order_line_id from ticket group by 1 having count(*) > 1`)
    expect(lines.length).toBeGreaterThan(0)
  })

  test('some organizers have sales, one has nothing, and some events belong to the house', async () => {
    const rows = await all<{ email: string | null; events: number; selling: number }>(sql`
      select a.email, count(distinct e.id) as events,
        count(distinct e.id) filter (where t.sold > 0) as selling
      from event e left join account a on a.id = e.organizer_id
      left join ticket_type t on t.event_id = e.id group by a.email`)
    const of = new Map(rows.map((row) => [row.email, row]))
    expect(of.get(SAMPLE_ACCOUNTS.organizer.email)!.selling).toBeGreaterThanOrEqual(4)
    expect(of.get(SAMPLE_ACCOUNTS.other.email)!.selling).toBeGreaterThanOrEqual(1)
    expect(of.get(null)!.selling).toBeGreaterThanOrEqual(1)
    expect(of.has(SAMPLE_ACCOUNTS.new.email)).toBe(false)
    const own = of.get(SAMPLE_ACCOUNTS.organizer.email)!
    // Empty states exist as well: events without a sale, and an event with sales but without
    // check-ins.
    expect(own.events - own.selling).toBeGreaterThanOrEqual(2)
    const unchecked = await all(sql`select from event e where exists (
        select from ticket k where k.event_id = e.id and k.state = 'valid')
      and not exists (select from check_in c where c.event_id = e.id)`)
    expect(unchecked).toHaveLength(1)
  })
})

type StoredDecision = {
  event_id: string
  gate_id: string | null
  ticket_number: string
  requested: number | null
  admits: number
  left_after: number | null
  result: string
  reason: string | null
  of_event: string | null
  of_gate: string | null
  of_people: number
  is_void: boolean
}

function decideAgain(row: StoredDecision, admitted: number) {
  const question = { eventId: row.event_id, gateId: row.gate_id, admits: row.requested }
  const ticket = row.of_event && {
    eventId: row.of_event,
    gateId: row.of_gate,
    voidFor: row.is_void ? ('refunded' as const) : null,
    left: Math.max(0, row.of_people - admitted),
  }
  return decideCheckIn(question, ticket || null, ANY_TIME)
}

test('renamed gates and categories are found again', async () => {
  const renamed = await openSandbox(NOW)
  await loadGround(renamed, NOW)
  for (const table of ['gate', 'category']) {
    const rename = sql`update ${sql.table(table)} set name = case
      when name in ('Gate A', 'Sports') then upper(name) else name || ' 2' end`
    await rename.execute(renamed.db)
  }
  expect(await renamed.load()).toBe(true)
  const { rows } = await sql`select (select count(*) from gate) as gates,
    (select count(*) from category) as categories`.execute(renamed.db)
  expect(rows).toEqual([{ gates: gateRows().length, categories: categoryRows().length }])
  await close(renamed)
})

test('the loaded past is the same on every machine and on every date of the first start', async () => {
  const later = new Date('2027-02-28T21:30:00Z')
  const elsewhere = await openSandbox(later)
  await loadGround(elsewhere, later)
  await elsewhere.load()
  const read = async ({ db }: Sandbox) =>
    await sql`select
      (select md5(string_agg(number || admitted, '' order by number)) from ticket) as tickets,
      (select md5(string_agg(phone || amount_cents, '' order by code)) from "order") as orders,
      (select count(*) from check_in) as check_ins`.execute(db)
  expect((await read(elsewhere)).rows).toEqual((await read(sandbox)).rows)
  await close(elsewhere)
})
