// spec: service-fee-on-top
// The service fee that buyers pay on top of the organizer's price, over the whole life of an
// order. The fee is fixed when the order is placed, and is refunded with the order's tickets.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from './accounts.ts'
import { readBookDifferences } from './books.ts'
import { type BuiltEvent, buildEvent, newPhone, orderFor, type TypeSpec } from './build.ts'
import { callAs } from './cancelling.ts'
import { pairPhone } from './gate-phone.ts'
import { callApi, requestOrder } from './http.ts'
import {
  endHolds,
  newReceipt,
  pay,
  payLate,
  prompted,
  readOrderState,
  tryAgain,
} from './purchase.ts'
import { playRefunds, type RefundWorld } from './refund-world.ts'
import { bought, callAsAdmin, refundOrder } from './refunds.ts'
import { setFee } from './service-fee.ts'
import { keepStage } from './stage.ts'
import { sendOn } from './transfers.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let organizer: Account
/** Has a single ticket type: the organizer gets KES 1,000, buyers pay KES 1,070. */
let event: BuiltEvent
beforeEach(async () => {
  world = playRefunds(stage)
  organizer = await buildAccount(stage)
  await setFee(stage, organizer, { basis_points: 500, fixed: 20 })
  event = await onTop([{ price: 1000 }], [1070])
})

/** Builds an event with the fee on top. `prices` are what buyers pay. */
async function onTop(
  types: TypeSpec[],
  prices: number[],
  more: { maxPerPhone?: number } = {},
): Promise<BuiltEvent> {
  const owner = { organizerId: organizer.id, feesOnTop: true }
  const built = await buildEvent(stage.db, { ...owner, types, ...more })
  return { ...built, types: built.types.map((type, at) => ({ ...type, price: prices[at]! })) }
}

const statement = async () =>
  (await callAsAdmin(stage, 'GET', `/api/events/${event.id}/statement`)).body

/** The sums in a statement if no money was refunded. */
const sold = (taken: number, fees: number) => ({ taken, fees, owed: taken - fees })
const NOTHING = { fees: 0, owed: 0 }

async function readFees(orderId: string) {
  return await stage.db
    .selectFrom('order_line as l')
    .leftJoin('paid_line as p', 'p.order_line_id', 'l.id')
    .select(['l.fee_cents as frozen', 'p.fee_cents as listed', 'p.back_fee_cents as back'])
    .where('l.order_id', '=', orderId)
    .orderBy('l.position')
    .execute()
}

const readPrice = async () => {
  const { body } = await callApi(stage, `/api/events/${event.id}`)
  const [{ price, fee }] = body.ticket_types
  return [price, fee]
}

const numberOf = async (orderId: string) => {
  const ticket = stage.db.selectFrom('ticket').select('number').where('order_id', '=', orderId)
  return (await ticket.executeTakeFirstOrThrow()).number
}

async function buy(quantities = [1]) {
  const order = await bought({ stage, world }, event, quantities)
  await stage.runJobs()
  return order
}
const agree = async () => expect(await readBookDifferences(stage.db)).toEqual([])

describe('a changed fee', () => {
  test('an open order keeps its fee, the page follows, and the next order has the new one', async () => {
    const open = await prompted(stage, event)
    expect(await readPrice()).toEqual([1070, 70])
    await setFee(stage, organizer, { basis_points: 1000, fixed: 0 })
    expect(await readPrice()).toEqual([1100, 100])
    const old = await requestOrder(stage, orderFor(event))
    expect([old.statusCode, old.json().code]).toEqual([409, 'amount_changed'])
    expect(old.json()).toMatchObject({ amount: 1100 })
    await pay(stage, open, newReceipt())
    expect(await statement()).toMatchObject(sold(1070, 70))
    const [type] = event.types
    await pay(
      stage,
      await prompted(stage, { ...event, types: [{ ...type!, price: 1100 }] }),
      newReceipt(),
    )
    expect(await statement()).toMatchObject(sold(1070 + 1100, 70 + 100))
    await agree()
  })

  test('an order that an older version placed has the fee inside, of the time of its sale', async () => {
    const inside = await buildEvent(stage.db, {
      organizerId: organizer.id,
      types: [{ price: 1000 }],
    })
    const open = await prompted(stage, inside)
    const lines = stage.db.updateTable('order_line').set({ fee_cents: null })
    await lines.where('order_id', '=', open.orderId).execute()
    await setFee(stage, organizer, { basis_points: 1000, fixed: 5 })
    await pay(stage, open, newReceipt())
    const sale = stage.db.selectFrom('paid_line').select('fee_cents')
    expect(await sale.where('event_id', '=', inside.id).execute()).toEqual([{ fee_cents: 105_00 }])
  })

  test('money for an expired order, and another prompt for it, have the fee of its time', async () => {
    const late = await prompted(stage, event)
    const again = await prompted(stage, event)
    await endHolds(stage)
    await setFee(stage, organizer, { basis_points: 1000, fixed: 0 })
    await payLate(stage, late, newReceipt())
    expect(await readOrderState(stage, late.orderId)).toBe('issued')
    expect(await statement()).toMatchObject(sold(1070, 70))
    expect((await tryAgain(stage, again.orderId)).status).toBe(202)
    expect(await readFees(again.orderId)).toMatchObject([{ frozen: 70_00 }])
    await agree()
  })
})

