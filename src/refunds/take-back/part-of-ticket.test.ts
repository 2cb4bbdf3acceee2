// spec: refund-part-of-ticket
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { compareFigures } from '../../../test/compare-figures.ts'
import { passOneDay, reverseOutside } from '../../../test/outside-reversal.ts'
import { readOrderState, readPayments, readStock } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import {
  type Bought,
  bought,
  callAsAdmin,
  readRefunds,
  refundOrder,
} from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { sendOn } from '../../../test/transfers.ts'
import { localPhone } from '../../platform/values/phone.rules.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent

beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 200, capacity: 500, maxPerOrder: 31 }] })
  stage.sent.length = 0
})

const buy = (people = 5) => bought({ stage, world }, event, [people])

async function readTickets({ orderId }: Pick<Bought, 'orderId'>) {
  return await stage.db
    .selectFrom('ticket')
    .select(['id', 'number', 'admits', 'admitted', 'state', 'void_reason'])
    .where('order_id', '=', orderId)
    .orderBy('part')
    .execute()
}

const firstOf = async (order: Bought) => (await readTickets(order))[0]!

/** Refunds this many people of the order's first ticket. */
async function refundPeople(order: Bought, admits: number, more: object = {}) {
  const { number: ticket_number } = await firstOf(order)
  const tickets = [{ ticket_number, admits }]
  return await refundOrder(stage, order.orderId, { tickets, ...more })
}

const letIn = async (order: Bought, people: number) => {
  const { id, admits } = await firstOf(order)
  const state = people === admits ? 'used' : 'valid'
  const its = stage.db.updateTable('ticket').set({ admitted: people, state })
  await its.where('id', '=', id).execute()
}

async function readRow({ orderId }: Bought) {
  const { body } = await callAsAdmin(stage, 'GET', `/api/transactions?event_id=${event.id}`)
  return (body.data as { order_id: string }[]).find((row) => row.order_id === orderId)
}

const readStatement = async () =>
  (await callAsAdmin(stage, 'GET', `/api/events/${event.id}/statement`)).body

async function readCsv(): Promise<string> {
  const { headers } = await buildAccount(stage, 'admin')
  const url = `/api/events/${event.id}/transactions.csv`
  return (await stage.app.inject({ method: 'GET', url, headers })).body
}

const paidBack = () => world.moved.map(({ kind, amountCents }) => [kind, amountCents / 100])

test('two of five people are refunded: the ticket admits three, and stock, lists, figures and books follow', async () => {
  const order = await buy()
  const answer = await refundPeople(order, 2)
  expect(answer).toMatchObject({ status: 201, body: { amount: 400, state: 'due' } })
  expect(await readTickets(order)).toMatchObject([
    { admits: 3, admitted: 0, state: 'valid', void_reason: null },
  ])
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ sold: 3 })
  expect(await readOrderState(stage, order.orderId)).toBe('issued')
  expect(await readPayments(stage, order.orderId)).toMatchObject([{ use: 'sale' }])
  expect(await readRow(order)).toMatchObject({ quantity: 3, amount: 600, status: 'paid' })
  expect(await readCsv()).toMatch(/,3,600,/)
  await world.settle(1)
  expect(world.requests).toMatchObject([{ kind: 'b2c', amountCents: 400_00, phone: order.phone }])
  expect(await readRefunds(stage, order.orderId)).toMatchObject([
    { state: 'done', way: 'b2c', is_whole: false, is_rest: false },
  ])
  expect(await readStatement()).toMatchObject({ taken: 1000, given_back: 400, owed: 600 })
  const texts = stage.sent.filter((sms) => /refunded/i.test(sms.body)).map(({ body }) => body)
  expect(texts[0]).toMatch(/^Your KES 400 for Derby Day will be refunded by/)
  expect(texts[1]).toMatch(/^Refunded: KES 400 for Derby Day\./)
  await compareFigures(stage.db, { accountId: event.id, role: 'admin' })
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test.each([
  // Shares are whole shillings, so the remainder goes back with the last person.
  { price: 33.4, people: 5, parts: [1, 1, 3], back: [33, 33, 101] },
  { price: 0.4, people: 10, parts: [3, 3, 4], back: [1, 1, 2] },
  { price: 200, people: 5, parts: [1, 3, 1], back: [200, 600, 200] },
])(
  'parts of a ticket for $people people at $price come to the whole price: $back',
  async ({ price, people, parts, back }) => {
    event = await buildEvent(stage.db, { types: [{ price, capacity: 100, maxPerOrder: 31 }] })
    const organizer = await buildAccount(stage)
    const fee = { account_id: organizer.id, basis_points: 333, fixed_cents: 17, set_at: new Date() }
    await stage.db.insertInto('organizer_fee').values(fee).execute()
    const its = stage.db.updateTable('event').set({ organizer_id: organizer.id })
    await its.where('id', '=', event.id).execute()
    const order = await buy(people)
    for (const [at, admits] of parts.entries()) {
      expect((await refundPeople(order, admits)).body).toMatchObject({ amount: back[at] })
      await world.settle(1)
    }
    expect(paidBack()).toEqual(back.map((kes) => ['b2c', kes]))
    expect(back.reduce((sum, kes) => sum + kes, 0)).toBe(order.amountCents / 100)
    expect(await readTickets(order)).toMatchObject([{ state: 'void', void_reason: 'refunded' }])
    expect(await readOrderState(stage, order.orderId)).toBe('refunded')
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ sold: 0 })
    expect(await readStatement()).toMatchObject({ owed: 0, fees: 0 })
    expect(await readBookDifferences(stage.db)).toEqual([])
  },
)

