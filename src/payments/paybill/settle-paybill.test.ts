import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { type ByHand, confirmByHand, readCode } from '../../../test/paybill.ts'
import {
  endHolds,
  fail,
  MINUTE,
  newReceipt,
  pay,
  prompted,
  readOrder,
  readOrderState,
  readPayments,
  readStock,
  tryAgain,
} from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { makePullSweep } from '../receipts/pull-receipts.job.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 300, capacity: 2 }] })
  stage.sent.length = 0
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
})
afterEach(async () => expect(await readBookDifferences(stage.db)).toEqual([]))

type Order = Awaited<ReturnType<typeof prompted>>

/** Places an order whose prompt was refused. Returns the order with its code. */
async function unpaid(): Promise<Order & { code: string }> {
  const order = await prompted(stage, event)
  await fail(stage, order, 1032)
  return { ...order, code: await readCode(stage, order.orderId) }
}

async function confirm(paid: ByHand): Promise<string> {
  const receipt = await confirmByHand(stage, paid)
  await stage.runJobs()
  return receipt
}

/** Puts the payment into M-Pesa's list, with the account that the payer typed. */
async function list(receipt: string, account: string, amount: number, msisdn = '') {
  stage.daraja.receipts.push({
    receipt,
    amountCents: Math.round(amount * 100),
    accountReference: account.toUpperCase(),
    msisdn,
    at: stage.clock.now(),
  })
  stage.pass(61 * MINUTE)
  await makePullSweep(stage.deps)()
  await stage.runJobs()
}

async function usesOf({ orderId }: Pick<Order, 'orderId'>) {
  const rows = await readPayments(stage, orderId)
  return rows.flatMap((row) => (row.use === null ? [] : [[row.mpesa_receipt, row.use]]))
}

const readUnmatched = (receipt: string) =>
  stage.db
    .selectFrom('unmatched_receipt')
    .selectAll()
    .where('receipt', '=', receipt)
    .executeTakeFirst()

const outcomes = async () => {
  const rows = await stage.db
    .selectFrom('provider_callback')
    .select('outcome')
    .where('kind', '=', 'c2b')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  return rows.map((row) => row.outcome).reverse()
}

// spec: paybill-sells
describe('a paybill payment that an order waits for', () => {
  test.each([
    ['as it is printed', (code: string) => code],
    ['in small letters, with a space', (code: string) => ` ${code.slice(0, 4)} ${code.slice(4)}`],
    ['with O for 0 and I for 1', (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'I')],
  ])('a payment sells immediately, its code %s', async (_how, typed) => {
    const order = await unpaid()
    const account = typed(order.code).toLowerCase()
    const receipt = await confirm({ account, amount: 300, payer: '2547 ***** 126' })
    expect(await usesOf(order)).toEqual([[receipt, 'sale']])
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
    expect(stage.sent.at(-1)!.phone).toBe(order.phoneNumber)
    // The list shows the account as the payer typed it.
    await list(receipt, account, 300)
    expect(await usesOf(order)).toEqual([[receipt, 'sale']])
    const listed = stage.db.selectFrom('payment').select('listed_at')
    expect(
      await listed.where('mpesa_receipt', '=', receipt).executeTakeFirstOrThrow(),
    ).toMatchObject({ listed_at: expect.any(Date) })
  })

  test('a repeated confirmation makes one payment', async () => {
    const order = await unpaid()
    const receipt = newReceipt()
    for (let i = 0; i < 3; i++) await confirm({ account: order.code, amount: 300, receipt })
    expect(await usesOf(order)).toEqual([[receipt, 'sale']])
    expect(await outcomes()).toEqual(['repeat', 'repeat'])
  })

  test("the tickets go to the payer's phone if M-Pesa reports its number", async () => {
    const order = await unpaid()
    await confirm({ account: order.code, amount: 300, payer: '254799000111' })
    expect(stage.sent.at(-1)!.phone).toBe('254799000111')
  })
})

