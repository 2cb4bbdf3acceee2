// spec: refund-whole-units, refund-add-ons
import { beforeEach, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { readOrderState, readStock } from '../../../test/purchase.ts'
import { askByLink, readRefundLink, rescheduleAndTell } from '../../../test/refund-links.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { sendOn } from '../../../test/transfers.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100', PUBLIC_ORIGIN: 'http://shop.test' })
let world: RefundWorld
let event: BuiltEvent
beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildTables()
  stage.sent.length = 0
})

const buildTables = () =>
  buildEvent(stage.db, {
    date: '2027-12-12',
    types: [
      { name: 'Table of 10', soldIn: 10, price: 5000, capacity: 100 },
      { name: 'Parking', kind: 'add_on', price: 300 },
    ],
  })

/** An order of a rescheduled event, with the tokens of its links. */
async function movedOrder(quantities: number[], { sends = 0 } = {}) {
  const order = await bought({ stage, world }, event, quantities)
  const friend = newPhone()
  const [first] = await readTickets(order.orderId)
  if (sends > 0) await sendOn(stage, first!.number, { phone: friend, admits: sends })
  const tokenOf = await rescheduleAndTell(stage, event.id)
  return { ...order, token: tokenOf(order.phone), theirs: tokenOf(friend) }
}

async function readTickets(orderId: string) {
  return await stage.db
    .selectFrom('ticket as k')
    .innerJoin('order_line as l', 'l.id', 'k.order_line_id')
    .select(['k.number', 'k.state', 'k.admits'])
    .where('k.order_id', '=', orderId)
    .orderBy('l.position')
    .orderBy('k.part')
    .execute()
}

const readLink = (token: string) => readRefundLink(stage, token)
const ask = (order: { orderId: string; token: string }, tickets?: object[]) =>
  askByLink(stage, order, tickets)

test('a buyer asks for one of two tables by the link; a part of a table is refused', async () => {
  const order = await movedOrder([2])
  const [first, second] = await readTickets(order.orderId)
  const link = await readLink(order.token)
  expect(link).toMatchObject({ state: 'open', amount: 10_000 })
  const table = { ticket_type: 'Table of 10', quantity: 10, refundable: 10, sold_in: 10 }
  expect(link.tickets).toMatchObject([table, table])
  const part = await ask(order, [{ ticket_number: first!.number, admits: 4, of: 10 }])
  expect(part).toMatchObject({ status: 409, body: { code: 'whole_units_only' } })
  const whole = await ask(order, [{ ticket_number: second!.number, admits: 10, of: 10 }])
  expect(whole).toMatchObject({ status: 202, body: { requested: 5000, amount: 5000 } })
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ sold: 10 })
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('with guests inside, or after a share was sent, a table is not refunded by the link', async () => {
  const inside = await movedOrder([1])
  const admitted = stage.db.updateTable('ticket').set({ admitted: 2 })
  await admitted.where('order_id', '=', inside.orderId).execute()
  event = await buildTables()
  const shared = await movedOrder([1], { sends: 3 })
  for (const token of [inside.token, shared.token, shared.theirs]) {
    expect(await readLink(token)).toMatchObject({
      ...{ state: 'parts', amount: 0, chosen: null },
      tickets: [{ refundable: 0 }],
    })
  }
  for (const [order, code] of [
    [inside, 'came_in'],
    [shared, 'whole_units_only'],
  ] as const) {
    expect((await ask(order)).body.code).toBe(code)
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
  }
})

// spec: refund-link-blocked
test('a shared table stays on the link beside what can be refunded, before and after', async () => {
  const order = await movedOrder([1, 2], { sends: 3 })
  const table = { ticket_type: 'Table of 10', refundable: 0, blocked_by: 'part' }
  const link = await readLink(order.token)
  expect(link).toMatchObject({ state: 'open', amount: 600, chosen: { people: 0, add_ons: 2 } })
  expect(link.tickets).toContainEqual(expect.objectContaining({ ...table, quantity: 7 }))
  expect(await readLink(order.theirs)).toMatchObject({ state: 'parts', tickets: [table] })
  const asked = await ask(order)
  expect(asked.body).toMatchObject({ state: 'asked', amount: 600, keeps_tickets: true })
  expect(asked.body.tickets).toMatchObject([table])
  await world.settle(1)
  expect(await readOrderState(stage, order.orderId)).toBe('issued')
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('the link offers an add-on beside the table, alone or with it', async () => {
  const order = await movedOrder([1, 2])
  const [, parking] = await readTickets(order.orderId)
  const link = await readLink(order.token)
  expect(link).toMatchObject({ state: 'open', amount: 5600 })
  expect(link.chosen).toMatchObject({ people: 10, add_ons: 2, amount: 5600 })
  const offered = { ticket_type: 'Parking', kind: 'add_on', refundable: 2 }
  expect(link.tickets).toContainEqual(expect.objectContaining(offered))
  const one = await ask(order, [{ ticket_number: parking!.number, admits: 1, of: 2 }])
  expect(one).toMatchObject({ status: 202, body: { requested: 300, amount: 5300 } })
  expect(await readTickets(order.orderId)).toMatchObject([
    { state: 'valid', admits: 10 },
    { state: 'valid', admits: 1 },
  ])
  expect((await ask(order)).body).toMatchObject({ state: 'asked', amount: 5600 })
  await world.settle(2)
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
  expect(await readBookDifferences(stage.db)).toEqual([])
})
