// Tests who may request the refund of a ticket that was transferred, after its event was
// rescheduled.
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { post, readOrderState } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { sendOn } from '../../../test/transfers.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100', PUBLIC_ORIGIN: 'http://shop.test' })
let world: RefundWorld
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeEach(async () => {
  admin = await buildAccount(stage, 'admin')
  world = playRefunds(stage)
  event = await buildEvent(stage.db, {
    date: '2027-12-12',
    types: [{ price: 750 }, { price: 900 }],
  })
})

function tokenOf(phone: string): string {
  const token = /\/r\/([0-9A-Z]{16})$/.exec(stage.textsTo(phone).at(-1) ?? '')?.[1]
  expect(token, stage.textsTo(phone).join()).toBeDefined()
  return token!
}

const readLink = async (token: string) =>
  (await stage.app.inject(`/api/refund_links/${token}`)).json()

async function readTickets(orderId: string) {
  const rows = stage.db.selectFrom('ticket').select(['number', 'state', 'void_reason', 'admits'])
  return await rows
    .where('order_id', '=', orderId)
    .orderBy('admits', 'desc')
    .orderBy('id')
    .execute()
}

/** Buys these quantities and transfers the first ticket, or some of its people, to a friend. */
async function sharedOrder(quantities: number[], body: object = {}) {
  const order = await bought({ stage, world }, event, quantities)
  const [first] = await readTickets(order.orderId)
  const friend = newPhone()
  const [sent] = await sendOn(stage, first!.number, { phone: friend, ...body })
  return { ...order, sent: sent!, friend: `254${friend.slice(-9)}` }
}

/** Reschedules the event. Returns the tokens of the buyer's and the friend's links. */
async function moved({ phone, friend }: { phone: string; friend: string }, date = '2027-12-20') {
  stage.sent.length = 0
  const path = `POST /api/events/${event.id}/reschedule`
  expect((await callAs(stage, admin, path, { date })).status).toBe(200)
  await stage.runJobs()
  return { mine: tokenOf(phone), theirs: tokenOf(friend) }
}

const askAsBuyer = (orderId: string, token: string) =>
  post(stage, `/api/orders/${orderId}/refund_request`, { token })
const askAsHolder = (number: string, token: string) =>
  post(stage, `/api/tickets/${number}/refund_request`, { token })

// spec: reschedule-transferred
test("the buyer's link returns the tickets that are still with the buyer, and a transferred ticket stays valid", async () => {
  const { orderId, phone, sent, friend } = await sharedOrder([2, 1], { admits: 1 })
  const { mine } = await moved({ phone, friend })
  // The buyer still has one of two people at KES 750, and the ticket for KES 900.
  expect(await readLink(mine)).toMatchObject({ state: 'open', amount: 1650, order_id: orderId })
  const asked = await askAsBuyer(orderId, mine)
  expect(asked).toMatchObject({ status: 202, body: { state: 'asked', amount: 1650 } })
  expect(await askAsBuyer(orderId, mine)).toMatchObject({ status: 202, body: { amount: 1650 } })
  await stage.runJobs()
  const states = (await readTickets(orderId)).map((one) => [one.number === sent, one.state])
  expect(states.toSorted()).toEqual([
    [false, 'void'],
    [false, 'void'],
    [true, 'valid'],
  ])
  expect(stage.textsTo(phone).at(-1)).toMatch(/^Your KES 1,650 for Derby Day will be refunded by/)
  expect(stage.textsTo(friend)).toHaveLength(1)
  await world.settle(3)
  expect(await readOrderState(stage, orderId)).toBe('issued')
  expect(await readBookDifferences(stage.db)).toEqual([])
})