// spec: paybill-one-row
describe("the confirmation of a prompt's payment", () => {
  const hash = (phone: string) => createHash('sha256').update(phone).digest('hex')
  const payers: [string, (phone: string) => string][] = [
    ['masked', (phone) => `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`],
    ['hashed', hash],
    ['plain', (phone) => phone],
    ['missing', () => ''],
  ]

  test.each(payers)(
    'a callback before the confirmation makes one payment, its payer %s',
    async (_how, payer) => {
      const order = await prompted(stage, event)
      const receipt = newReceipt()
      await pay(stage, order, receipt)
      const account = await readCode(stage, order.orderId)
      await confirm({ account, amount: 300, receipt, payer: payer(order.phoneNumber) })
      expect(await usesOf(order)).toEqual([[receipt, 'sale']])
      expect(await readPayments(stage, order.orderId)).toHaveLength(1)
    },
  )

  test.each(payers)(
    'a callback after the confirmation makes one payment, its payer %s',
    async (_how, payer) => {
      const order = await prompted(stage, event)
      const account = await readCode(stage, order.orderId)
      const told = { account, amount: 300, payer: payer(order.phoneNumber) }
      const receipt = await confirm(told)
      expect(await readOrderState(stage, order.orderId)).toBe('issued')
      await pay(stage, order, receipt)
      await list(receipt, account, 300, order.phoneNumber)
      expect(await usesOf(order)).toEqual([[receipt, 'sale']])
      expect(await readPayments(stage, order.orderId)).toHaveLength(1)
    },
  )

  test('a confirmation names the receipt of a payment that a query proved', async () => {
    const order = await prompted(stage, event)
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    stage.pass(16_000)
    await stage.sweep()
    const account = await readCode(stage, order.orderId)
    const receipt = await confirm({ account, amount: 300 })
    expect(await usesOf(order)).toEqual([[receipt, 'sale']])
    expect(await readPayments(stage, order.orderId)).toHaveLength(1)
  })

  test.each([
    ['another phone', { payer: '2541 ***** 999' }],
    ["the prompt's phone", {}],
  ])("a payment from %s is the sale, and the prompt's own money is due back", async (_who, by) => {
    const order = await prompted(stage, event)
    const account = await readCode(stage, order.orderId)
    const byHand = await confirm({ account, amount: 300, ...by })
    const receipt = newReceipt()
    await pay(stage, order, receipt)
    // The second payment could be a second report of the first, so only the list proves it.
    await list(byHand, account, 300)
    await list(receipt, account, 300)
    expect((await usesOf(order)).sort()).toEqual(
      [
        [byHand, 'sale'],
        [receipt, 'refund_due'],
      ].sort(),
    )
  })
})

