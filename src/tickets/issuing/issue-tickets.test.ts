import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { pay, prompted, readOrder, readOrderState, readStock } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { verifyTicketNumber } from '../../../test/verify-ticket-number.ts'
import { orderPaid } from '../../orders/jobs.ts'
import { changeOrderState } from '../../orders/orders.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { formatTicketNumber, readPayload } from '../number.rules.ts'
import { makeAwaitingTicketsSweep } from './issue-tickets.job.ts'
import { queueTicketSms } from './ticket-messages.ts'

const stage = keepStage({ LIMIT_MISS_PER_ADDRESS: '5' })
let receipts = 0
const newReceipt = () => `UKT${String(++receipts).padStart(7, '0')}`

beforeEach(() => {
  stage.sent.length = 0
})

async function buyPaid(types: Parameters<typeof buildEvent>[1], quantities: number[]) {
  const event = await buildEvent(stage.db, types)
  const order = await prompted(stage, event, quantities)
  await pay(stage, order, newReceipt())
  const { body } = await readOrder(stage, order.orderId)
  return { event, order, tickets: body.transaction.tickets }
}

describe('issuing', () => {
  // spec: ticket-metadata-main-gate, help-ticket-delivery-sms, ticket-sms-day-hour, two-tickets-one-sms
  test('two types in one order make two tickets in one SMS', async () => {
    const types = [
      { name: 'VIP', price: 200, gates: ['Gate A'] },
      { name: 'Terrace', price: 500 },
    ]
    const { order, tickets } = await buyPaid({ title: 'Mashemeji Derby', types }, [2, 1])
    expect(tickets).toMatchObject([
      { ticket_type: 'VIP', quantity: 2, gate: 'Gate A' },
      { ticket_type: 'Terrace', quantity: 1, gate: 'Main Gate' },
    ])
    const [one, other] = tickets.map((ticket: { ticket_number: string }) =>
      formatTicketNumber(ticket.ticket_number),
    )
    expect(stage.sent).toHaveLength(1)
    const [{ phone, body }] = stage.sent as [{ phone: string; body: string }]
    expect(phone).toBe(order.phoneNumber)
    expect(body).toMatch(/^Mashem.*, [A-Z][a-z]{2} \d\d? [A-Z][a-z]{2} 3PM, Nyay.*: /)
    expect(body).toContain(`: 2 x VIP (Gate A) ${one}; 1 x Terrace (Main Gate) ${other}. `)
  })

  test('two types whose names are too long for one SMS get an SMS each', async () => {
    const types = [
      { name: 'General Admission, Advance', price: 200, gates: ['Gate A'] },
      { name: 'Premium', price: 500 },
    ]
    const { order, tickets } = await buyPaid({ title: 'Mashemeji Derby', types }, [2, 1])
    expect(stage.sent).toHaveLength(2)
    for (const ticket of tickets) {
      const sms = stage.sent.find(({ body }) => body.includes(ticket.ticket_number))!
      expect(sms.phone).toBe(order.phoneNumber)
      expect(sms.body).toContain(`Enter: ${ticket.gate}`)
      expect(sms.body).toContain(`/t/${ticket.ticket_number}`)
    }
  })

  // spec: sms-language
  test('the SMS is in the language of the purchase, and in English if none was given', async () => {
    const event = await buildEvent(stage.db, { title: 'Mashemeji Derby' })
    for (const [changes, words] of [
      [{ language: 'sw' }, '. Ingia: Main Gate. Na. '],
      [{ language: 'en' }, '. Enter: Main Gate. No. '],
      [{}, '. Enter: Main Gate. No. '],
    ] as const) {
      stage.sent.length = 0
      const order = await prompted(stage, event, [1], changes)
      await pay(stage, order, newReceipt())
      expect(stage.sent).toHaveLength(1)
      expect(stage.sent[0]!.body).toContain(words)
    }
  })

  test('a number encodes type offset and admits, and is genuine under its own event only', async () => {
    const { event, tickets } = await buyPaid({ types: [{}, {}, {}] }, [0, 0, 7])
    const number = tickets[0].ticket_number
    expect(readPayload(number)).toEqual({ kind: 'entry', typeOffset: 2, admits: 7 })
    const keys = await stage.db.selectFrom('gate_key').selectAll().execute()
    const genuine = keys.filter((row) => verifyTicketNumber(number, row.key))
    expect(genuine.map((row) => row.event_id)).toEqual([event.id])
  })

  test('a line of more than 31 makes several tickets', async () => {
    const { tickets } = await buyPaid({ types: [{ capacity: 80, maxPerOrder: 80 }] }, [70])
    expect(tickets.map((ticket: { quantity: number }) => ticket.quantity)).toEqual([31, 31, 8])
  })

  test('each table has a ticket of its own, and stock and order count people', async () => {
    const table = { soldIn: 10, price: 5000, capacity: 50 }
    const { event, order, tickets } = await buyPaid({ types: [table, {}] }, [2, 3])
    const admits = tickets.map((ticket: { quantity: number }) => ticket.quantity)
    expect(admits.toSorted((one: number, other: number) => other - one)).toEqual([10, 10, 3])
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 20 })
    const lines = await stage.db
      .selectFrom('order_line')
      .select(['quantity', 'price_cents', 'amount_cents'])
      .where('order_id', '=', order.orderId)
      .orderBy('position')
      .execute()
    expect(lines).toEqual([
      { quantity: 20, price_cents: 5000_00, amount_cents: 10_000_00 },
      { quantity: 3, price_cents: 100_00, amount_cents: 300_00 },
    ])
  })

  test('people are spread evenly over the linked gates', async () => {
    const event = await buildEvent(stage.db, { types: [{ gates: ['North', 'South', 'West'] }] })
    const gates = new Map<string, number>()
    for (let i = 0; i < 9; i++) {
      const order = await prompted(stage, event, [2])
      await pay(stage, order, newReceipt())
      const { gate } = (await readOrder(stage, order.orderId)).body.transaction.tickets[0]
      gates.set(gate, (gates.get(gate) ?? 0) + 1)
    }
    expect(Object.fromEntries(gates)).toEqual({ North: 3, South: 3, West: 3 })
  })

  test('gates are balanced by people, not tickets: a group of four weighs as four', async () => {
    const event = await buildEvent(stage.db, { types: [{ gates: ['East', 'Upper'] }] })
    const gates: string[] = []
    for (const quantity of [4, 1, 1, 1, 1]) {
      const order = await prompted(stage, event, [quantity])
      await pay(stage, order, newReceipt())
      gates.push((await readOrder(stage, order.orderId)).body.transaction.tickets[0].gate)
    }
    const [ofGroup, ...others] = gates
    expect(new Set(others).size).toBe(1)
    expect(others).not.toContain(ofGroup)
  })

  test.each([
    ['the ticket', 'ticket', 'insert'],
    ['its SMS', 'message', 'insert'],
    ['the state of the order', 'order', 'update'],
  ])('tickets, SMS and state come together: none is there where %s fails', async (_, ...at) => {
    const { db } = stage
    const event = await buildEvent(db)
    const order = await prompted(stage, event, [2])
    const { orderId, phoneNumber } = order
    const [table, on] = [sql.table(at[0]), sql.raw(at[1])]
    const when = sql.raw(at[0] === 'order' ? "when (new.state = 'issued')" : '')
    await sql`create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$`.execute(db)
    await sql`create trigger refused before ${on} on ${table}
      for each row ${when} execute function refuse()`.execute(db)
    await expect(pay(stage, order, newReceipt())).rejects.toThrow('no room')
    await sql`drop trigger refused on ${table}`.execute(db)
    const tickets = db.selectFrom('ticket').select('id').where('order_id', '=', orderId)
    const texts = db.selectFrom('message').select('id').where('recipient', '=', phoneNumber)
    expect([await tickets.execute(), await texts.execute()]).toEqual([[], []])
    expect(await readOrderState(stage, orderId)).toBe('paid')
    await stage.hurry()
    expect([await tickets.execute(), await texts.execute()]).toMatchObject([[{}], [{}]])
    expect(await readOrderState(stage, orderId)).toBe('issued')
  })

  test('the SMS of a ticket is keyed by the ticket’s id, so queueing it again sends nothing', async () => {
    const { order, tickets } = await buyPaid({}, [1])
    const ticket = await stage.db
      .selectFrom('ticket')
      .select(['id', 'number', 'admits'])
      .where('number', '=', tickets[0].ticket_number)
      .executeTakeFirstOrThrow()
    const derby = {
      eventTitle: 'Derby Day',
      date: '2027-01-03',
      time: '16:00',
      location: 'Nyayo Stadium, Nairobi',
      language: 'en' as const,
    }
    const type = { ticketType: 'Standard', soldIn: 1, kind: 'entry', gate: null }
    const text = { ...ticket, orderId: order.orderId, ...derby, ...type }
    const to = { phone: order.phoneNumber, time: 0 }
    await inTransaction(stage.db, (tx) => queueTicketSms(tx, stage.deps, text, to))
    await stage.runJobs()
    expect(stage.sent).toHaveLength(1)
  })

  test('issuing twice makes the tickets once', async () => {
    const { order } = await buyPaid({}, [1])
    await inTransaction(stage.db, (tx) => queueJob(tx, orderPaid, { orderId: order.orderId }))
    await stage.runJobs()
    expect(stage.sent).toHaveLength(1)
    const tickets = await stage.db
      .selectFrom('ticket')
      .select('id')
      .where('order_id', '=', order.orderId)
      .execute()
    expect(tickets).toHaveLength(1)
  })

  /** Builds an order that was paid three minutes ago and has no job. */
  async function paidWithoutJob(): Promise<string> {
    const event = await buildEvent(stage.db)
    const { orderId } = await prompted(stage, event)
    const change = { cause: 'test', now: stage.clock.now() }
    await inTransaction(stage.db, (tx) => changeOrderState(tx, orderId, 'paid', change))
    stage.pass(3 * 60_000)
    return orderId
  }

  test('a paid order whose job was lost is found by the sweep', async () => {
    const orderId = await paidWithoutJob()
    await stage.sweep()
    expect(await readOrderState(stage, orderId)).toBe('issued')
  })

  test('an order that is refunded before issuing is skipped by the sweep', async () => {
    const orderId = await paidWithoutJob()
    const change = { cause: 'test', now: stage.clock.now() }
    await inTransaction(stage.db, (tx) => changeOrderState(tx, orderId, 'refund_due', change))
    const waiting = stage.db.selectFrom('order_awaiting_tickets').select('order_id')
    expect(await waiting.where('order_id', '=', orderId).execute()).toEqual([])
  })

  // spec: order-cannot-get
  test('an order that cannot be issued keeps one job, and is counted with its age', async () => {
    await paidWithoutJob()
    const errors = vi.spyOn(stage.deps.log, 'error')
    const sweep = makeAwaitingTicketsSweep(stage.deps)
    for (let i = 0; i < 3; i++) await sweep()
    const jobs = await stage.db.selectFrom('job').select('id').where('lane', '=', 'issue').execute()
    expect(jobs).toHaveLength(1)
    expect(errors.mock.calls.map(([, words]) => words)).toEqual([
      'a paid order had no tickets and no job',
      'paid orders have no tickets',
    ])
    errors.mockRestore()
    const { payload } = await stage.app.inject({ url: '/metrics' })
    expect(payload).toMatch(/^lango_overdue\{what="order_without_tickets"\} 1$/m)
    const age = /^lango_overdue_oldest_seconds\{what="order_without_tickets"\} (.*)$/m.exec(payload)
    expect(Number(age![1])).toBeGreaterThanOrEqual(180)
    await stage.runJobs()
    await sweep()
    const after = (await stage.app.inject({ url: '/metrics' })).payload
    expect(after).toMatch(/^lango_overdue\{what="order_without_tickets"\} 0$/m)
  })
})

