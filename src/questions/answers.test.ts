import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newPhone } from '../../test/build.ts'
import { keepGate } from '../../test/gate.ts'
import { callApi } from '../../test/http.ts'
import { post } from '../../test/purchase.ts'
import {
  getAnswers,
  nameQuestion,
  putAnswers,
  putQuestions,
  question,
  storedAnswers,
} from '../../test/questions.ts'
import { readCode, sayCode, sendOn } from '../../test/transfers.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'

const gate = keepGate({
  types: [{ name: 'Run', maxPerOrder: 31 }, { name: 'VIP' }, { kind: 'add_on', name: 'Parking' }],
})
let size = ''
let name = ''
let group = ''
let plate = ''
beforeAll(async () => {
  const [run, , parking] = gate.event.types
  const { body } = await putQuestions(gate.stage, gate.event.id, gate.admin, [
    question('T-shirt size?', { ticket_type_ids: [run!.id] }),
    nameQuestion('Name on the bib?'),
    nameQuestion('Name of your group?', { kind: 'text', per: 'ticket' }),
    nameQuestion('Number plate?', {
      ...{ kind: 'text', per: 'ticket', ticket_type_ids: [parking!.id] },
    }),
  ])
  ;[size, name, group, plate] = body.map(({ id }: { id: string }) => id)
})

const put = (number: string, answers: Parameters<typeof putAnswers>[2], code?: string) =>
  putAnswers(gate.stage, number, answers, code === undefined ? {} : { code })
const sizes = (people: Record<number, string>) =>
  Object.entries(people).map(([person, value]) => ({
    question_id: size,
    person: Number(person),
    value,
  }))

// spec: questions-first-answer
test('whoever knows the number gives the first answer, and no reply contains an answer', async () => {
  const { number } = await gate.buy([2])
  const asked = await getAnswers(gate.stage, number)
  expect(asked).toMatchObject({
    status: 200,
    body: {
      questions: [{ id: size }, { id: name }, { id: group }],
      people: [1, 2],
      answered: [],
    },
  })
  const saved = await put(number, [
    ...sizes({ 1: 'M' }),
    { question_id: name, person: 2, value: '  Asha \n Wanjiku ' },
    { question_id: group, value: 'Nairobi Joggers' },
  ])
  expect(saved).toMatchObject({ status: 200 })
  expect(new Set(saved.body.answered.map((one: object) => JSON.stringify(one)))).toEqual(
    new Set([
      JSON.stringify({ question_id: size, person: 1 }),
      JSON.stringify({ question_id: name, person: 2 }),
      JSON.stringify({ question_id: group }),
    ]),
  )
  expect(await storedAnswers(gate.stage, number)).toEqual([
    '0:Nairobi Joggers',
    '1:M',
    '2:Asha Wanjiku',
  ])
  const page = await gate.stage.app.inject(`/api/tickets/${number}`)
  for (const text of [JSON.stringify(saved.body), page.body]) {
    expect(text).not.toMatch(/Asha|Joggers|"M"[^,\]]*}/)
  }
  expect((await getAnswers(gate.stage, number)).body).toEqual(saved.body)
})

test('a ticket is asked the questions of its type, and an add-on only those that name it', async () => {
  const both = await gate.buy([1, 1, 1])
  const { rows } = await sql<{ number: string; name: string }>`
    select k.number, t.name from ticket k join ticket_type t on t.id = k.ticket_type_id
    where k.order_id = ${both.orderId}`.execute(gate.stage.db)
  const asked = async (type: string) => {
    const { number } = rows.find((row) => row.name === type)!
    const { body } = await getAnswers(gate.stage, number)
    return body.questions.map(({ id }: { id: string }) => id)
  }
  expect(await asked('Run')).toEqual([size, name, group])
  expect(await asked('VIP')).toEqual([name, group])
  expect(await asked('Parking')).toEqual([plate])
})

// spec: questions-none
test('tickets and orders say whether there are questions, so that pages of other events read none', async () => {
  const plain = await gate.build({ types: [{ name: 'Walk' }] })
  for (const [event, has] of [
    [gate.event, true],
    [plain, undefined],
  ] as const) {
    const { number, orderId } = await gate.buy([1], event)
    const ticket = await callApi(gate.stage, `/api/tickets/${number}`)
    expect(ticket.body.has_questions).toBe(has)
    const order = await callApi(gate.stage, `/api/orders/${orderId}`)
    expect(order.body.transaction.has_questions).toBe(has)
  }
})

