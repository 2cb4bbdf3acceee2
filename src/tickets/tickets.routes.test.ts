import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import {
  fail,
  MINUTE,
  pay,
  payLate,
  prompted,
  readOrder,
  readOrderState,
} from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'

let stage: Stage
let receipts = 0
const newReceipt = () => `UKL${String(++receipts).padStart(7, '0')}`
const LIMIT = 5
const MISS = {
  error: 'No ticket found for this reference number',
  code: 'no_ticket_for_reference',
}

beforeAll(async () => {
  stage = await makeStage({ LIMIT_MISS_PER_ADDRESS: String(LIMIT) })
})
// Lets the limit's minute pass, so that the misses of earlier tests do not count.
beforeEach(() => stage.pass(MINUTE))
afterAll(() => stage.close())

async function lookUp(
  reference: unknown,
  remoteAddress = '10.0.0.1',
  headers: Record<string, string> = {},
) {
  const answer = await stage.app.inject({
    method: 'POST',
    url: '/api/functions/ticket-lookup',
    payload: { reference },
    remoteAddress,
    headers,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

async function buy(quantities = [2, 1], receipt = newReceipt()) {
  const types = [{ name: 'Standard' }, { name: 'VIP', price: 500 }]
  const event = await buildEvent(stage.db, { types })
  const order = await prompted(stage, event, quantities, { email: 'asha@example.com' })
  await pay(stage, order, receipt)
  return { event, order, receipt }
}

async function codeOf(orderId: string): Promise<string> {
  const codes = stage.db.selectFrom('order').select('code').where('id', '=', orderId)
  return (await codes.executeTakeFirstOrThrow()).code
}

describe('look-up by M-Pesa reference', () => {
  // spec: ticket-lookup-number-tickets
  test('a receipt finds all tickets of the order, the first one on its own, and nothing about the buyer', async () => {
    const { order, receipt } = await buy()
    const { tickets } = (await readOrder(stage, order.orderId)).body.transaction
    const { status, body } = await lookUp(receipt)
    expect(status).toBe(200)
    expect(body).toEqual({
      ticket_number: tickets[0].ticket_number,
      tickets: [
        { ticket_number: tickets[0].ticket_number, ticket_type: 'Standard', quantity: 2 },
        { ticket_number: tickets[1].ticket_number, ticket_type: 'VIP', quantity: 1 },
      ],
    })
  })

  test('a receipt may have any case and spaces around it', async () => {
    const { receipt } = await buy([1])
    expect((await lookUp(`  ${receipt.toLowerCase()}\n`)).status).toBe(200)
  })

  test.each([
    ['another receipt', 'UKL9999999'],
    ['half of one', 'UKL0'],
    ['words', 'DROP TABLE TICKET'],
    ['a sign for anything', '%'],
  ])('%s is a miss', async (_what, reference) => {
    await buy([1])
    expect(await lookUp(reference)).toMatchObject({ status: 404, body: MISS })
  })

  // spec: find-your-ticket-pasted
  test('the whole M-PESA message is accepted, and its own receipt comes before other codes in it', async () => {
    const { order, receipt } = await buy([1])
    const other = await buy([1])
    const code = await codeOf(other.order.orderId)
    const { ticket_number } = (await readOrder(stage, order.orderId)).body.transaction.tickets[0]
    const message = (of: string) =>
      `${of} Confirmed. Ksh100.00 sent to LANGO TICKETS for account ${code} on 22/11/26 at 3:00 PM New M-PESA balance is Ksh1,234.00. Transaction cost, Ksh0.00. Call 0722002100, see ${other.receipt}.`
    expect(await lookUp(message(receipt))).toMatchObject({ status: 200, body: { ticket_number } })
    const unrelated = 'UKL9999999 Confirmed. Ksh50.00 sent to KPLC for account 0B0N31TF'
    expect(await lookUp(unrelated)).toMatchObject({ status: 404, body: MISS })
  })

  // spec: find-your-ticket-pasted
  test('a message of another shop may stand before ours, behind it, or on both sides', async () => {
    const { order, receipt } = await buy([1])
    const { ticket_number } = (await readOrder(stage, order.orderId)).body.transaction.tickets[0]
    const code = await codeOf(order.orderId)
    const message = (of: string, account: string) =>
      `${of} Confirmed. Ksh100.00 sent to SOME SHOP for account ${account} on 22/11/26 at 3:00 PM New M-PESA balance is Ksh1,234.00.`
    const [foreign, ours] = [message('SJK7Q2MNP4', 'KPLC 123'), message(receipt, 'X')]
    for (const texts of [
      [foreign, ours],
      [ours, foreign],
      [foreign, foreign, ours, foreign],
      [foreign, `Mine is ${receipt.toLowerCase()}`],
      // The receipt is not known yet. The message's account number is the code of the order.
      [foreign, message('SJK7Q2MNP5', code)],
      [`https://elsewhere.example/t/concert`, `https://lango.co.ke/t/${ticket_number}`],
    ]) {
      const { status, body } = await lookUp(texts.join('\n'))
      expect([status, body.ticket_number, body.tickets?.length]).toEqual([200, ticket_number, 1])
    }
  })

  // spec: find-your-ticket-pasted
  test('two of our messages find the tickets of both, in the order of the text', async () => {
    const [one, other] = [await buy([1]), await buy([2])]
    const text = `${other.receipt} Confirmed. Ksh200.00 ${one.receipt} Confirmed. Ksh100.00`
    const { body } = await lookUp(text)
    expect(body.tickets.map(({ quantity }: { quantity: number }) => quantity)).toEqual([2, 1])
  })

  // spec: find-your-ticket-pasted
  test('a ticket number is found as typed, in any state of the ticket', async () => {
    const { order } = await buy([2, 1])
    const [, ticket] = (await readOrder(stage, order.orderId)).body.transaction.tickets
    const number: string = ticket.ticket_number
    const found = { ticket_number: number, ticket_type: 'VIP', quantity: 1 }
    const inFours = number.match(/.{4}/g)!.join(' ').toLowerCase()
    const voided = stage.db.updateTable('ticket').set({ state: 'void', void_reason: 'revoked' })
    for (const typed of [number, inFours, `https://lango.co.ke/t/${number}`]) {
      const { status, body } = await lookUp(typed)
      expect([status, body]).toEqual([200, { ticket_number: number, tickets: [found] }])
    }
    await voided.where('number', '=', number).execute()
    expect((await lookUp(number)).status).toBe(200)
    expect(await lookUp('0000 0000 0000 0000')).toMatchObject({ status: 404, body: MISS })
  })

  // spec: find-your-ticket-pasted
  test('the code of an issued order, which is the account of its payment, is found', async () => {
    const { order } = await buy([2, 1])
    const { tickets } = (await readOrder(stage, order.orderId)).body.transaction
    const code = await codeOf(order.orderId)
    const { status, body } = await lookUp(` ${code.toLowerCase()} `)
    expect(status).toBe(200)
    expect(body.tickets.map((ticket: { ticket_number: string }) => ticket.ticket_number)).toEqual(
      tickets.map((ticket: { ticket_number: string }) => ticket.ticket_number),
    )
    const event = await buildEvent(stage.db)
    const unpaid = await prompted(stage, event)
    expect(await lookUp(await codeOf(unpaid.orderId))).toMatchObject({ status: 404, body: MISS })
    const voided = stage.db.updateTable('ticket').set({ state: 'void', void_reason: 'revoked' })
    await voided.where('order_id', '=', order.orderId).execute()
    expect(await lookUp(code)).toMatchObject({ status: 404, body: MISS })
  })

  test('a payment that is due back bought no tickets, and its refund is shown', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: 1 }] })
    const late = await prompted(stage, event)
    await fail(stage, late, 1032)
    stage.pass(11 * MINUTE)
    await stage.sweep()
    const sold = await prompted(stage, event)
    await pay(stage, sold, newReceipt())
    const receipt = newReceipt()
    await payLate(stage, late, receipt)
    expect(await readOrderState(stage, late.orderId)).toBe('refund_due')
    // The refund of the late payment has not begun: it waits until M-Pesa's list shows the payment.
    const { status, body } = await lookUp(receipt)
    expect(status).toBe(404)
    expect(body.code).toBe(MISS.code)
    expect(body.error).toMatch(/^No tickets were issued for this payment. KES 100 will be refunded/)
    const pasted = await lookUp(`SJK7Q2MNP4 Confirmed. Ksh50. ${receipt} Confirmed. Ksh100.`)
    expect(pasted.body.error).toBe(body.error)
    const inSwahili = await lookUp(receipt, '10.0.0.1', { 'x-language': 'sw' })
    expect(inSwahili.body.error).toMatch(
      /^Hakuna tiketi zilizotolewa kwa malipo haya. KES 100 zitarudishwa/,
    )
  })

  // A refund changes order, payment and ticket together, but each change alone must lead to a miss.
  test.each([
    ['an order that is to be paid back', 'order', { state: 'refund_due' }],
    ['an order that was paid back', 'order', { state: 'refunded' }],
    ['money that is to go back', 'payment', { use: 'refund_due' }],
    ['money that went back', 'payment', { use: 'refunded' }],
    ['a ticket that is void', 'ticket', { state: 'void', void_reason: 'revoked' }],
  ] as const)('%s is a miss', async (_what, table, set) => {
    const { order, receipt } = await buy([1])
    expect((await lookUp(receipt)).status).toBe(200)
    const id = table === 'order' ? 'id' : 'order_id'
    await stage.db
      .updateTable(table as 'ticket')
      .set(set as { state: string })
      .where(id as 'order_id', '=', order.orderId)
      .execute()
    expect(await lookUp(receipt)).toMatchObject({ status: 404, body: MISS })
  })

  test('a second payment for an order shows none of its tickets', async () => {
    const { order } = await buy([1])
    const second = newReceipt()
    await stage.db
      .insertInto('payment')
      .values({
        id: crypto.randomUUID(),
        order_id: order.orderId,
        state: 'confirmed',
        use: 'refund_due',
        phone: order.phoneNumber,
        amount_cents: 100_00,
        callback_token: crypto.randomUUID().replaceAll('-', ''),
        mpesa_receipt: second,
      })
      .execute()
    expect(await lookUp(second)).toMatchObject({ status: 404, body: MISS })
  })

  test.each([
    ['nothing', undefined],
    ['blank', '   '],
    ['a number', 5],
    ['one with a zero byte', 'UKL000\u00000001'],
    ['far too much', 'x'.repeat(4001)],
  ])('%s is a fault of the field, and counts as no miss', async (_what, reference) => {
    for (let i = 0; i < LIMIT + 1; i++) {
      const { status, body } = await lookUp(reference)
      expect(status).toBe(422)
      expect(body).toMatchObject({ code: 'invalid_field', field: 'reference' })
    }
  })
})

