import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent, type EventSpec, type TypeSpec } from '../../../test/build.ts'
import { fail, newReceipt, pay, prompted, shownNow } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { makeDraw } from '../../../test/torture/draw.ts'
import type { TransactionReply } from '../lists/transactions.contract.ts'
import type { EventStatement, StatementLine } from './statement.contract.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', LIMIT_PUSH_PER_ADDRESS: '100000' })
let admin: Account
let owners: [Account, Account]
let events: [BuiltEvent, BuiltEvent, BuiltEvent]

beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  owners = [await buildAccount(stage), await buildAccount(stage)]
  const tomorrow = new Date(stage.clock.now().getTime() + 86_400_000)
  events = [
    await owned(owners[0]),
    await owned(owners[0], { feesOnTop: true, steps: [{ price: 200.25, quantity: 15 }] }),
    await owned(owners[1], { feesOnTop: true, steps: [{ price: 299.5, endsAt: tomorrow }] }),
  ]
})

async function owned(
  owner: Account,
  { feesOnTop = false, steps = [] }: Pick<EventSpec, 'feesOnTop'> & Pick<TypeSpec, 'steps'> = {},
): Promise<BuiltEvent> {
  return await buildEvent(stage.db, {
    organizerId: owner.id,
    feesOnTop,
    types: [
      { price: 333.5, capacity: 1000, steps },
      { price: 1250, capacity: 1000 },
    ],
  })
}

async function ask(url: string, by: Account = admin, payload?: object) {
  const { headers } = by
  const answer = await stage.app.inject(
    payload ? { method: 'POST', url, headers, payload } : { url, headers },
  )
  return { status: answer.statusCode, body: answer.json(), raw: answer }
}

const cents = (shillings: number) => Math.round(shillings * 100)
const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((total, row) => total + cents(of(row)), 0)

const NONE_GIVEN = { complimentary: { given: 0, inside: 0 } }
async function readAll(id: string, by: Account, limit: number) {
  const lines: StatementLine[] = []
  let first: EventStatement | undefined
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })
    const { body } = await ask(`/api/events/${id}/statement?${query}`, by)
    const { lines: page, next_cursor, ...sums } = body as EventStatement
    first ??= body
    expect(page.length).toBeLessThanOrEqual(limit)
    expect(sums).toEqual({ ...sumsOf(first!), ...NONE_GIVEN })
    lines.push(...page)
    cursor = next_cursor
  }
  return { ...sumsOf(first!), lines }
}

function sumsOf({ taken, given_back, fees, paid_out, owed }: EventStatement) {
  return { taken, given_back, fees, paid_out, owed }
}

async function readTransactions(id: string, by: Account) {
  const rows: TransactionReply[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ event_id: id, ...(cursor && { cursor }) })
    const { body } = await ask(`/api/transactions?${query}`, by)
    rows.push(...body.data)
    cursor = body.next_cursor
  }
  return rows
}

/** Counts the paid lines that have a step's price and a service fee on top of the price. */
async function countSteps(): Promise<number> {
  const { rows } = await sql`
    select l.id from paid_line p join order_line l on l.id = p.order_line_id
      join ticket_type t on t.id = l.ticket_type_id join event e on e.id = t.event_id
    where e.fees_on_top and l.price_cents < t.price_cents and l.fee_cents > 0`.execute(stage.db)
  return rows.length
}

/** Counts the orders that were refunded in part. */
async function countParts(): Promise<number> {
  const { rows } = await sql`
    select l.order_id from paid_line s join order_line l on l.id = s.order_line_id
    group by l.order_id having count(distinct s.status = 'paid') > 1`.execute(stage.db)
  return rows.length
}

/**
 * Checks that an event's statement, its CSV file, its figures and its transactions agree to the
 * cent.
 */
async function comparePages(event: BuiltEvent, by: Account, limit: number): Promise<void> {
  const said = await readAll(event.id, by, limit)
  const of = (kind: StatementLine['kind']) => said.lines.filter((line) => line.kind === kind)
  expect(sum(of('sale'), ({ amount }) => amount)).toBe(cents(said.taken))
  expect(sum(of('given_back'), ({ amount }) => amount) + cents(said.given_back)).toBe(0)
  const payouts = [...of('payout'), ...of('payout_taken_back')]
  expect(sum(payouts, ({ amount }) => amount) + cents(said.paid_out)).toBe(0)
  expect(sum(said.lines, ({ fee }) => fee)).toBe(cents(said.fees))
  expect(sum(said.lines, ({ amount, fee }) => amount - fee)).toBe(cents(said.owed))
  expect(new Set(said.lines.map(({ id }) => id)).size).toBe(said.lines.length)

  const left = cents(said.taken) - cents(said.given_back)
  expect(cents(said.owed)).toBe(left - cents(said.fees) - cents(said.paid_out))
  const stats = await ask('/api/rpc/get_event_transaction_stats', by, { p_event_id: event.id })
  expect(cents(stats.body[0].total_revenue)).toBe(left)
  const paid = (await readTransactions(event.id, by)).filter(({ status }) => status === 'paid')
  expect(sum(paid, ({ amount }) => amount)).toBe(left)

  const { headers } = by
  const file = await stage.app.inject({ url: `/api/events/${event.id}/statement.csv`, headers })
  expect(file.headers['x-total-rows']).toBe(String(said.lines.length))
  const rows = file.body.trim().split('\r\n').slice(1)
  const cells = rows.map((row) => row.split(','))
  expect(cells.map((row) => [row[2], row[3], Number(row[4]), Number(row[5])])).toEqual(
    said.lines.map((line) => [line.order_code, line.reference, line.amount, line.fee]),
  )
}

