// spec: tickets-by-phone, tickets-by-phone-strangers
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { giveBack, sellFree } from '../../../test/free.ts'
import { callApi } from '../../../test/http.ts'
import { newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { sendOn } from '../../../test/transfers.ts'

/** The limit of wrong codes from all addresses before the alarm. The other tests send fewer. */
const TOTAL = 30

let event: BuiltEvent
const stage = keepStage({ LIMIT_MISS_TOTAL: String(TOTAL), LIMIT_TRANSFER_PER_ADDRESS: '10' })
beforeEach(async () => {
  // The wrong codes of earlier tests no longer count.
  stage.pass(60_000)
  event = await buildFree('Park run', '2030-11-21')
})

const buildFree = (title: string, date: string) =>
  buildEvent(stage.db, {
    ...{ title, date },
    types: [{ name: 'Runner', price: 0, isFree: true, capacity: 50, maxPerOrder: 9 }],
  })

let addresses = 0
const newAddress = () => `10.4.0.${++addresses}`

async function post(url: string, payload: object, more: { headers?: object; from?: string } = {}) {
  const { headers = {}, from: remoteAddress = newAddress() } = more
  return await callApi(stage, {
    method: 'POST',
    url,
    payload,
    headers: { ...headers },
    remoteAddress,
  })
}

const askCode = (phone: string, more = {}) =>
  post('/api/functions/my-tickets/code', { phone }, more)
const read = (phone: string, code: string, more = {}) =>
  post('/api/functions/my-tickets', { phone, code }, more)

/** Requests a code for the phone. Returns the digits of the code. */
async function codeFor(phone: string, url = '/api/functions/my-tickets/code'): Promise<string> {
  expect((await post(url, { phone })).status).toBe(200)
  await stage.runJobs()
  return stage.textsTo(phone).at(-1)!.slice(0, 6)
}

async function numbersOf(phone: string): Promise<string[]> {
  const { body } = await read(phone, await codeFor(phone))
  return body.tickets.map((one: { ticket_number: string }) => one.ticket_number)
}

async function cancel({ id }: BuiltEvent) {
  const values = { cancelled_at: stage.clock.now() }
  await stage.db.updateTable('event').set(values).where('id', '=', id).execute()
}

test('a phone finds its free and paid tickets by a code, upcoming events first, and nothing of other phones', async () => {
  const phone = newPhone()
  const [soon, past] = [
    await buildFree('Choir', '2030-01-05'),
    await buildFree('Fair', '2030-06-01'),
  ]
  const late = await sellFree(stage, event, [2], { phone })
  const next = await sellFree(stage, soon, [1], { phone })
  const over = await sellFree(stage, past, [1], { phone })
  await stage.db
    .updateTable('event')
    .set({ date: '2020-06-01' })
    .where('id', '=', past.id)
    .execute()
  const paid = await prompted(
    stage,
    await buildEvent(stage.db, { title: 'Derby', date: '2030-02-01' }),
    [1],
    {
      phoneNumber: phone,
    },
  )
  await pay(stage, paid, newReceipt())
  const other = await sellFree(stage, event)
  const local = `0${phone.slice(3, 6)} ${phone.slice(6)}`
  expect((await askCode(local)).status).toBe(200)
  await stage.runJobs()
  const sms = stage.textsTo(phone).at(-1)!
  expect(sms).toMatch(
    /^\d{6} is your code to see your tickets at Lango\. Not you\? Don't share it\. Valid 15 minutes\.$/,
  )
  const { status, body } = await read(local, sms.slice(0, 6))
  expect([status, body.ticket_number]).toEqual([200, next.number])
  expect(body.tickets).toMatchObject([
    { ...{ event_title: 'Choir', date: '2030-01-05', time: '15:00' }, ticket_number: next.number },
    { event_title: 'Derby' },
    { event_title: 'Park run', ticket_number: late.number, ticket_type: 'Runner', quantity: 2 },
    { event_title: 'Fair', ticket_number: over.number },
  ])
  for (const hidden of [other.number, phone.slice(3), late.code]) {
    expect(JSON.stringify(body)).not.toContain(hidden)
  }
  // The lookup by order number finds the same ticket.
  const byNumber = await post('/api/functions/ticket-lookup', { reference: late.code })
  const { event_title: _, date: _date, time: _time, ...found } = body.tickets[2]
  expect(byNumber.body.tickets).toEqual([found])
})

test('the reply is the same for a number without tickets, in both languages, and no SMS is sent', async () => {
  const { phone } = await sellFree(stage, event)
  const stranger = newPhone()
  const answers = [await askCode(phone), await askCode(stranger)]
  expect(answers[0]).toEqual({
    status: 200,
    body: {
      message:
        'If this number has tickets, we have sent a code to it by SMS. It works for 15 minutes.',
    },
  })
  expect(answers[1]).toEqual(answers[0])
  const swahili = await askCode(stranger, { headers: { 'x-language': 'sw' } })
  expect(swahili.body.message).toContain('Ikiwa nambari hii ina tiketi')
  const wrong = await Promise.all([read(phone, '12345'), read(stranger, '12345')])
  expect(wrong[1]).toEqual(wrong[0])
  await stage.runJobs()
  expect(stage.textsTo(stranger)).toEqual([])
})

test('only a code for tickets opens tickets: neither the code of another purpose nor of another phone', async () => {
  const { phone } = await sellFree(stage, event)
  const other = await sellFree(stage, event)
  const ofData = await codeFor(phone, '/api/functions/my-data/code')
  const ofOther = await codeFor(other.phone)
  for (const code of [ofData, ofOther]) {
    expect(await read(phone, code)).toMatchObject({
      status: 422,
      body: { code: 'wrong_tickets_code', field: 'code' },
    })
  }
  const swahili = await read(phone, ofData, { headers: { 'x-language': 'sw' } })
  expect(swahili.body.error).toMatch(/^Msimbo wa uthibitisho si sahihi/)
  const code = await codeFor(phone)
  expect((await read(phone, code)).status).toBe(200)
  const data = await post('/api/functions/my-data/export', { phone, code })
  expect(data.body.code).toBe('wrong_data_code')
  stage.pass(30 * 60_000)
  expect((await read(phone, code)).body.code).toBe('wrong_tickets_code')
  expect((await read('0812', code)).body.field).toBe('phone')
})

test('a ticket goes to the phone that it was sent to, whose look ends the time to take it back', async () => {
  const [sold, friend] = [await sellFree(stage, event, [3]), newPhone()]
  const [sent] = await sendOn(stage, sold.number, { phone: friend, admits: 1 })
  const canTakeBack = async () =>
    (await callApi(stage, `/api/tickets/${sold.number}`)).body.sent[0].can_take_back
  expect(await numbersOf(sold.phone)).toEqual([sold.number])
  expect(await canTakeBack()).toBe(true)
  expect(await numbersOf(friend)).toEqual([sent])
  expect(await canTakeBack()).toBe(false)
})

test('a returned ticket is gone, and the ticket of a cancelled event is marked', async () => {
  const phone = newPhone()
  const kept = await sellFree(stage, await buildFree('Choir', '2030-01-05'), [1], { phone })
  const one = await sellFree(stage, event, [1], { phone })
  const two = await sellFree(stage, event, [1], { phone })
  await giveBack(stage, one.number)
  await cancel(event)
  const { body } = await read(phone, await codeFor(phone))
  expect(body.tickets).toMatchObject([
    { ticket_number: kept.number },
    { ticket_number: two.number, void: true },
  ])
  expect(body.tickets[0]).not.toHaveProperty('void')
  const byNumber = await post('/api/functions/ticket-lookup', { reference: two.code })
  expect(byNumber.body.tickets).toMatchObject([{ void: true }])
  const code = await codeFor(phone)
  await giveBack(stage, kept.number)
  const gone = { state: 'void', void_reason: 'given_back' } as const
  await stage.db.updateTable('ticket').set(gone).where('number', '=', two.number).execute()
  expect(await read(phone, code)).toMatchObject({
    status: 404,
    body: { code: 'no_ticket_of_phone' },
  })
})

test('a list ends after 100 tickets, the next events first', async () => {
  const phone = newPhone()
  const other = await buildFree('Choir', '2030-01-05')
  const many = await sellFree(stage, event, [1], { phone })
  const first = await sellFree(stage, other, [1], { phone })
  await sql`insert into ticket (id, number, order_id, order_line_id, part, event_id, ticket_type_id,
      admits, created_at)
    select gen_random_uuid(), rpad('Y' || lpad(n::text, 4, '0'), 16, '0'), order_id, order_line_id, n, event_id,
      ticket_type_id, 1, created_at
    from ticket, generate_series(2, 120) n where number = ${many.number}`.execute(stage.db)
  const numbers = await numbersOf(phone)
  expect(numbers).toHaveLength(100)
  expect(numbers[0]).toBe(first.number)
})

test('codes and wrong codes of a phone are limited', async () => {
  const { phone } = await sellFree(stage, event)
  const asked = []
  for (let at = 0; at < 6; at++) asked.push((await askCode(phone)).status)
  expect(asked).toEqual([200, 200, 200, 200, 200, 429])
  const guessed = []
  for (let at = 0; at < 6; at++) guessed.push((await read(phone, '123456')).status)
  expect(guessed).toEqual([422, 422, 422, 422, 422, 429])
})

test('codes and wrong codes of an address are limited, for any phones', async () => {
  const from = newAddress()
  const [asked, guessed] = [[] as number[], [] as number[]]
  for (let at = 0; at < 11; at++) {
    asked.push((await askCode(newPhone(), { from })).status)
    guessed.push((await read(newPhone(), '123456', { from })).status)
  }
  expect([asked[9], asked[10]]).toEqual([200, 429])
  expect([guessed[9], guessed[10]]).toEqual([422, 429])
})

test('wrong codes from many addresses raise the alarm', async () => {
  const error = vi.spyOn(stage.deps.log, 'error')
  for (let guesses = 0; guesses <= TOTAL; guesses++) await read(newPhone(), '123456')
  expect(error).toHaveBeenCalledTimes(1)
  error.mockRestore()
})