describe('the limit of misses', () => {
  // spec: ticket-lookup-number-tickets
  test('beyond the limit of misses, hits and misses of references are refused alike; other addresses and ticket numbers are not', async () => {
    const { receipt, order } = await buy([1])
    const number = (await readOrder(stage, order.orderId)).body.transaction.tickets[0].ticket_number
    stage.pass(MINUTE)
    const byNumber = (text: string) =>
      stage.app.inject({ url: `/api/tickets/${text}`, remoteAddress: '10.0.0.2' })
    expect((await byNumber('0000000000000000')).statusCode).toBe(404)
    for (let i = 1; i < LIMIT; i++) {
      expect((await lookUp('UKL9999999', '10.0.0.2')).status).toBe(404)
    }
    const hit = await lookUp(receipt, '10.0.0.2')
    const miss = await lookUp('UKL9999999', '10.0.0.2')
    expect(hit.status).toBe(429)
    expect(hit.body).toEqual(miss.body)
    expect(Number(hit.headers['retry-after'])).toBeGreaterThan(0)
    const numbers = [number, '0000000000000000', number]
    const statuses = (await Promise.all(numbers.map(byNumber))).map((reply) => reply.statusCode)
    expect(statuses).toEqual([200, 429, 200])
    expect((await lookUp(receipt, '10.0.0.3')).status).toBe(200)
    stage.pass(MINUTE)
    expect((await lookUp(receipt, '10.0.0.2')).status).toBe(200)
  })

  test('a look-up that can be read in several ways counts as one miss, and each receipt or ticket number in a text as one', async () => {
    const { receipt } = await buy([1])
    const typed = [
      'UKL9999999 Confirmed. Sent for account 0B0N31TF, 0722002100.',
      '0B0N31TF',
      '0000000000000000',
      'https://lango.co.ke/t/0000000000000000',
    ]
    expect(typed).toHaveLength(LIMIT - 1)
    stage.pass(MINUTE)
    for (const text of typed) expect((await lookUp(text, '10.0.0.5')).status).toBe(404)
    expect((await lookUp(receipt, '10.0.0.5')).status).toBe(200)
    expect((await lookUp('0B0N31TF', '10.0.0.5')).status).toBe(404)
    expect((await lookUp(receipt, '10.0.0.5')).status).toBe(429)
    for (const start of ['UKM999999', '0000 0000 0000 000']) {
      stage.pass(MINUTE)
      const guesses = Array.from({ length: LIMIT }, (_, n) => `${start}${n}`).join(', ')
      expect((await lookUp(guesses, '10.0.0.5')).status).toBe(404)
      expect((await lookUp(receipt, '10.0.0.5')).status).toBe(429)
    }
  })

  test('the limit of misses holds for requests at the same time', async () => {
    const address = await stage.app.listen({ port: 0, host: '127.0.0.1' })
    const ask = async () => (await fetch(`${address}/api/tickets/0000000000000000`)).status
    const statuses = await Promise.all(Array.from({ length: 60 }, ask))
    expect(statuses.filter((status) => status === 404)).toHaveLength(LIMIT)
    expect(statuses.filter((status) => status === 429)).toHaveLength(60 - LIMIT)
  })

  test('hits do not count', async () => {
    const { receipt } = await buy([1])
    stage.pass(MINUTE)
    for (let i = 0; i < LIMIT * 2; i++) {
      expect((await lookUp(receipt, '10.0.0.4')).status).toBe(200)
    }
  })
})

test('misses of all addresses together are limited with an alarm, and full ticket numbers still work', async () => {
  const total = await makeStage({ LIMIT_MISS_TOTAL: '3' })
  const own = stage
  stage = total
  try {
    const error = vi.spyOn(total.deps.log, 'error')
    const { order, receipt } = await buy([1])
    const [ticket] = (await readOrder(total, order.orderId)).body.transaction.tickets
    expect((await lookUp('UKL9999999', '10.1.0.1')).status).toBe(404)
    expect((await lookUp('0000000000000000', '10.1.0.2')).status).toBe(404)
    expect((await lookUp('UKL9999998', '10.1.0.3')).status).toBe(404)
    expect(error).not.toHaveBeenCalled()
    const refused = await lookUp(receipt, '10.1.0.4')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.body.error).toMatch(/full ticket number still works/)
    expect((await lookUp(receipt, '10.1.0.5')).status).toBe(429)
    expect(error).toHaveBeenCalledTimes(1)
    expect(error.mock.calls[0]![1]).toMatch(/may be guessed from many addresses/)
    expect((await lookUp(ticket.ticket_number, '10.1.0.4')).status).toBe(200)
    error.mockRestore()
  } finally {
    stage = own
    await total.close()
  }
})