// spec: reschedule-transferred
test('a holder asks through the link in their own SMS: the payer gets the price of that ticket', async () => {
  const { orderId, phone, sent, friend } = await sharedOrder([2, 1], { admits: 1 })
  const { mine, theirs } = await moved({ phone, friend })
  expect(stage.textsTo(friend)).toEqual([
    expect.stringMatching(
      /^Derby Day: new date Mon 20 Dec 3PM \(was 12 Dec\)\. Your ticket stays valid\. Refund to the buyer\? Request by \d+ \w{3}: http:\/\/shop\.test\/r\/\w{16}$/,
    ),
  ])
  const link = await readLink(theirs)
  expect(link).toMatchObject({ state: 'open', amount: 750, ticket_number: sent })
  // The holder learns nothing that leads to the buyer's tickets.
  expect([link.order_id, link.code]).toEqual([null, null])
  expect((await askAsBuyer(orderId, theirs)).status).toBe(404)
  expect((await askAsHolder(sent, mine)).status).toBe(404)
  const answers = await Promise.all([askAsHolder(sent, theirs), askAsHolder(sent, theirs)])
  expect(answers.map(({ status, body }) => [status, body.state, body.amount])).toEqual([
    [202, 'asked', 750],
    [202, 'asked', 750],
  ])
  await stage.runJobs()
  expect(stage.textsTo(phone).at(-1)).toMatch(/^Your KES 750 for Derby Day will be refunded by/)
  expect(stage.textsTo(friend).at(-1)).toMatch(/was refunded to the buyer and is no longer valid/)
  expect(await readLink(mine)).toMatchObject({ state: 'open', amount: 1650 })
  expect((await askAsBuyer(orderId, mine)).body).toMatchObject({ state: 'asked', amount: 1650 })
  await stage.runJobs()
  await world.settle(6)
  expect(await readOrderState(stage, orderId)).toBe('refunded')
  expect(await readLink(theirs)).toMatchObject({ state: 'asked', amount: 750 })
  expect(await readBookDifferences(stage.db)).toEqual([])
})

// spec: reschedule-transferred
test('a buyer who transferred everything is told that the holders may ask, and an admin may refund', async () => {
  const { orderId, phone, sent, friend } = await sharedOrder([1])
  const { mine, theirs } = await moved({ phone, friend })
  expect(await readLink(mine)).toMatchObject({ state: 'sent_on' })
  expect(await askAsBuyer(orderId, mine)).toMatchObject({ status: 409, body: { code: 'sent_on' } })
  expect(await readTickets(orderId)).toContainEqual(
    expect.objectContaining({ number: sent, state: 'valid' }),
  )
  const byAdmin = { order_id: orderId, reason: 'other', ticket_numbers: [sent] }
  expect((await callAs(stage, admin, 'POST /api/refunds', byAdmin)).status).toBe(201)
  expect(await readLink(theirs)).toMatchObject({ state: 'gone' })
  expect(await askAsHolder(sent, theirs)).toMatchObject({
    status: 409,
    body: { code: 'went_back' },
  })
})

// spec: reschedule-transferred
test('a ticket sent to the own phone is still with the buyer, and one sent further is no longer with its holder', async () => {
  const order = await bought({ stage, world }, event, [1])
  const [first] = await readTickets(order.orderId)
  const [own] = await sendOn(stage, first!.number, { phone: order.phone })
  const path = `POST /api/events/${event.id}/reschedule`
  expect((await callAs(stage, admin, path, { date: '2027-12-20' })).status).toBe(200)
  await stage.runJobs()
  const mine = tokenOf(order.phone)
  expect(await readLink(mine)).toMatchObject({ state: 'open', amount: 750 })
  await sendOn(stage, own!, { phone: newPhone() })
  expect(await readLink(mine)).toMatchObject({ state: 'sent_on' })
  const friends = await sharedOrder([1])
  // Holders are notified of one event's reschedules at most once an hour.
  await stage.db
    .updateTable('event_change')
    .set({ started_at: new Date(0) })
    .execute()
  const { theirs } = await moved(friends, '2027-12-21')
  await sendOn(stage, friends.sent, { phone: newPhone() })
  expect(await readLink(theirs)).toMatchObject({ state: 'sent_on' })
  expect(await askAsHolder(friends.sent, theirs)).toMatchObject({
    status: 409,
    body: { code: 'sent_on' },
  })
})
