// spec: my-data-own-part
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { callAs } from '../../test/cancelling.ts'
import { callApi } from '../../test/http.ts'
import { confirmByHand } from '../../test/paybill.ts'
import { tablesWith } from '../../test/privacy/tables-with.ts'
import { paidFor, prompted, tell } from '../../test/purchase.ts'
import { playRefunds } from '../../test/refund-world.ts'
import { keepStage } from '../../test/stage.ts'
import { sendOn } from '../../test/transfers.ts'
import { eraseData, exportData } from './personal-data.ts'

const HOUR = 3600_000

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let event: BuiltEvent
beforeEach(async () => {
  playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500, capacity: 500 }] })
})

const digits = (phone: string) => phone.slice(3)
const erase = (phone: string) => eraseData(stage.deps, phone, 'staff')

/** The copy of a phone's data, as JSON. */
async function copyOf(phone: string) {
  const { made_at: _, ...copy } = await exportData(stage.deps, phone, 'staff')
  const text = JSON.stringify(copy)
  return { copy: JSON.parse(text) as Record<string, { [field: string]: unknown }[]>, text }
}

/** Expects that no table contains the phone, apart from the counters of limits. */
async function expectGone(phone: string): Promise<void> {
  await sql`delete from rate_count`.execute(stage.db)
  expect(await tablesWith(stage, digits(phone))).toEqual([])
}

async function endEvent(): Promise<void> {
  await sql`update event set date = '2020-01-01' where id = ${event.id}`.execute(stage.db)
  stage.pass(49 * HOUR)
}

