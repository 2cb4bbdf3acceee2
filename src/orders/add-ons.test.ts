// spec: add-on-needs-ticket
// Tests which phones may buy add-ons alone, with stored orders, payments and tickets.
import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor, orderOf } from '../../test/build.ts'
import { requestOrder } from '../../test/http.ts'
import {
  fail,
  latestPrompt,
  newReceipt,
  pay,
  place,
  prompted,
  tryAgain,
} from '../../test/purchase.ts'
import { refundOrder } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { sendOn } from '../../test/transfers.ts'
import { inTransaction } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import {
  lockStock,
  placeComplimentary,
  revokeComplimentary,
} from './complimentary/complimentary-orders.ts'
import { lockOrder } from './orders.sql.ts'
import { selectPhoneTickets } from './phone-cap.sql.ts'
import { placeOrder } from './placing/place-order.ts'

const stage = keepStage({ HOLD_SHARE_PER_ADDRESS: '100' })
let event: BuiltEvent

beforeEach(async () => {
  const types = [{}, { kind: 'add_on' as const, price: 300 }]
  event = await buildEvent(stage.db, { types, maxPerPhone: 4 })
})

/** Orders parking. Returns 'placed', or the code of the refusal. */
const buyParking = (phone: string, quantity = 1) =>
  placeOrder(stage.deps, orderOf(event, [0, quantity], { phone, provenPhone: phone })).then(
    () => 'placed',
    ({ code }: { code: string }) => code,
  )

async function buyTicket(quantities = [1]) {
  const order = await prompted(stage, event, quantities)
  await pay(stage, order, newReceipt())
  const { number } = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', order.orderId)
    .where('ticket_type_id', '=', event.types[0]!.id)
    .executeTakeFirstOrThrow()
  return { ...order, phone: order.phoneNumber, number }
}

const toStored = (phone: string) => phone.replace(/^0/, '254')

describe('add-ons alone', () => {
  test('are for the phone that paid for a ticket, and for the phone to which one was sent', async () => {
    const { phone, number } = await buyTicket()
    expect(await buyParking(toStored(phone))).toBe('placed')
    const friend = newPhone()
    expect(await buyParking(friend)).toBe('needs_entry')
    await sendOn(stage, number, { phone: friend, admits: 1 })
    expect(await buyParking(friend)).toBe('placed')
  })

  test('are for the phone that the buyer of a ticket named', async () => {
    const { orderId } = await buyTicket()
    const friend = newPhone()
    const order = stage.db.updateTable('order').set({ recipient_phone: friend })
    await order.where('id', '=', orderId).execute()
    expect(await buyParking(friend)).toBe('placed')
  })

  test('are not for a phone whose tickets were refunded', async () => {
    const { phone, orderId, number } = await buyTicket()
    await refundOrder(stage, orderId, { tickets: [{ ticket_number: number, admits: 1 }] })
    expect(await buyParking(toStored(phone))).toBe('needs_entry')
  })

  test('are for guests with a complimentary ticket until it is revoked', async () => {
    const phone = newPhone()
    const now = stage.clock.now()
    const order = {
      ...{ id: newId(), event_id: event.id, phone, language: 'en' as const },
      ...{ ticket_type_id: event.types[0]!.id, quantity: 1 },
    }
    await inTransaction(stage.db, async (tx) => {
      await lockStock(tx, [order.ticket_type_id])
      await placeComplimentary(tx, [order], { now, fromAside: false })
    })
    expect(await buyParking(phone)).toBe('placed')
    await inTransaction(stage.db, async (tx) => {
      await lockOrder(tx, order.id, now)
      await revokeComplimentary(tx, order, 'test', now)
    })
    expect(await buyParking(phone)).toBe('needs_entry')
  })

  test('are not for a phone with add-ons alone', async () => {
    const { phone, orderId, number } = await buyTicket([1, 1])
    await refundOrder(stage, orderId, { tickets: [{ ticket_number: number, admits: 1 }] })
    expect(await buyParking(toStored(phone))).toBe('needs_entry')
  })

  test('wait for the payment of the tickets that the phone has ordered', async () => {
    const order = await prompted(stage, event)
    const phone = toStored(order.phoneNumber)
    expect(await buyParking(phone)).toBe('payment_open')
    await fail(stage, order, 1032)
    expect(await buyParking(phone)).toBe('payment_open')
    const { status } = await tryAgain(stage, order.orderId, {})
    expect(status).toBe(202)
    await stage.runJobs()
    const { callbackPath, checkoutId, push } = await latestPrompt(stage)
    await pay(stage, { callbackPath, checkoutId, amount: push.amountCents / 100 }, newReceipt())
    expect(await buyParking(phone)).toBe('placed')
  })

  test('that were ordered earlier replace no unpaid tickets by another prompt', async () => {
    const { phone: typed } = await buyTicket()
    const phone = toStored(typed)
    const parking = orderOf(event, [0, 1], { phone, provenPhone: phone })
    await placeOrder(stage.deps, parking)
    const tickets = orderOf(event, [1], { phone, provenPhone: phone })
    await placeOrder(stage.deps, tickets)
    const again = await tryAgain(stage, parking.orderId, { replaces: [tickets.orderId] })
    expect([again.status, again.body.code]).toEqual([409, 'payment_open'])
  })
})

test('a purchase may have a line for each of eight tickets and eight add-ons', async () => {
  const types = Array.from({ length: 16 }, (_, n) => (n < 8 ? {} : { kind: 'add_on' as const }))
  const full = await buildEvent(stage.db, { types })
  const order = await place(stage, full, Array(16).fill(1))
  const lines = stage.db.selectFrom('order_line').where('order_id', '=', order.orderId)
  expect(await lines.selectAll().execute()).toHaveLength(16)
  const { tickets } = orderFor(full, Array(16).fill(1))
  const more = orderFor(full, [1], { tickets: [...tickets, tickets[0]!] })
  expect((await requestOrder(stage, more)).statusCode).toBe(422)
})

test('add-ons do not count for the limit of a phone, whether held or sold', async () => {
  const { phone } = await buyTicket([2, 3])
  expect(await buyParking(toStored(phone), 5)).toBe('placed')
  const own = [{ event_id: event.id, phone: toStored(phone) }]
  expect(await selectPhoneTickets(stage.db, own)).toMatchObject([{ tickets: 2 }])
})