/** Checks that an organizer's overall statement adds up the organizer's events. */
async function compareAll(owner: Account): Promise<void> {
  const { body } = await ask('/api/statement', owner)
  const theirs = events.filter((_event, index) => owners[index < 2 ? 0 : 1] === owner)
  const each = await Promise.all(theirs.map(({ id }) => readAll(id, owner, 100)))
  for (const name of ['taken', 'given_back', 'fees', 'paid_out', 'owed'] as const) {
    expect(cents(body[name]), name).toBe(sum(each, (one) => one[name]))
    expect(
      sum(body.events as EventStatement[], (one) => one[name]),
      name,
    ).toBe(cents(body[name]))
  }
  expect((await ask(`/api/statement?organizer_id=${owner.id}`)).body).toEqual(body)
}

type Bought = { orderId: string; left: boolean }

/**
 * Takes one random step: a purchase that may fail, a new fee, a refund, a payout, or the reversal
 * of a payout.
 */
async function step(draw: ReturnType<typeof makeDraw>, bought: Bought[]): Promise<void> {
  const what = draw.between(1, 10)
  const open = bought.filter(({ left }) => left)
  if (what <= 5 || open.length === 0) {
    const event = draw.pick(events)
    const quantities = [draw.between(1, 4), draw.between(0, 2)]
    const shown = await shownNow(stage, event, quantities)
    const order = await prompted(stage, event, quantities, shown)
    if (what === 5) return await fail(stage, order, 1032)
    // A tenth of the callbacks report a wrong amount, so that their money stays in suspense.
    const lies = draw.chance(0.1)
    await pay(stage, order, newReceipt(), lies ? 1 : Math.ceil(order.amount))
    if (!lies) bought.push({ orderId: order.orderId, left: true })
  } else if (what === 6) {
    const url = `/api/accounts/${draw.pick(owners).id}/fee`
    const payload = { basis_points: draw.between(0, 1000), fixed: draw.pick([0, 0.5, 12.25]) }
    await stage.app.inject({ method: 'PUT', url, headers: admin.headers, payload })
  } else if (what <= 7) {
    const order = draw.pick(open)
    await giveBack(order.orderId)
    order.left = false
  } else if (what <= 8) {
    await giveBackSome(draw.pick(open))
  } else {
    const { id } = draw.pick(events)
    const { owed } = (await ask(`/api/events/${id}/statement`)).body
    const amount = Math.floor((owed * draw.between(10, 100)) / 100)
    if (amount > 0)
      await ask(`/api/events/${id}/payouts`, admin, { amount, reference: randomUUID() })
    // Reverses about half of the payouts, as if an admin had recorded them by mistake.
    const { lines } = (await ask(`/api/events/${id}/statement`)).body as EventStatement
    const payout = lines.find(({ kind, taken_back }) => kind === 'payout' && !taken_back)
    if (payout && draw.chance(0.5))
      await ask(`/api/payouts/${payout.id}/take_back`, admin, { words: 'A slip of the hand' })
  }
}

/** Refunds an order, or some of its tickets, as an admin. */
async function giveBack(orderId: string, ticketNumbers?: string[]): Promise<void> {
  const payload = {
    order_id: orderId,
    reason: 'other',
    words: 'A test',
    ...(ticketNumbers && { ticket_numbers: ticketNumbers }),
  }
  const { status, body } = await ask('/api/refunds', admin, payload)
  expect(status, JSON.stringify(body)).toBe(201)
  refunds += 1
  if (refunds % 2 === 0) await payByHand(body.id)
}

let refunds = 0

/** Records that an admin paid this refund from the bank, because M-Pesa did not make it. */
async function payByHand(id: string): Promise<void> {
  const manual = { state: 'manual', next_at: null }
  await stage.db.updateTable('refund').set(manual).where('id', '=', id).execute()
  const body = { reference: randomUUID(), from: 'bank' }
  const paid = await ask(`/api/refunds/${id}/paid_manually`, admin, body)
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
}

/** Refunds one of the order's tickets, if it has several. */
async function giveBackSome({ orderId }: Bought): Promise<void> {
  const tickets = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', orderId)
    .where('state', '=', 'valid')
    .execute()
  if (tickets.length > 1) await giveBack(orderId, [tickets[0]!.number])
}