describe('look-up by ticket number', () => {
  const metadata = (number: string, address: string) =>
    stage.app.inject({
      url: `/api/functions/metadata?ticket_number=${encodeURIComponent(number)}`,
      remoteAddress: address,
    })

  test('a ticket is found by its number as printed, in groups, in lower case, or with O for 0', async () => {
    const { tickets } = await buyPaid({ types: [{ name: 'VIP', gates: ['Gate B'] }] }, [3])
    const number: string = tickets[0].ticket_number
    const typed = [
      number,
      number.toLowerCase(),
      number.replace(/(.{4})/g, '$1 '),
      number
        .replace(/(.{4})/g, '$1-')
        .replaceAll('0', 'O')
        .replaceAll('1', 'l'),
    ]
    for (const text of typed) {
      const answer = await metadata(text, '10.0.0.1')
      expect(answer.json()).toEqual({ gate: 'Gate B', ticket_type: 'VIP', quantity: 3 })
    }
    const page = await stage.app.inject({ url: `/api/tickets/${number}` })
    expect(page.json()).toMatchObject({ event_title: 'Derby Day', state: 'valid', time: '15:00' })
  })

  test('a miss is 404 until there are too many, and a hit is always answered', async () => {
    const { tickets } = await buyPaid({}, [1])
    const number: string = tickets[0].ticket_number
    const statuses = []
    for (let i = 0; i < 5; i++) {
      statuses.push((await metadata('0000000000000000', '10.0.0.2')).statusCode)
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404])
    const [hit, miss] = [await metadata(number, '10.0.0.2'), await metadata('?', '10.0.0.2')]
    expect([hit.statusCode, miss.statusCode]).toEqual([200, 429])
    expect(Number(miss.headers['retry-after'])).toBeGreaterThan(0)
    expect((await metadata(number, '10.0.0.3')).statusCode).toBe(200)
  })
})