async function readOrder(id: string) {
  return await stage.db
    .selectFrom('order')
    .select(['phone', 'recipient_phone', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** An order that the buyer paid, although its tickets go to the phone of another person. */
async function boughtForAnother() {
  const [buyer, recipient] = [newPhone(), newPhone()]
  const email = `asha-${digits(buyer)}@example.com`
  const order = await prompted(stage, event, [1], { phoneNumber: buyer, email })
  const url = `/api/orders/${order.orderId}/phone`
  const payload = { phoneNumber: recipient }
  expect((await callApi(stage, { method: 'PUT', url, payload })).status).toBe(202)
  await tell(stage, order, paidFor(order))
  const code = order.push.accountReference
  expect(await readOrder(order.orderId)).toEqual({
    phone: buyer,
    recipient_phone: recipient,
    email,
  })
  await endEvent()
  return { buyer, recipient, email, code, orderId: order.orderId }
}

describe('an order for another person', () => {
  test('gives each their own part in a copy', async () => {
    const { buyer, recipient, email, code } = await boughtForAnother()
    const own = await copyOf(buyer)
    expect(own.text).not.toContain(digits(recipient))
    expect(own.copy).toMatchObject({
      orders: [{ code, phone: buyer, recipient_phone: null, email, amount_kes: 500 }],
      payments: [{ phone: buyer, amount_kes: 500 }],
      tickets: [{ check_ins: null }],
      reports_of_mpesa: [{ report: { Body: expect.anything() } }],
    })
    const other = await copyOf(recipient)
    for (const secret of [digits(buyer), email, code]) expect(other.text).not.toContain(secret)
    expect(other.copy).toMatchObject({
      orders: [{ event: event.title, recipient_phone: recipient, amount_kes: null }],
      payments: [],
      tickets: [{ admits: 1, check_ins: [] }],
      reports_of_mpesa: [],
    })
    expect(other.copy.messages!.length).toBeGreaterThan(0)
  })

  test('keeps the buyer when the recipient is erased', async () => {
    const { buyer, recipient, email, orderId } = await boughtForAnother()
    expect(await erase(recipient)).toBe(1)
    await expectGone(recipient)
    expect(await readOrder(orderId)).toEqual({ phone: buyer, recipient_phone: null, email })
    expect(await tablesWith(stage, digits(buyer))).toEqual(
      expect.arrayContaining(['order', 'paid_line', 'payment', 'provider_callback']),
    )
  })

  test('keeps the recipient when the buyer is erased', async () => {
    const { buyer, recipient, email, orderId } = await boughtForAnother()
    expect(await erase(buyer)).toBe(1)
    await expectGone(buyer)
    expect(await tablesWith(stage, email)).toEqual([])
    expect(await readOrder(orderId)).toMatchObject({ phone: null, recipient_phone: recipient })
    expect(await tablesWith(stage, digits(recipient))).toEqual(['message', 'order'])
    const { copy } = await copyOf(recipient)
    expect(copy).toMatchObject({ orders: [{ recipient_phone: recipient }], tickets: [{}] })
  })

  test("does not make the recipient wait for the buyer's refund", async () => {
    const { buyer, recipient, orderId } = await boughtForAnother()
    await sql`update "order" set state = 'refund_due' where id = ${orderId}`.execute(stage.db)
    await expect(erase(buyer)).rejects.toMatchObject({ code: 'refund_open' })
    expect(await erase(recipient)).toBe(1)
  })
})

test('the copy of a ticket that was sent on says nothing about its buyer', async () => {
  const email = `otieno-${randomUUID()}@example.com`
  const order = await prompted(stage, event, [1], { email })
  await tell(stage, order, paidFor(order))
  const { number } = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const friend = newPhone()
  await sendOn(stage, number, { phone: friend })
  await endEvent()
  const { copy, text } = await copyOf(friend)
  expect(copy.tickets).toMatchObject([{ sent_to: friend, event: event.title }])
  for (const secret of [digits(order.push.phone), email, order.push.accountReference, number]) {
    expect(text).not.toContain(secret)
  }
  expect((await copyOf(order.push.phone)).text).not.toContain(digits(friend))
  await erase(friend)
  expect(await readOrder(order.orderId)).toMatchObject({ phone: order.push.phone, email })
})

test('the copy of a complimentary ticket names its guest alone, whose erasure leaves the others', async () => {
  const owner = await buildAccount(stage)
  await sql`update event set organizer_id = ${owner.id} where id = ${event.id}`.execute(stage.db)
  const [guest, other] = [newPhone(), newPhone()]
  const ticket_type_id = event.types[0]!.id
  const rows = [
    { phone: guest, name: 'Wanjiru K', ticket_type_id, quantity: 1 },
    { phone: other, name: 'Kamau N', ticket_type_id, quantity: 1 },
  ]
  const given = await callAs(stage, owner, `POST /api/events/${event.id}/complimentary`, {
    nonce: randomUUID(),
    rows,
  })
  expect(given.status).toBeLessThan(300)
  await stage.runJobs()
  await endEvent()
  const { copy, text } = await copyOf(guest)
  expect(copy.orders).toMatchObject([{ guest: 'Wanjiru K', phone: guest }])
  expect(text).not.toMatch(new RegExp(`Kamau|${digits(other)}|${owner.email}`))
  await erase(guest)
  await expectGone(guest)
  expect(await tablesWith(stage, 'Wanjiru K')).toEqual([])
  expect((await copyOf(other)).copy.orders).toMatchObject([{ guest: 'Kamau N', phone: other }])
})

test('a friend who paid by paybill has a part of their own', async () => {
  const order = await prompted(stage, event)
  const { phone: buyer, accountReference: account } = order.push
  await tell(stage, order, paidFor(order))
  const friend = newPhone()
  await sql`update payment set payer = ${friend} where order_id = ${order.orderId}`.execute(
    stage.db,
  )
  await confirmByHand(stage, { account, amount: order.amount, payer: friend })
  await stage.runJobs()
  await sql`update unmatched_receipt set state = 'refunded' where msisdn = ${friend}`.execute(
    stage.db,
  )
  await endEvent()
  const own = await copyOf(friend)
  expect(own.copy).toMatchObject({ orders: [], payments: [{ payer: friend, phone: null }] })
  expect(own.text).not.toContain(digits(buyer))
  const others = await copyOf(buyer)
  expect(others.copy.payments).toMatchObject([{ phone: buyer, payer: null, mpesa_receipt: null }])
  expect(others.text).not.toContain(digits(friend))
  await erase(friend)
  await expectGone(friend)
  expect(await readOrder(order.orderId)).toMatchObject({ phone: buyer })
})