// spec: refund-pattern
test('a preview names people, sum, number and SMS as the refund then has them, and changes nothing', async () => {
  const order = await buy()
  const { number: ticket_number } = await firstOf(order)
  const request = { order_id: order.orderId, tickets: [{ ticket_number, admits: 2, of: 5 }] }
  const preview = await callAsAdmin(stage, 'POST', '/api/refund_previews', request)
  expect(preview).toMatchObject({
    status: 200,
    body: { people: 2, amount: 400, to: localPhone(order.phone), in_cash: false },
  })
  expect(await readTickets(order)).toMatchObject([{ admits: 5, state: 'valid' }])
  stage.sent.length = 0
  const made = await refundOrder(stage, order.orderId, { tickets: request.tickets })
  await stage.runJobs()
  expect(stage.sent.map(({ body }) => body)).toEqual([preview.body.sms])
  const path = `/api/refunds/${made.body.id}`
  expect((await callAsAdmin(stage, 'GET', path)).body).toMatchObject({ amount: 400 })
})

test('all people of an only ticket are a whole payment, which a Reversal refunds', async () => {
  const order = await buy()
  expect((await refundPeople(order, 5)).status).toBe(201)
  await world.settle(1)
  expect(paidBack()).toEqual([['reversal', 1000]])
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
})

test('people and whole tickets are refunded together, and each is named once', async () => {
  event = await buildEvent(stage.db, { types: [{ price: 200 }, { price: 500 }] })
  const order = await bought({ stage, world }, event, [3, 2])
  const [group, pair] = (await readTickets(order)).toSorted((a, b) => b.admits - a.admits)
  const tickets = [{ ticket_number: group!.number, admits: 1 }]
  const both = { ticket_numbers: [pair!.number], tickets }
  const twice = { ticket_numbers: [group!.number], tickets }
  const refused = { status: 422, body: { code: 'invalid_field', field: 'tickets' } }
  expect(await refundOrder(stage, order.orderId, twice)).toMatchObject(refused)
  const named = { tickets: [...tickets, ...tickets] }
  expect(await refundOrder(stage, order.orderId, named)).toMatchObject(refused)
  expect(await refundOrder(stage, order.orderId, both)).toMatchObject({ body: { amount: 1200 } })
  expect(await readTickets(order)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ admits: 2, state: 'valid' }),
      expect.objectContaining({ admits: 2, state: 'void' }),
    ]),
  )
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a number of people that is none, too large or stale is refused, and nothing changes', async () => {
  const order = await buy()
  const { number: ticket_number } = await firstOf(order)
  for (const admits of [0, -1, 1.5, 32, '2', null]) {
    const answer = await refundOrder(stage, order.orderId, { tickets: [{ ticket_number, admits }] })
    expect([admits, answer.status]).toEqual([admits, 422])
  }
  const unknown = [{ ticket_number: '9999 9999 9999 9999', admits: 1 }]
  expect(await refundOrder(stage, order.orderId, { tickets: unknown })).toMatchObject({
    status: 422,
    body: { code: 'unknown_ticket' },
  })
  expect(await refundPeople(order, 6)).toMatchObject({
    status: 409,
    body: { code: 'too_many_people', left: 5, field: 'tickets' },
  })
  const stale = [{ ticket_number, admits: 2, of: 4 }]
  expect(await refundOrder(stage, order.orderId, { tickets: stale })).toMatchObject({
    status: 409,
    body: { code: 'ticket_changed', field: 'tickets' },
  })
  expect(await readTickets(order)).toMatchObject([{ admits: 5, state: 'valid' }])
  expect(await readRefunds(stage, order.orderId)).toEqual([])
})

test('twenty presses of one button refund two of five people once', async () => {
  const order = await buy()
  const { number: ticket_number } = await firstOf(order)
  const tickets = [{ ticket_number, admits: 2, of: 5 }]
  const press = () => refundOrder(stage, order.orderId, { tickets })
  const answers = await Promise.all(Array.from({ length: 20 }, press))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'ticket_changed')).toHaveLength(19)
  expect(await readTickets(order)).toMatchObject([{ admits: 3 }])
})

