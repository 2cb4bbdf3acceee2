// spec: refund-told-to-buyer
import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { newReceipt, post, readOrder } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought, callAsAdmin, paidByHand, readRefunds, refundOrder } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { maskPhone, unbroken } from '../platform/values/phone.rules.ts'
import { formatDate } from '../ui/dates.rules.ts'
import { dueBy } from './business-days.rules.ts'
import { formatRefundNote } from './refund-note.rules.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent

beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 750 }, { price: 100 }] })
})

const get = async (url: string) => {
  const answer = await stage.app.inject({ method: 'GET', url })
  return answer.json()
}

const lookUp = (reference: string) => post(stage, '/api/functions/ticket-lookup', { reference })

async function numbersOf(orderId: string): Promise<string[]> {
  const rows = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', orderId)
    .orderBy('ticket_type_id')
    .execute()
  return rows.map((row) => row.number)
}

/** The phone number as the page shows it. */
const short = (phone: string) => unbroken(maskPhone(phone))

test('ticket page, look-up and order show the amount of a refund and the day by which it is due', async () => {
  const order = await bought({ stage, world }, event, [2])
  const [number] = await numbersOf(order.orderId)
  expect(await get(`/api/tickets/${number}`)).toMatchObject({ state: 'valid', refund: null })
  expect((await readOrder(stage, order.orderId)).body).toMatchObject({ refund: null })
  await refundOrder(stage, order.orderId)
  const day = dueBy(nairobiDate(stage.clock.now()))
  const refund = { amount: 1500, state: 'due', due_by: day, receipt: null }
  const words = `KES 1,500 will be refunded by ${formatDate(day, 'en')} to the M-PESA number that paid.`
  expect(await get(`/api/tickets/${number}`)).toMatchObject({
    state: 'void',
    refund: { ...refund, words },
  })
  for (const reference of [order.receipt, order.code, number!]) {
    expect(await lookUp(reference)).toMatchObject({
      status: 200,
      body: { ticket_number: number, tickets: [{ refund: { ...refund, words } }] },
    })
  }
  const told = `KES 1,500 will be refunded by ${formatDate(day, 'en')} to ${short(order.phone)}.`
  expect((await readOrder(stage, order.orderId)).body).toMatchObject({
    status: 'refund_due',
    message: `These tickets were cancelled and are no longer valid. ${told}`,
    refund: { ...refund, words: told },
    transaction: { tickets: [] },
  })
})

test('a finished refund shows the M-PESA receipt', async () => {
  const order = await bought({ stage, world }, event)
  const [number] = await numbersOf(order.orderId)
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  await world.deliver()
  const { receipt } = world.moved[0]!
  const refund = {
    amount: 750,
    state: 'done',
    receipt,
    words: `KES 750 was refunded, M-PESA receipt ${receipt}.`,
  }
  expect(await get(`/api/tickets/${number}`)).toMatchObject({ state: 'void', refund })
  expect(await lookUp(order.receipt)).toMatchObject({ body: { tickets: [{ refund }] } })
  expect((await readOrder(stage, order.orderId)).body).toMatchObject({
    status: 'refunded',
    message: expect.stringContaining(receipt),
    refund,
  })
})

test('a look-up calls no ticket invalid of which only some people were refunded', async () => {
  const order = await bought({ stage, world }, event, [1, 3])
  const numbers = await numbersOf(order.orderId)
  const all = await Promise.all(numbers.map((number) => get(`/api/tickets/${number}`)))
  const { ticket_number: part } = all.find((ticket) => ticket.quantity === 3)!
  await refundOrder(stage, order.orderId, { tickets: [{ ticket_number: part, admits: 1 }] })
  const found = async () =>
    (await lookUp(order.receipt)).body.tickets.find(
      (ticket: { ticket_number: string }) => ticket.ticket_number === part,
    )
  expect(await found()).toMatchObject({ quantity: 2, refund: { amount: 100 } })
  expect(await found()).not.toHaveProperty('void')
  await refundOrder(stage, order.orderId)
  expect(await found()).toMatchObject({ void: true })
  // The refund of the rest is one payment for both tickets.
  const day = formatDate(dueBy(nairobiDate(stage.clock.now())), 'en')
  expect((await found()).refund.words).toBe(
    `KES 100 will be refunded by ${day} to the M-PESA number that paid. KES 950 for 2 tickets will be refunded by ${day} to the M-PESA number that paid.`,
  )
})

test('after a partial refund the other tickets stay valid, and the refunded one shows its refund', async () => {
  const order = await bought({ stage, world }, event, [1, 3])
  const numbers = await numbersOf(order.orderId)
  const all = await Promise.all(numbers.map((number) => get(`/api/tickets/${number}`)))
  const gone = all.find((ticket) => ticket.quantity === 3)!.ticket_number
  const stays = numbers.find((number) => number !== gone)!
  await refundOrder(stage, order.orderId, { ticket_numbers: [gone] })
  const refund = { amount: 300, state: 'due' }
  expect(await get(`/api/tickets/${gone}`)).toMatchObject({ state: 'void', refund })
  expect(await get(`/api/tickets/${stays}`)).toMatchObject({ state: 'valid', refund: null })
  const { body } = await lookUp(order.receipt)
  // The valid ticket comes first.
  expect(body.tickets[0]).not.toHaveProperty('refund')
  expect(body).toMatchObject({
    ticket_number: stays,
    tickets: [{ ticket_number: stays }, { refund }],
  })
  expect((await readOrder(stage, order.orderId)).body).toMatchObject({
    status: '0',
    message: expect.stringMatching(/^Payment successful\..* KES 300 will be refunded/),
    refund,
    transaction: { tickets: [{ ticket_number: stays }] },
  })
})