describe('after any history of sales and refunds', () => {
  // spec: two-pages-agree
  test("an event's statement, its file, figures, transactions and books agree", async () => {
    const draw = makeDraw(20261122)
    const bought: Bought[] = []
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 20; i++) await step(draw, bought)
      for (const event of events) await comparePages(event, admin, draw.between(1, 9))
      for (const owner of owners) await compareAll(owner)
      expect(await readBookDifferences(stage.db)).toEqual([])
    }
    const all = (await ask('/api/statement')).body
    for (const name of ['taken', 'given_back', 'fees', 'paid_out']) {
      expect(all[name], name).toBeGreaterThan(0)
    }
    expect(bought.filter(({ left }) => !left).length).toBeGreaterThan(2)
    expect(await countParts()).toBeGreaterThan(0)
    expect(await countSteps()).toBeGreaterThan(2)
  }, 120_000)
})

describe('a statement', () => {
  // spec: statement-of-an-event
  test('has a line for each movement, with its order, receipt, amount and fee', async () => {
    const owner = await buildAccount(stage)
    const event = await owned(owner)
    const url = `/api/accounts/${owner.id}/fee`
    const payload = { basis_points: 1000, fixed: 0 }
    await stage.app.inject({ method: 'PUT', url, headers: admin.headers, payload })
    const order = await prompted(stage, event, [0, 2])
    await pay(stage, order, 'UKS0000001')
    await giveBack(order.orderId)
    const { code } = await stage.db
      .selectFrom('order')
      .select('code')
      .where('id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    const { status, body } = await ask(`/api/events/${event.id}/statement`, owner)
    expect(status).toBe(200)
    const about = {
      taken_back: false,
      is_recorded: false,
      order_code: code,
      reference: 'UKS0000001',
      at: expect.any(String),
    }
    expect(body).toEqual({
      ...{ taken: 2500, given_back: 2500, fees: 0, paid_out: 0, owed: 0 },
      lines: [
        { id: expect.any(Number), kind: 'given_back', amount: -2500, fee: -250, ...about },
        { id: expect.any(Number), kind: 'sale', amount: 2500, fee: 250, ...about },
      ],
      ...{ next_cursor: null, ...NONE_GIVEN },
    })
  })

  // spec: statement-of-an-event
  test('is all zeros for an event without sales', async () => {
    const event = await owned(owners[0])
    expect((await ask(`/api/events/${event.id}/statement`, owners[0])).body).toEqual({
      ...{ taken: 0, given_back: 0, fees: 0, paid_out: 0, owed: 0 },
      ...{ lines: [], ...NONE_GIVEN },
      next_cursor: null,
    })
  })

  // spec: statement-of-an-event
  test('is 404 for another organizer', async () => {
    for (const id of [events[2].id, randomUUID(), 'x']) {
      for (const file of ['', '.csv']) {
        const answer = await ask(`/api/events/${id}/statement${file}`, owners[0])
        expect([answer.status, answer.body.code], id).toEqual([404, 'event_not_found'])
      }
    }
    // An organizer always receives the organizer's own events, even with another organizer's id in
    // the query.
    const other = await ask(`/api/statement?organizer_id=${owners[1].id}`, owners[0])
    expect(other.body.organizer.id).toBe(owners[0].id)
    expect((await ask('/api/statement?organizer_id=x')).status).toBe(404)
    const cursor = await ask(`/api/events/${events[0].id}/statement?cursor=x`)
    expect(cursor).toMatchObject({ status: 422, body: { field: 'cursor' } })
  })

  test('owes a negative amount if more was paid out than is left', async () => {
    const event = await owned(owners[0])
    const order = await prompted(stage, event, [0, 1])
    await pay(stage, order, newReceipt())
    const { owed } = (await ask(`/api/events/${event.id}/statement`)).body
    const paid = { amount: owed, reference: randomUUID() }
    expect((await ask(`/api/events/${event.id}/payouts`, admin, paid)).status).toBe(201)
    await giveBack(order.orderId)
    expect((await ask(`/api/events/${event.id}/statement`)).body.owed).toBe(-owed)
  })
})

// spec: two-pages-agree
test('the books agree when money with a mistyped order code is paid back by hand', async () => {
  const [receipt, msisdn, at] = [newReceipt(), '254712345678', stage.clock.now()]
  stage.daraja.receipts.push({ receipt, amountCents: 70_50, accountReference: 'X', msisdn, at })
  await stage.sweep()
  expect(await readBookDifferences(stage.db)).toEqual([])
  const { status, body } = await ask(`/api/receipts/${receipt}/pay_back`, admin, {})
  expect(status).toBe(201)
  expect(await readBookDifferences(stage.db)).toEqual([])
  await payByHand(body.id)
  expect(await readBookDifferences(stage.db)).toEqual([])
})
