import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { newPhone } from '../../../test/build.ts'
import { keepGate } from '../../../test/gate.ts'
import { callApi } from '../../../test/http.ts'
import { MINUTE, readOrder, readStock } from '../../../test/purchase.ts'
import { askToSend, readCode, sayCode, sendOn } from '../../../test/transfers.ts'
import { readPayload } from '../number.rules.ts'

const gate = keepGate({ title: 'Derby Day', types: [{ name: 'VIP', maxPerOrder: 31 }] })

const local = (phone: string) => `0${phone.slice(3)}`

async function readTicket(number: string) {
  return await gate.stage.db
    .selectFrom('ticket')
    .select(['state', 'void_reason', 'admits', 'admitted', 'holder_phone', 'times_sent'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
}

async function get(url: string) {
  return await callApi(gate.stage, { url, remoteAddress: '10.1.0.2' })
}

async function lookUp(reference: string) {
  const answer = await gate.stage.app.inject({
    method: 'POST',
    url: '/api/functions/ticket-lookup',
    payload: { reference },
    remoteAddress: '10.1.0.2',
  })
  return answer.json().tickets
}

const codes = () => gate.stage.sent.filter(({ body }) => /is your code/.test(body)).length

// spec: sms-holder-language
test("the SMS with code and ticket are in the order's language", async () => {
  const { number, orderId, phoneNumber } = await gate.buy([1])
  const sw = gate.stage.db.updateTable('order').set({ language: 'sw' })
  await sw.where('id', '=', orderId).execute()
  const friend = newPhone()
  await sendOn(gate.stage, number, { phone: local(friend) })
  const last = (phone: string) => gate.stage.sent.findLast((sms) => sms.phone === phone)!.body
  expect(last(phoneNumber)).toMatch(
    /^\d{6} ni msimbo wa uthibitisho wa kutuma 1 x VIP \(Derby Day\) kwa 0\d{3} \d{3} \d{3}\. Si wewe\?/,
  )
  expect(last(friend)).toContain('Ingia: ')
})

// spec: transfer-new-number, transfer-old-says-so
test('a ticket is transferred: the code goes to the phone that paid, the new number to the receiver only', async () => {
  const { number, orderId, phoneNumber } = await gate.buy([2])
  const friend = newPhone()
  const request = await askToSend(gate.stage, number, { phone: local(friend) })
  expect(request).toEqual({ status: 202, body: { id: expect.any(String) } })
  expect((await readTicket(number)).state).toBe('valid')
  const { code, phone } = await readCode(gate.stage)
  expect(phone).toBe(phoneNumber)
  expect(gate.stage.sent.at(-1)!.body).toBe(
    `${code} is your code to send 2 x VIP (Derby Day) to 0${friend.slice(3, 6)} ${friend.slice(6, 9)} ${friend.slice(9)}. Not you? Don't share it. Valid 15 minutes.`,
  )
  const done = await sayCode(gate.stage, request.body.id, code)
  expect(done).toEqual({
    status: 200,
    body: { id: request.body.id, state: 'done', admits: 2 },
  })
  await gate.stage.runJobs()
  const sms = gate.stage.sent.at(-1)!
  expect(sms.phone).toBe(friend)
  const made = /\/t\/([0-9A-Z]{16})$/.exec(sms.body)![1]!
  expect(made).not.toBe(number)
  expect(readPayload(made)).toEqual({ ...readPayload(number), admits: 2 })
  expect(await readTicket(made)).toMatchObject({ state: 'valid', admits: 2, holder_phone: friend })

  // From now on, each way to look up the old number reports that the ticket was transferred.
  expect(await readTicket(number)).toMatchObject({ state: 'void', void_reason: 'transferred' })
  const page = await get(`/api/tickets/${number}`)
  expect(page.body).toMatchObject({ state: 'void', void_reason: 'transferred', sendable: 0 })
  expect((await get(`/api/genuine/${number}`)).body.status).toBe('transferred')
  expect((await get(`/api/genuine/${made}`)).body.status).toBe('valid')
  expect(await gate.decided({ ticket_number: number })).toMatchObject({
    result: 'void',
    reason: 'transferred',
  })
  const receipt = await gate.stage.db
    .selectFrom('payment')
    .select('mpesa_receipt')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  // The payer still finds the old number, and never finds the new number.
  const old = { ticket_number: number, ticket_type: 'VIP', quantity: 2, transferred: true }
  expect(await lookUp(receipt.mpesa_receipt!)).toEqual([old])
  expect(await lookUp(number)).toEqual([old])
  const { body } = await readOrder(gate.stage, orderId)
  expect(JSON.stringify(body)).not.toContain(made)
  expect(await gate.decided({ ticket_number: made })).toMatchObject({ result: 'valid', admits: 2 })
})

// spec: transfer-some-of-a-group
test('some of a group are transferred: the old ticket admits fewer and stays valid, and people inside cannot be transferred', async () => {
  const { number } = await gate.buy([5])
  await gate.decided({ ticket_number: number, admits: 2 })
  const [one] = await sendOn(gate.stage, number, { phone: newPhone(), admits: 1 })
  expect(readPayload(one!).admits).toBe(1)
  expect(await readTicket(number)).toMatchObject({ state: 'valid', admits: 4, admitted: 2 })
  expect(await askToSend(gate.stage, number, { phone: newPhone(), admits: 3 })).toMatchObject({
    status: 409,
    body: { code: 'too_many_people', error: 'Only 2 people left on this ticket.' },
  })
  const [rest] = await sendOn(gate.stage, number, { phone: newPhone() })
  expect(readPayload(rest!).admits).toBe(2)
  expect(await readTicket(number)).toMatchObject({ state: 'used', admits: 2, admitted: 2 })
  expect(await askToSend(gate.stage, number, { phone: newPhone() })).toMatchObject({
    status: 409,
    body: { code: 'ticket_used' },
  })
})

// spec: transfer-money
test('a transfer changes no money and no figures; a refund goes to the payer and voids the new number', async () => {
  const event = await gate.build({ title: 'Derby Day', types: [{ name: 'VIP', price: 500 }] })
  const { number, orderId, phoneNumber } = await gate.buy([3], event)
  const figures = async () => {
    const { rows } = await sql`select * from sale_delta where event_id = ${event.id}`.execute(
      gate.stage.db,
    )
    return { rows, stock: await readStock(gate.stage, event.types[0]!.id) }
  }
  const before = await figures()
  const [sent] = await sendOn(gate.stage, number, { phone: newPhone(), admits: 1 })
  expect(await figures()).toEqual(before)
  expect(await readBookDifferences(gate.stage.db)).toEqual([])
  const answer = await gate.stage.app.inject({
    method: 'POST',
    url: '/api/refunds',
    headers: gate.admin.headers,
    payload: { order_id: orderId, reason: 'other', words: '', ticket_numbers: [sent] },
  })
  expect(answer.statusCode).toBe(201)
  const refund = await gate.stage.db
    .selectFrom('refund')
    .select(['phone', 'amount_cents'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(refund).toEqual({ phone: phoneNumber, amount_cents: 50_000 })
  expect(await readTicket(sent!)).toMatchObject({ state: 'void', void_reason: 'refunded' })
  expect(await readTicket(number)).toMatchObject({ state: 'valid', admits: 2 })
  expect((await readStock(gate.stage, event.types[0]!.id)).sold).toBe(2)
  expect(await readBookDifferences(gate.stage.db)).toEqual([])
})

// spec: transfer-link-for-each-friend
test('a transfer to several friends takes one code, and each friend gets a number and a link', async () => {
  const { number } = await gate.buy([5])
  const friends = [newPhone(), newPhone(), newPhone()]
  const before = codes()
  const numbers = await sendOn(gate.stage, number, { phones: friends.map(local) })
  expect(codes()).toBe(before + 1)
  expect(numbers.map((made) => readPayload(made).admits)).toEqual([1, 1, 1])
  for (const [index, made] of numbers.entries()) {
    const sms = gate.stage.sent.find(({ body }) => body.includes(`/t/${made}`))
    expect(sms!.phone).toBe(friends[index])
    expect(sms!.body).toContain('1 x VIP')
  }
  expect(await readTicket(number)).toMatchObject({ state: 'valid', admits: 2 })
})

// spec: transfer-repeated
test('a repeated request is the same transfer without a second SMS, and a request of a stranger who saw the number ends no code', async () => {
  const { number } = await gate.buy([2])
  const friend = newPhone()
  const first = await askToSend(gate.stage, number, { phone: friend })
  const { code } = await readCode(gate.stage)
  const before = codes()
  expect(await askToSend(gate.stage, number, { phone: local(friend) })).toEqual(first)
  await gate.stage.runJobs()
  expect(codes()).toBe(before)
  const other = await askToSend(gate.stage, number, { phone: newPhone() })
  expect(other.body.id).not.toBe(first.body.id)
  const second = await readCode(gate.stage)
  const done = await sayCode(gate.stage, first.body.id, code)
  expect(done.status).toBe(200)
  const texts = gate.stage.sent.length
  expect(await sayCode(gate.stage, first.body.id, code)).toEqual(done)
  // The confirmation has ended the ticket's other transfers.
  const late = await sayCode(gate.stage, other.body.id, second.code)
  expect(late.body.code).toBe('transfer_code_ended')
  await gate.stage.runJobs()
  // The repeated confirmation queued no second SMS.
  expect(gate.stage.sent.length).toBe(texts + 1)
})

// spec: transfer-code
test('a code allows five tries in fifteen minutes, and is stored nowhere in the database', async () => {
  const { number } = await gate.buy([1])
  const { id } = (await askToSend(gate.stage, number, { phone: newPhone() })).body
  const { code } = await readCode(gate.stage)
  const { rows } = await sql`select * from ticket_transfer where id = ${id}`.execute(gate.stage.db)
  const message = await gate.stage.db
    .selectFrom('message')
    .select('body')
    .where('dedupe_key', '=', `transfer:${id}`)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(message.body).toBe('')
  const wrong = code === '000000' ? '000001' : '000000'
  for (let i = 0; i < 5; i++) {
    expect(await sayCode(gate.stage, id, wrong)).toMatchObject({
      status: 422,
      body: { code: 'wrong_code' },
    })
  }
  expect(await sayCode(gate.stage, id, code)).toMatchObject({
    status: 410,
    body: { code: 'transfer_code_ended' },
  })
  const again = (await askToSend(gate.stage, number, { phone: newPhone() })).body.id
  const late = await readCode(gate.stage)
  gate.stage.pass(15 * MINUTE)
  expect((await sayCode(gate.stage, again, late.code)).status).toBe(410)
  expect((await readTicket(number)).state).toBe('valid')
  expect((await sayCode(gate.stage, randomUUID(), late.code)).status).toBe(404)
})

test('a code that was pasted with the marks of a messenger is read', async () => {
  const { number } = await gate.buy([1])
  const { id } = (await askToSend(gate.stage, number, { phone: newPhone() })).body
  const { code } = await readCode(gate.stage)
  const pasted = `\u2068${code.slice(0, 3)}\u2011${code.slice(3)}.\u2069`
  expect((await sayCode(gate.stage, id, pasted)).status).toBe(200)
  expect((await readTicket(number)).state).toBe('void')
})

// spec: transfer-limits
test('codes and tickets sent to a phone are limited', async () => {
  const { number } = await gate.buy([31])
  const ask = () => askToSend(gate.stage, number, { phone: newPhone() })
  for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(202)
  expect(await ask()).toMatchObject({ status: 429 })
  gate.stage.pass(61 * MINUTE)
  const friend = newPhone()
  for (let i = 0; i < 5; i++) await sendOn(gate.stage, number, { phone: friend, admits: 1 })
  expect(await ask()).toMatchObject({ status: 429 })
  gate.stage.pass(61 * MINUTE)
  // A ticket gets at most ten codes a day.
  expect(await ask()).toMatchObject({ status: 429 })
  const { number: other } = await gate.buy([1])
  for (let i = 0; i < 5; i++) {
    const { number: more } = await gate.buy([1])
    await sendOn(gate.stage, more, { phone: friend })
  }
  const request = await askToSend(gate.stage, other, { phone: friend })
  const { code } = await readCode(gate.stage)
  expect(await sayCode(gate.stage, request.body.id, code)).toMatchObject({ status: 429 })
  expect((await readTicket(other)).state).toBe('valid')
})

// spec: transfer-rules
test('each admission can be transferred as often as the organizer allows, and until the doors open if they say so', async () => {
  const event = await gate.build({ title: 'Derby Day', types: [{ name: 'VIP' }] })
  const set = (limit: number | null, atDoors: boolean) =>
    sql`insert into entry_rule (event_id, transfer_limit, transfers_end_at_doors)
      values (${event.id}, ${limit}, ${atDoors}) on conflict (event_id) do update
      set transfer_limit = ${limit}, transfers_end_at_doors = ${atDoors}`.execute(gate.stage.db)
  const { number } = await gate.buy([2], event)
  await set(0, false)
  expect(await askToSend(gate.stage, number, { phone: newPhone() })).toMatchObject({
    status: 409,
    body: { code: 'transfer_limit' },
  })
  await set(1, false)
  const second = newPhone()
  const [sent] = await sendOn(gate.stage, number, { phone: second, admits: 1 })
  expect((await askToSend(gate.stage, sent!, { phone: newPhone() })).body.code).toBe(
    'transfer_limit',
  )
  await set(null, true)
  // The code for a transferred ticket goes to the phone that received it.
  const [third] = await sendOn(gate.stage, sent!, { phone: newPhone() })
  expect((await readCode(gate.stage)).phone).toBe(second)
  expect(await readTicket(third!)).toMatchObject({ times_sent: 2 })
  const starts = sql`update event set date = ${new Date(gate.stage.clock.now().getTime() + 3600_000 * 5 + 3 * 3600_000).toISOString().slice(0, 10)}::date,
    time = ${new Date(gate.stage.clock.now().getTime() + 3600_000 * 5 + 3 * 3600_000).toISOString().slice(11, 16)}::time
    where id = ${event.id}`
  await starts.execute(gate.stage.db)
  expect((await askToSend(gate.stage, third!, { phone: newPhone() })).body.code).toBe(
    'transfers_closed',
  )
  await set(null, false)
  expect((await askToSend(gate.stage, third!, { phone: newPhone() })).status).toBe(202)
})

// spec: transfer-refused
test('a refunded or void ticket, a cancelled event and an invalid phone are refused in words', async () => {
  const { number } = await gate.buy([1])
  expect(await askToSend(gate.stage, number, { phone: '0812345678' })).toMatchObject({
    status: 422,
    body: { field: 'phone' },
  })
  expect((await askToSend(gate.stage, number, {})).status).toBe(422)
  expect((await askToSend(gate.stage, '0'.repeat(16), { phone: newPhone() })).status).toBe(404)
  await sql`update ticket set state = 'void', void_reason = 'refunded' where number = ${number}`.execute(
    gate.stage.db,
  )
  expect(await askToSend(gate.stage, number, { phone: newPhone() })).toMatchObject({
    status: 409,
    body: { code: 'ticket_void' },
  })
  const event = await gate.build({ title: 'Derby Day', types: [{ name: 'VIP' }] })
  const cancelled = await gate.buy([1], event)
  const cancel = gate.stage.db.updateTable('event').set({ cancelled_at: new Date() })
  await cancel.where('id', '=', event.id).execute()
  expect((await askToSend(gate.stage, cancelled.number, { phone: newPhone() })).body.code).toBe(
    'ticket_cancelled',
  )
})