// spec: paybill-late-money
describe('a paybill payment that no order waits for', () => {
  test('late money sells if there is capacity, once the list shows it', async () => {
    const order = await unpaid()
    await endHolds(stage)
    expect(await readOrderState(stage, order.orderId)).toBe('expired')
    const receipt = await confirm({ account: order.code, amount: 300 })
    expect(await usesOf(order)).toEqual([])
    expect(await outcomes()).toContain('told')
    // The buyer must not be prompted to pay again before the list shows the payment.
    expect((await tryAgain(stage, order.orderId)).status).toBe(409)
    await list(receipt, order.code, 300)
    expect(await usesOf(order)).toEqual([[receipt, 'sale']])
    expect(await readUnmatched(receipt)).toMatchObject({ state: 'attached' })
  })

  test('late money is due back if the tickets were sold to others', async () => {
    const order = await unpaid()
    await endHolds(stage)
    const rival = await prompted(stage, event, [2])
    await pay(stage, rival, newReceipt())
    const receipt = await confirm({ account: order.code, amount: 300 })
    await list(receipt, order.code, 300)
    expect(await usesOf(order)).toEqual([[receipt, 'refund_due']])
  })

  test('a wrong amount is due back to the cent, and the order goes on waiting', async () => {
    const order = await unpaid()
    const receipt = await confirm({ account: order.code, amount: 150.75 })
    expect(await usesOf(order)).toEqual([])
    stage.daraja.receipts.push({
      receipt,
      amountCents: 150_75,
      accountReference: order.code,
      msisdn: '',
      at: stage.clock.now(),
    })
    await makePullSweep(stage.deps)()
    expect(await usesOf(order)).toEqual([[receipt, 'refund_due']])
    expect(await readOrderState(stage, order.orderId)).toBe('failed')
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 1, sold: 0 })
  })

  // spec: payment-errors-sms-refund
  test('a part of the price is due back, and the SMS says why and what to pay in one payment', async () => {
    event = await buildEvent(stage.db, { title: 'Derby Day', types: [{ price: 1500 }] })
    const order = await unpaid()
    const messages = () => stage.sent.filter(({ body }) => body.includes(order.code))
    const payPart = async (amount: number) => {
      const receipt = await confirm({ account: order.code, amount, payer: order.phoneNumber })
      const row = { receipt, amountCents: amount * 100, accountReference: order.code }
      stage.daraja.receipts.push({ ...row, msisdn: order.phoneNumber, at: stage.clock.now() })
      await makePullSweep(stage.deps)()
      await stage.runJobs()
      return receipt
    }
    const parts = [await payPart(1000), await payPart(500)]
    const words = (part: string) =>
      `Your ${part} is not the price of Derby Day and will be refunded to the payer. To buy, pay KES 1,500 in one payment, account ${order.code}.`
    const phone = order.phoneNumber
    expect(messages()).toEqual([
      { phone, body: words('KES 1,000') },
      { phone, body: words('KES 500') },
    ])
    expect(await usesOf(order)).toEqual(parts.map((receipt) => [receipt, 'refund_due']))
    const whole = await confirm({ account: order.code, amount: 1500, payer: order.phoneNumber })
    expect(await usesOf(order)).toContainEqual([whole, 'sale'])
  })

  test('a part of the price of an order that has expired is due back, and the SMS says to order again', async () => {
    event = await buildEvent(stage.db, { title: 'Derby Day', types: [{ price: 1500 }] })
    const order = await unpaid()
    await endHolds(stage)
    const receipt = await confirm({ account: order.code, amount: 1000, payer: order.phoneNumber })
    await list(receipt, order.code, 1000, order.phoneNumber)
    expect(stage.sent.map(({ body }) => body)).toContain(
      `Your KES 1,000 is not the price of Derby Day and will be refunded to the payer. To buy, order again: KES 1,500 in one payment. Ref ${order.code}`,
    )
  })

  test('a second payment is due back, and the tickets stay', async () => {
    const order = await unpaid()
    const first = await confirm({ account: order.code, amount: 300 })
    const second = await confirm({ account: order.code, amount: 300 })
    await list(second, order.code, 300)
    await list(first, order.code, 300)
    expect((await usesOf(order)).sort()).toEqual(
      [
        [first, 'sale'],
        [second, 'refund_due'],
      ].sort(),
    )
  })

  test("a payment without an order's code is unmatched, with the listed amount", async () => {
    const receipt = await confirm({ account: 'derby', amount: 300, payer: '2547 ***** 126' })
    const stray = { account_reference: 'derby', msisdn: '2547 ***** 126', state: 'open' }
    expect(await readUnmatched(receipt)).toMatchObject({
      ...stray,
      amount_cents: 300_00,
      listed_at: null,
    })
    await list(receipt, 'derby', 250)
    expect(await readUnmatched(receipt)).toMatchObject({
      ...stray,
      amount_cents: 250_00,
      listed_at: expect.any(Date),
    })
  })

  test('a payment that no list shows causes one alert and is counted', async () => {
    await confirm({ account: 'nobody', amount: 300 })
    await list(newReceipt(), 'somebody', 120)
    const errors: string[] = []
    stage.deps.log.error = ((_about: object, text: string) => errors.push(text)) as never
    stage.pass(7 * 60 * MINUTE)
    for (let i = 0; i < 3; i++) await stage.sweep()
    const text = 'M-Pesa confirmed a payment and does not list it'
    expect(errors.filter((one) => one === text)).toHaveLength(1)
    expect(await stage.deps.metrics.registry.metrics()).toMatch(
      /lango_overdue\{what="receipt_not_listed"\} [1-9]/,
    )
  })
})

test('a payment to another shortcode changes nothing', async () => {
  const order = await unpaid()
  await confirm({ account: order.code, amount: 300, shortcode: '600999' })
  const path = stage.db.selectFrom('paybill_address').select('token')
  const { token } = await path.executeTakeFirstOrThrow()
  const url = `/cb/c/${token}/confirmation`
  await stage.app.inject({ method: 'POST', url, payload: '<html>' })
  await stage.runJobs()
  expect(await outcomes()).toEqual(['mismatch', 'unreadable'])
  expect(await usesOf(order)).toEqual([])
})