test('each fault of an answer names its field, and nothing is stored', async () => {
  const { number } = await gate.buy([2])
  const faults: [string, Parameters<typeof put>[1]][] = [
    ['answers.0.question_id', [{ question_id: plate, value: 'KDA 001A' }]],
    ['answers.0.question_id', [{ question_id: 'x', value: 'M' }]],
    ['answers.0.value', sizes({ 1: 'XXL' })],
    ['answers.0.value', sizes({ 1: ' ' })],
    ['answers.0.value', [{ question_id: group, value: 'x'.repeat(81) }]],
    ['answers.0.person', sizes({ 3: 'M' })],
    ['answers.0.person', sizes({ 0: 'M' })],
    ['answers.0.person', [{ question_id: size, value: 'M' }]],
    ['answers.0.person', [{ question_id: group, person: 1, value: 'x' }]],
    ['answers.1.question_id', [...sizes({ 1: 'M' }), ...sizes({ 1: 'L' })]],
  ]
  for (const [field, answers] of faults) {
    expect(await put(number, answers)).toMatchObject({ status: 422, body: { field } })
  }
  expect(await storedAnswers(gate.stage, number)).toEqual([])
  expect((await put('0000-0000-0000-0000', sizes({ 1: 'M' }))).status).toBe(404)
})

// spec: questions-change-code
test("a change needs the code on the holder's phone, also if the answer stays equal", async () => {
  const { number, phoneNumber } = await gate.buy([1])
  await put(number, sizes({ 1: 'M' }))
  for (const value of ['L', 'M']) {
    const asked = await put(number, [...sizes({ 1: value }), { question_id: group, value: 'A' }])
    expect(asked).toEqual({
      status: 202,
      body: { status: 'code', message: expect.stringContaining('type the code') },
    })
  }
  expect(await storedAnswers(gate.stage, number)).toEqual(['1:M'])
  const { code, phone } = await readCode(gate.stage)
  expect(phone).toBe(phoneNumber)
  expect(gate.stage.sent.at(-1)!.body).toBe(
    `${code} is your code to change the answers of your ticket (Derby Day). Not you? Don't share it. Valid 15 minutes.`,
  )
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await put(number, sizes({ 1: 'L' }), wrong)).toMatchObject({
    status: 422,
    body: { code: 'wrong_answers_code', field: 'code' },
  })
  expect(await storedAnswers(gate.stage, number)).toEqual(['1:M'])
  expect((await put(number, sizes({ 1: 'L' }), code)).status).toBe(200)
  expect(await storedAnswers(gate.stage, number)).toEqual(['1:L'])
  // The code is valid for this ticket only.
  const other = await gate.buy([1])
  await put(other.number, sizes({ 1: 'M' }))
  expect((await put(other.number, sizes({ 1: 'L' }), code)).status).toBe(422)
})

test('codes to a phone are limited', async () => {
  const { number } = await gate.buy([1])
  await put(number, sizes({ 1: 'M' }))
  const max = gate.stage.deps.env.limits.transferPerPhone
  for (let sent = 0; sent < max; sent++) {
    expect((await put(number, sizes({ 1: 'L' }))).status).toBe(202)
  }
  expect((await put(number, sizes({ 1: 'L' }))).status).toBe(429)
  expect(await storedAnswers(gate.stage, number)).toEqual(['1:M'])
})

// spec: questions-people-leave
test('people without an answer leave a ticket first, and their answers are deleted', async () => {
  const { number } = await gate.buy([10])
  await put(number, sizes({ 1: 'S', 2: 'M', 10: 'L' }))
  const friend = newPhone()
  const [sent] = await sendOn(gate.stage, number, { phone: friend, admits: 3 })
  expect((await getAnswers(gate.stage, number)).body.people).toEqual([1, 2, 3, 4, 5, 6, 10])
  expect(await storedAnswers(gate.stage, number)).toEqual(['1:S', '2:M', '10:L'])
  const received = await getAnswers(gate.stage, sent!)
  expect(received.body).toMatchObject({ people: [1, 2, 3], answered: [] })
  await sendOn(gate.stage, number, { phone: newPhone(), admits: 5 })
  expect((await getAnswers(gate.stage, number)).body.people).toEqual([1, 2])
  expect(await storedAnswers(gate.stage, number)).toEqual(['1:S', '2:M'])
  await put(number, [{ question_id: group, value: 'Joggers' }])
  await sendOn(gate.stage, number, { phone: newPhone() })
  expect(await storedAnswers(gate.stage, number)).toEqual([])
  const gone = await getAnswers(gate.stage, number)
  expect(gone.body).toEqual({ questions: [], people: [], leaves: [], answered: [] })
  expect((await put(number, sizes({ 1: 'M' }))).body.code).toBe('answers_closed')
})