describe('a refund', () => {
  test('of a whole order gives the fee back, and the buyer gets all that was paid', async () => {
    const order = await buy([2])
    expect(await statement()).toMatchObject(sold(2140, 140))
    expect((await refundOrder(stage, order.orderId)).body).toMatchObject({ amount: 2140 })
    expect(await statement()).toMatchObject({ taken: 2140, given_back: 2140, ...NOTHING })
    await world.settle(1)
    expect(world.moved.map(({ amountCents }) => amountCents)).toEqual([2140_00])
    await agree()
  })

  test('of one person after the other gives the fee back in proportion, to the cent', async () => {
    // 3.33 % of 99.50 is 3.31, so a ticket costs 102.98, and three cost 309.
    await setFee(stage, organizer, { basis_points: 333, fixed: 0.17 })
    event = await onTop([{ price: 99.5 }], [102.98])
    const order = await buy([3])
    expect(order.amountCents).toBe(309_00)
    expect(await readFees(order.orderId)).toEqual([{ frozen: 10_44, listed: 10_44, back: 0 }])
    for (const back of [3_48, 6_96, 10_44]) {
      const tickets = [{ ticket_number: await numberOf(order.orderId), admits: 1 }]
      expect((await refundOrder(stage, order.orderId, { tickets })).status).toBe(201)
      expect(await readFees(order.orderId)).toMatchObject([{ back }])
      await world.settle(1)
      await agree()
    }
    expect(await statement()).toMatchObject({ taken: 309, given_back: 309, ...NOTHING })
  })

  test('after a transfer gives back the same fee; the transfer itself moves none', async () => {
    const order = await buy([2])
    const number = await numberOf(order.orderId)
    const [sent] = await sendOn(stage, number, { phones: [newPhone()] })
    expect(await statement()).toMatchObject(sold(2140, 140))
    const tickets = [{ ticket_number: sent!, admits: 1 }]
    expect((await refundOrder(stage, order.orderId, { tickets })).body).toMatchObject({
      amount: 1070,
    })
    expect(await statement()).toMatchObject({ taken: 2140, given_back: 1070, fees: 70, owed: 1000 })
    await agree()
  })
})

test('money that buys no ticket has no fee', async () => {
  const order = await prompted(stage, event)
  await endHolds(stage)
  const over = { cancelled_at: stage.clock.now() }
  await stage.db.updateTable('event').set(over).where('id', '=', event.id).execute()
  await payLate(stage, order, newReceipt())
  expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
  expect(await readFees(order.orderId)).toEqual([{ frozen: 70_00, listed: 0, back: 0 }])
  expect(await statement()).toMatchObject({ taken: 0, ...NOTHING })
  await agree()
})

test('of cash at the door the organizer owes the fee', async () => {
  const seller = await pairPhone({ stage, organizer, event }, { may_sell: true })
  const sale = {
    ...{ ticket_type_id: event.types[0]!.id, quantity: 2, phone: newPhone(), method: 'cash' },
    ...{ nonce: randomUUID(), amount: 2140 },
  }
  const url = '/api/gate/sales'
  const { headers } = seller
  const answer = await callApi(stage, { method: 'POST', url, headers, payload: sale })
  expect(answer).toMatchObject({ status: 200, body: { transaction: { amount: 2140 } } })
  expect(await statement()).toMatchObject({ taken: 2140, paid_out: 2140, fees: 140, owed: -140 })
  await agree()
})

test('neither a complimentary ticket nor a type at KES 0 has a fee', async () => {
  event = await onTop([{ price: 1000 }, { price: 0, name: 'Child' }], [1070, 0])
  const rows = [{ phone: newPhone(), ticket_type_id: event.types[0]!.id, quantity: 2 }]
  const give = { nonce: randomUUID(), rows }
  const path = `POST /api/events/${event.id}/complimentary`
  expect((await callAs(stage, organizer, path, give)).status).toBe(201)
  expect(await statement()).toMatchObject({ taken: 0, ...NOTHING })
  const order = await buy([1, 3])
  expect(await readFees(order.orderId)).toMatchObject([{ frozen: 70_00 }, { frozen: 0 }])
  const { body } = await callApi(stage, `/api/events/${event.id}`)
  expect(body.ticket_types[1]).toMatchObject({ price: 0 })
  expect(body.ticket_types[1]).not.toHaveProperty('fee')
  expect(await statement()).toMatchObject(sold(1070, 70))
  await agree()
})