describe('people who are inside', () => {
  test('the people who are not inside are refunded without a note, and the ticket is used', async () => {
    const order = await buy()
    await letIn(order, 3)
    expect(await refundPeople(order, 3, { words: 'They wrote' })).toMatchObject({
      status: 409,
      body: { code: 'too_many_people', left: 2 },
    })
    expect(await refundPeople(order, 2)).toMatchObject({ status: 201, body: { amount: 400 } })
    expect(await readTickets(order)).toMatchObject([{ admits: 3, admitted: 3, state: 'used' }])
    expect(await refundPeople(order, 1)).toMatchObject({ body: { code: 'tickets_used' } })
    expect(await refundPeople(order, 3)).toMatchObject({ body: { code: 'tickets_used' } })
    const words = 'The sound failed in the first minute.'
    expect(await refundPeople(order, 3, { words })).toMatchObject({ body: { amount: 600 } })
    await world.settle(1)
    expect(paidBack()).toEqual([
      ['b2c', 400],
      ['b2c', 600],
    ])
    expect(await readBookDifferences(stage.db)).toEqual([])
  })
})

test('a friend who was sent a ticket for three learns that it admits two', async () => {
  const order = await buy()
  const friend = newPhone()
  const { number } = await firstOf(order)
  const [sent] = await sendOn(stage, number, { phone: friend, admits: 3 })
  stage.sent.length = 0
  const tickets = [{ ticket_number: sent, admits: 1 }]
  expect((await refundOrder(stage, order.orderId, { tickets })).body.amount).toBe(200)
  await stage.runJobs()
  const fours = formatTicketNumber(sent!)
  expect(stage.sent.filter(({ phone }) => phone === `254${friend.slice(-9)}`)).toMatchObject([
    {
      body: `Your ticket for Derby Day, no. ${fours}, now admits 2: 1 refunded to the buyer.`,
    },
  ])
  expect(await readTickets(order)).toMatchObject([{ admits: 2 }, { admits: 2 }])
})

test('the ticket page and a look-up say what was refunded of a ticket that still admits people', async () => {
  const order = await buy()
  const { number } = await firstOf(order)
  await refundPeople(order, 2)
  const readPage = async () => (await stage.app.inject(`/api/tickets/${number}`)).json()
  const due = { amount: 400, state: 'due', words: expect.stringMatching(/^KES 400 will be/) }
  expect(await readPage()).toMatchObject({ state: 'valid', quantity: 3, refund: due })
  await world.settle(1)
  await refundOrder(stage, order.orderId)
  expect(await readPage()).toMatchObject({ state: 'void', refund: { amount: 600, state: 'due' } })
  await world.settle(1)
  expect(await readPage()).toMatchObject({ refund: { amount: 1000, state: 'done' } })
})

test('an event that is cancelled after a part refund refunds the rest once', async () => {
  const order = await buy()
  await refundPeople(order, 2)
  await world.settle(1)
  const path = `/api/events/${event.id}`
  const preview = await callAsAdmin(stage, 'GET', `${path}/cancellation/preview`)
  expect(preview.body).toMatchObject({ orders: 1, tickets: 3, amount: 600 })
  const cancelled = await callAsAdmin(stage, 'POST', `${path}/cancel`, { title: 'Derby Day' })
  expect(cancelled.status).toBe(202)
  await world.settle(2)
  expect(paidBack()).toEqual([
    ['b2c', 400],
    ['b2c', 600],
  ])
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
  expect((await callAsAdmin(stage, 'GET', `${path}/cancellation`)).body).toMatchObject({
    state: 'done',
    orders: 1,
    refunded: 1,
    told: 1,
  })
  expect(await readBookDifferences(stage.db)).toEqual([])
})

describe('a payment that M-Pesa took back', () => {
  test('is not paid a second time in part', async () => {
    const order = await buy()
    reverseOutside(world, order)
    await refundPeople(order, 2)
    await world.settle(3)
    expect(world.calls('b2c')).toEqual([])
    expect(await readRefunds(stage, order.orderId)).toMatchObject([
      { state: 'done', way: 'returned' },
    ])
    expect(await readStatement()).toMatchObject({ taken: 1000, given_back: 1000, owed: 0 })
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('voids the people who are not inside, and those inside stay', async () => {
    const order = await buy()
    await letIn(order, 3)
    reverseOutside(world, order)
    await passOneDay(stage, world)
    const path = `/api/payments/${order.paymentId}/void_tickets`
    expect((await callAsAdmin(stage, 'POST', path)).status).toBe(200)
    expect(await readTickets(order)).toMatchObject([{ admits: 3, admitted: 3, state: 'used' }])
    await world.settle(2)
    expect(world.calls('b2c')).toEqual([])
    expect(await readStatement()).toMatchObject({ taken: 1000, given_back: 1000, owed: 0 })
    expect(await readBookDifferences(stage.db)).toEqual([])
  })
})