// spec: questions-leaving-shown
test('a refund of one person takes the highest number, and of all people all answers', async () => {
  const { number, orderId } = await gate.buy([3])
  await put(number, sizes({ 1: 'S', 2: 'M' }))
  expect((await getAnswers(gate.stage, number)).body.leaves).toEqual([3, 2, 1])
  const ask = async (url: string, payload: object) => {
    const { headers } = gate.admin
    return await callApi(gate.stage, { method: 'POST', url, headers, payload })
  }
  const lost = async (which: object) =>
    (await ask('/api/refund_previews', { order_id: orderId, ...which })).body.lost_answers
  const refund = async (which: object) => {
    const payload = { order_id: orderId, reason: 'other', words: '', ...which }
    expect((await ask('/api/refunds', payload)).status).toBe(201)
  }
  const part = (admits: number) => ({ tickets: [{ ticket_number: number, admits }] })
  expect(await lost(part(1))).toBe(undefined)
  expect(await lost(part(2))).toEqual([{ ticket_number: number, people: [2] }])
  await put(number, [{ question_id: group, value: 'Joggers' }])
  expect(await lost({})).toEqual([{ ticket_number: number, people: [0, 1, 2] }])
  await refund(part(2))
  expect(await storedAnswers(gate.stage, number)).toEqual(['0:Joggers', '1:S'])
  await refund({ ticket_numbers: [number] })
  expect(await storedAnswers(gate.stage, number)).toEqual([])
})

test('a ticket that its sender took back loses the answers of the friend, and can be answered again', async () => {
  const { number } = await gate.buy([2])
  await put(number, sizes({ 1: 'S', 2: 'M' }))
  const [sent] = await sendOn(gate.stage, number, { phone: newPhone(), admits: 1 })
  const [transfer] = (await gate.stage.app.inject(`/api/tickets/${number}`)).json().sent
  const { body } = await post(gate.stage, `/api/tickets/${number}/take_backs`, { id: transfer.id })
  const { code } = await readCode(gate.stage)
  expect((await sayCode(gate.stage, body.id, code)).status).toBe(200)
  expect(await storedAnswers(gate.stage, sent!)).toEqual([])
  const { people, answered } = (await getAnswers(gate.stage, number)).body
  expect({ people, answered }).toEqual({
    people: [1, 2],
    answered: [{ question_id: size, person: 1 }],
  })
})

test('an answer by the new holder ends the right to take the ticket back', async () => {
  const { number } = await gate.buy([2])
  const [sent] = await sendOn(gate.stage, number, { phone: newPhone(), admits: 1 })
  await put(sent!, sizes({ 1: 'M' }))
  const [transfer] = (await gate.stage.app.inject(`/api/tickets/${number}`)).json().sent
  expect(transfer.can_take_back).toBe(false)
})

test('nothing is asked after the last day of a question, after the event, or of a cancelled event', async () => {
  const event = await gate.build({ types: [{ name: 'Run' }] })
  const today = nairobiDate(gate.stage.clock.now())
  const { body } = await putQuestions(gate.stage, event.id, gate.admin, [
    question('Size?', { until: today }),
  ])
  const { number } = await gate.buy([1], event)
  expect((await getAnswers(gate.stage, number)).body.questions).toHaveLength(1)
  const saved = await putQuestions(gate.stage, event.id, gate.admin, [
    { ...body[0], until: '2026-01-01' },
  ])
  expect(saved.status).toBe(200)
  expect((await getAnswers(gate.stage, number)).body.questions).toEqual([])
  await putQuestions(gate.stage, event.id, gate.admin, [{ ...body[0], until: null }])
  const set = (values: object) =>
    gate.stage.db.updateTable('event').set(values).where('id', '=', event.id).execute()
  await set({ cancelled_at: new Date() })
  expect((await getAnswers(gate.stage, number)).body.questions).toEqual([])
  await set({ cancelled_at: null, date: '2026-01-01' })
  expect((await put(number, [{ question_id: body[0].id, value: 'M' }])).status).toBe(409)
})