test('money that bought nothing is found by its receipt, with its refund', async () => {
  const order = await paidByHand({ stage, world }, event, '254712000555', 20)
  await stage.runJobs()
  expect(await readRefunds(stage, order.orderId)).toMatchObject([{ reason: 'wrong_amount' }])
  const answer = await lookUp(order.receipt)
  expect(answer).toMatchObject({ status: 404, body: { code: 'no_ticket_for_reference' } })
  expect(answer.body.error).toMatch(
    /^No tickets were issued for this payment\. KES 20 will be refunded/,
  )
  expect(await lookUp(newReceipt())).toMatchObject({
    body: { error: 'No ticket found for this reference number' },
  })
})

test('each refund is notified twice: when it is requested, and when it is done', async () => {
  const order = await bought({ stage, world }, event)
  stage.sent.length = 0
  world.faults.reversal = ['twice']
  await refundOrder(stage, order.orderId)
  await world.settle(12)
  await stage.hurry()
  const texts = stage.textsTo(order.phone)
  expect(texts).toEqual([
    expect.stringContaining('will be refunded by'),
    expect.stringContaining(`M-PESA ${world.moved[0]!.receipt}`),
  ])
})

test('a manual refund shows its reference, in plain letters', async () => {
  const order = await bought({ stage, world }, event)
  await refundOrder(stage, order.orderId)
  const byHand = { state: 'manual', next_at: null }
  const [refund] = await readRefunds(stage, order.orderId)
  await stage.db.updateTable('refund').set(byHand).where('id', '=', refund!.id).execute()
  const path = `/api/refunds/${refund!.id}/paid_manually`
  expect(
    (await callAsAdmin(stage, 'POST', path, { reference: 'FT26326 – 4', from: 'bank' })).status,
  ).toBe(200)
  await stage.runJobs()
  const texts = stage.textsTo(order.phone)
  expect(texts.at(-1)).toContain('. Payment reference FT26326 - 4. Ref')
})

describe('the words', () => {
  const one = {
    amount_cents: 150_00,
    state: 'due' as const,
    reason: 'other' as const,
    way: null,
    is_rest: false,
    is_cash: false,
    phone: null,
    receipt: null,
    created_at: new Date('2026-11-24T09:00:00Z'),
  }
  const done = { ...one, state: 'done' as const }

  test.each([
    [[one], 'KES 150 will be refunded by December 14, 2026 to the M-PESA number that paid.'],
    [[{ ...one, amount_cents: 150_25 }], 'KES 150.25 will be refunded by December 14'],
    [[done], 'KES 150 was refunded to the M-PESA number that paid.'],
    [
      [{ ...done, way: 'manual' as const, receipt: 'EFT 4' }],
      'KES 150 was refunded, reference EFT 4.',
    ],
    [
      [{ ...one, is_cash: true }],
      'The organizer will refund KES 150 in cash by December 14, 2026.',
    ],
    // A refund that is still due is more important to the buyer than a paid refund.
    [[done, { ...one, amount_cents: 300_00 }], 'KES 300 will be refunded'],
    [[done, done], 'KES 300 was refunded'],
    [
      ['RG5', 'RG6'].map((receipt) => ({ ...done, receipt })),
      'KES 150 was refunded, M-PESA receipt RG5. KES 150 was refunded, M-PESA receipt RG6.',
    ],
    [[{ ...one, tickets: 2 }], 'KES 150 for 2 tickets will be refunded by December 14, 2026'],
    [
      [
        { ...done, tickets: 1 },
        { ...done, tickets: 3 },
      ],
      'KES 150 for 3 tickets was refunded',
    ],
  ])('%#', (refunds, words) => {
    expect(formatRefundNote(refunds, 'nobody', 'en')?.words).toContain(words)
  })

  test.each([
    [[one], 'KES 150 zitarudishwa kufikia 14 Desemba 2026 kwa nambari ya M-PESA iliyolipa.'],
    [[done], 'KES 150 zimerudishwa kwa nambari ya M-PESA iliyolipa.'],
    [[{ ...done, receipt: 'RG5' }], 'KES 150 zimerudishwa, risiti ya M-PESA RG5.'],
    [
      [{ ...done, is_cash: true, receipt: 'C 1' }],
      'KES 150 zimerudishwa, taslimu, kumbukumbu C 1.',
    ],
  ])('the note for a Swahili page is in Swahili: %#', (refunds, words) => {
    expect(formatRefundNote(refunds, 'nobody', 'sw')?.words).toBe(words)
  })

  test('without a refund there is no note', () => {
    expect(formatRefundNote([], 'phone', 'en')).toBeNull()
  })
})
