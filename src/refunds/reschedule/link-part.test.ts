// spec: reschedule-request-part
import { beforeEach, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { post, readOrderState } from '../../../test/purchase.ts'
import { askByLink, readRefundLink, rescheduleAndTell } from '../../../test/refund-links.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought, readRefunds } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { sendOn } from '../../../test/transfers.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100', PUBLIC_ORIGIN: 'http://shop.test' })
let world: RefundWorld
let event: BuiltEvent
beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { date: '2027-12-12', types: [{ price: 200 }] })
  stage.sent.length = 0
})

/** An order for five people of a rescheduled event, with the tokens of its links. */
async function movedOrder({ sends = 0 } = {}) {
  const order = await bought({ stage, world }, event, [5])
  const { number } = (await readTickets(order.orderId))[0]!
  const friend = newPhone()
  if (sends > 0) await sendOn(stage, number, { phone: friend, admits: sends })
  const tokenOf = await rescheduleAndTell(stage, event.id)
  const friends = `254${friend.slice(-9)}`
  return { ...order, number, token: tokenOf(order.phone), friends, theirs: tokenOf(friends) }
}

async function readTickets(orderId: string) {
  const rows = stage.db.selectFrom('ticket').select(['number', 'state', 'admits', 'admitted'])
  return await rows.where('order_id', '=', orderId).orderBy('part').execute()
}

const readLink = (token: string) => readRefundLink(stage, token)
const previewLink = async (token: string, people: string) =>
  (await readLink(`${token}?people=${people}`)).chosen

const ask = (order: { orderId: string; token: string }, tickets?: object[]) =>
  askByLink(stage, order, tickets)

test('a buyer asks for two of five people by the link, and for the others later', async () => {
  const order = await movedOrder()
  expect(await readLink(order.token)).toMatchObject({
    ...{ state: 'open', amount: 1000, requested: 0 },
    tickets: [{ ticket_number: order.number, quantity: 5, refundable: 5 }],
  })
  const two = [{ ticket_number: order.number, admits: 2, of: 5 }]
  const preview = await previewLink(order.token, `${order.number}:2`)
  const phone = `0${order.phone.slice(3, 4)}•• ••• ${order.phone.slice(-3)}`
  expect(preview).toMatchObject({ people: 2, amount: 400, to: phone, tickets: two })
  expect(await readLink(`${order.token}?people=${order.number}:6`)).toMatchObject({
    code: 'too_many_people',
  })
  const answers = await Promise.all([ask(order, two), ask(order, two)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409])
  await stage.runJobs()
  expect(stage.textsTo(order.phone).at(-1)).toBe(preview.sms)
  expect(await readLink(order.token)).toMatchObject({
    ...{ state: 'open', amount: 600, requested: 400 },
    tickets: [{ quantity: 3, refundable: 3 }],
  })
  const six = [{ ticket_number: order.number, admits: 6 }]
  expect(await ask(order, six)).toMatchObject({ status: 409, body: { code: 'too_many_people' } })
  for (const _ of ['first', 'repeated']) {
    const rest = await ask(order)
    expect(rest).toMatchObject({ status: 202, body: { state: 'asked', amount: 1000 } })
  }
  await world.settle(2)
  expect(world.moved.map(({ amountCents }) => amountCents)).toEqual([400_00, 600_00])
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
  expect(await readBookDifferences(stage.db)).toEqual([])
})

// spec: refund-repeated-part
test('a link that is pressed twice at once refunds one person once', async () => {
  const order = await movedOrder()
  const press = () => ask(order, [{ ticket_number: order.number, admits: 1 }])
  const statuses = (await Promise.all([press(), press()])).map(({ status }) => status)
  expect(statuses).toEqual([202, 202])
  expect(await readTickets(order.orderId)).toMatchObject([{ admits: 4 }])
  expect(await readRefunds(stage, order.orderId)).toHaveLength(1)
})

// spec: refund-link-arrived
test('once the money arrived, the link says so with the receipt, to each owner of their own', async () => {
  const order = await movedOrder({ sends: 3 })
  const due = await ask(order, [{ ticket_number: order.number, admits: 1 }])
  expect(due.body.refund).toMatchObject({ amount: 200, receipt: null })
  expect(due.body.refund.words).toMatch(/^KES 200 will be refunded by /)
  await world.settle(2)
  const read = (language: string) =>
    stage.app.inject({
      url: `/api/refund_links/${order.token}`,
      headers: { 'x-language': language },
    })
  const receipt = (await readRefunds(stage, order.orderId))[0]!.receipt
  expect(receipt).toMatch(/\w/)
  expect((await read('en')).json().refund).toMatchObject({
    ...{ state: 'done', amount: 200, receipt },
    words: `KES 200 was refunded, M-PESA receipt ${receipt}.`,
  })
  expect((await read('sw')).json().refund.words).toBe(
    `KES 200 zimerudishwa, risiti ya M-PESA ${receipt}.`,
  )
  expect((await readLink(order.theirs)).refund).toBeNull()
  const [, sent] = await readTickets(order.orderId)
  const path = `/api/tickets/${sent!.number}/refund_request`
  const theirs = await post(stage, path, { token: order.theirs })
  expect(theirs.body.refund).toMatchObject({ amount: 600, receipt: null })
  expect((await readLink(order.token)).refund).toMatchObject({ state: 'done', amount: 200 })
})

test('people who are inside stay, and the buyer is refunded for the others', async () => {
  const order = await movedOrder()
  const inside = stage.db.updateTable('ticket').set({ admitted: 2 })
  await inside.where('order_id', '=', order.orderId).execute()
  expect(await readLink(order.token)).toMatchObject({
    ...{ state: 'open', amount: 600 },
    tickets: [{ quantity: 5, refundable: 3 }],
  })
  for (const _ of ['first', 'repeated']) {
    expect(await ask(order)).toMatchObject({ status: 202, body: { state: 'asked', amount: 600 } })
  }
  expect(await readTickets(order.orderId)).toMatchObject([{ state: 'used', admits: 2 }])
  expect(await readRefunds(stage, order.orderId)).toHaveLength(1)
})

test('a holder asks for one of three people, and for no other ticket', async () => {
  const order = await movedOrder({ sends: 3 })
  const [mine, sent] = await readTickets(order.orderId)
  const askTheirs = (tickets: object[]) =>
    post(stage, `/api/tickets/${sent!.number}/refund_request`, { token: order.theirs, tickets })
  const other = await askTheirs([{ ticket_number: mine!.number, admits: 1 }])
  expect(other).toMatchObject({ status: 422, body: { code: 'unknown_ticket' } })
  // The preview shows the holder only the SMS to the holder, and no number of the buyer.
  const preview = await previewLink(order.theirs, `${sent!.number}:1`)
  expect(preview).toMatchObject({ people: 1, amount: 200, to: null })
  const part = await askTheirs([{ ticket_number: sent!.number, admits: 1, of: 3 }])
  expect(part).toMatchObject({ status: 202, body: { state: 'open', requested: 200, amount: 400 } })
  await stage.runJobs()
  expect(stage.textsTo(order.friends).at(-1)).toMatch(/now admits 2: 1 refunded to the buyer\.$/)
  expect(stage.textsTo(order.friends).at(-1)).toBe(preview.sms)
  expect(await readTickets(order.orderId)).toMatchObject([{ admits: 2 }, { admits: 2 }])
  const theirs = [{ ticket_number: sent!.number, admits: 1 }]
  expect(await ask(order, theirs)).toMatchObject({ status: 422, body: { code: 'unknown_ticket' } })
})
