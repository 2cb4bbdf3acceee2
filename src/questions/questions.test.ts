import { expect, test } from 'vitest'
import { keepGate } from '../../test/gate.ts'
import { callApi } from '../../test/http.ts'
import {
  decideQuestions,
  getAnswers,
  getQuestions,
  nameQuestion,
  putAnswers,
  putQuestions,
  question,
  readQuestionsTask,
} from '../../test/questions.ts'

const gate = keepGate({ types: [{ name: 'VIP' }, { kind: 'add_on', name: 'Parking' }] })

const draft = () => gate.build({ published: false, types: [{ name: 'Run' }, { name: 'Walk' }] })
const save = (eventId: string, questions: object[], by = gate.organizer) =>
  putQuestions(gate.stage, eventId, by, questions)
const read = async (eventId: string) =>
  (await getQuestions(gate.stage, eventId, gate.organizer)).body
const decide = (eventId: string, verb: string, payload: object) =>
  decideQuestions(gate, eventId, verb, payload)

test('the questions of a draft are saved, ordered, changed and removed', async () => {
  const event = await draft()
  const [run] = event.types
  const first = question('T-shirt size?', { ticket_type_ids: [run!.id], until: '2031-05-01' })
  const saved = await save(event.id, [first, nameQuestion('Name on the bib?')])
  expect(saved).toMatchObject({
    status: 200,
    body: [
      {
        ...first,
        id: expect.any(String),
        state: 'asked',
        answers: 0,
      },
      { text_en: 'Name on the bib?', choices: [], ticket_type_ids: null, until: null },
    ],
  })
  const [size, name] = saved.body
  const again = await save(event.id, [name, { ...size, text_en: 'Shirt size?', until: null }])
  expect(
    again.body.map(({ text_en, id }: { text_en: string; id: string }) => [text_en, id]),
  ).toEqual([
    ['Name on the bib?', name.id],
    ['Shirt size?', size.id],
  ])
  expect(again.body[1].until).toBe(null)
  expect(await read(event.id)).toEqual(again.body)
  expect((await save(event.id, [])).body).toEqual([])
  const log = await gate.stage.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('event_id', '=', event.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(log).toEqual({
    action: 'questions_changed',
    before: ['Name on the bib?', 'Shirt size?'],
    after: [],
  })
})

test('a repeated save adds no question twice and writes no second line of the audit log', async () => {
  const event = await draft()
  const { body } = await save(event.id, [question('Size?')])
  expect((await save(event.id, [question('Size?')])).body).toEqual(body)
  const { length } = await gate.stage.db
    .selectFrom('audit_log')
    .select('id')
    .where('event_id', '=', event.id)
    .where('action', '=', 'questions_changed')
    .execute()
  expect(length).toBe(1)
})

// spec: questions-fields
test('each fault of a question names its field', async () => {
  const event = await draft()
  const { types } = gate.event
  const faults: [string, object[], string][] = [
    ['0.text_en', [question(' ')], 'Type the question in English.'],
    ['0.text_sw', [question('Size?', { text_sw: '' })], 'Type the question in Swahili'],
    ['0.why_en', [question('Size?', { why_en: '\n' })], 'Say why you ask.'],
    ['0.why_sw', [question('Size?', { why_sw: '' })], 'Say why you ask in Swahili'],
    ['0.text_en', [question('x'.repeat(81))], 'Use up to 80 characters.'],
    ['0.choices', [question('Size?', { choices: ['S'] })], 'Give from 2 to 12 choices.'],
    ['0.choices', [question('Size?', { choices: ['S', 's'] })], 'Two choices are alike.'],
    ['0.choices', [question('Size?', { choices: ['S', ' '] })], 'A choice is empty.'],
    ['0.choices', [question('Size?', { choices: ['S', 'x'.repeat(31)] })], 'Use up to 30'],
    ['0.choices', [nameQuestion('Name?', { choices: ['S', 'M'] })], 'Only a question with choices'],
    ['0.ticket_type_ids', [question('Size?', { ticket_type_ids: [] })], 'Choose at least one'],
    [
      '0.ticket_type_ids',
      [question('Size?', { ticket_type_ids: [types[0]!.id] })],
      'This event has no such ticket type.',
    ],
    ['0.until', [question('Size?', { until: '2031-02-30' })], 'until must be a date'],
    ['0.id', [question('Size?', { id: types[0]!.id })], 'This question no longer exists.'],
    ['1.text_en', [question('Size?'), nameQuestion('size?')], 'This event asks this already.'],
    ['5', Array.from({ length: 6 }, (_, at) => question(`Q${at}?`)), 'up to 5 questions'],
  ]
  for (const [field, questions, text] of faults) {
    expect(await save(event.id, questions)).toMatchObject({
      status: 422,
      body: { field, error: expect.stringContaining(text) },
    })
  }
  expect(await read(event.id)).toEqual([])
  const perPerson = question('Plate?', { ticket_type_ids: [types[1]!.id] })
  expect(await save(gate.event.id, [perPerson], gate.admin)).toMatchObject({
    status: 422,
    body: { field: '0.ticket_type_ids' },
  })
})

// spec: questions-approval
test('new questions and changed words of a published event wait for an admin, and the rest does not', async () => {
  const event = await gate.build({ types: [{ name: 'Run' }] })
  const asked = await save(event.id, [question('Size?')], gate.admin)
  const [size] = asked.body
  const changed = { ...size, why_en: 'For the kit', until: '2031-05-01' }
  const waiting = await save(event.id, [nameQuestion('Name?'), changed])
  expect(waiting.body).toMatchObject([
    { id: null, text_en: 'Name?', state: 'waiting' },
    {
      id: size.id,
      why_en: 'For the kit',
      until: '2031-05-01',
      state: 'waiting',
      asked_now: { why_en: 'For your shirt' },
    },
  ])
  const { number } = await gate.buy([1], event)
  const asksNow = async () => (await getAnswers(gate.stage, number)).body.questions
  expect(await asksNow()).toMatchObject([{ why_en: 'For your shirt', until: '2031-05-01' }])

  const task = await readQuestionsTask(gate, event.id)
  expect(task).toMatchObject({ kind: 'questions_asked' })
  expect((await decide(event.id, 'approve', { version: '99' })).body.code).toBe('questions_stale')
  const approved = await decide(event.id, 'approve', { version: task.version })
  expect(approved).toMatchObject({
    status: 200,
    body: [
      { text_en: 'Name?', state: 'asked' },
      { id: size.id, state: 'asked' },
    ],
  })
  expect(await asksNow()).toMatchObject([{ text_en: 'Name?' }, { why_en: 'For the kit' }])
  expect(await readQuestionsTask(gate, event.id)).toBe(undefined)
  expect((await decide(event.id, 'approve', { version: '2' })).status).toBe(409)
})

// spec: questions-approval
test.each([{ date: '2026-01-10' }, { cancelled_at: new Date() }])(
  'questions of an event with %j are on no work list',
  async (change) => {
    const event = await gate.build({ types: [{ name: 'Run' }] })
    await save(event.id, [question('Size?')])
    expect(await readQuestionsTask(gate, event.id)).toMatchObject({ kind: 'questions_asked' })
    await gate.stage.db.updateTable('event').set(change).where('id', '=', event.id).execute()
    expect(await readQuestionsTask(gate, event.id)).toBe(undefined)
  },
)

test('returned questions show the reason, and can be sent again or left out', async () => {
  const event = await gate.build({ types: [{ name: 'Run' }] })
  await save(event.id, [question('Religion?')])
  await decide(event.id, 'return', { words: 'The law forbids this.' })
  const returned = await read(event.id)
  expect(returned).toMatchObject([{ state: 'returned', note: 'The law forbids this.' }])
  const again = await save(event.id, [{ ...returned[0], text_en: 'Size?' }])
  expect(again.body).toMatchObject([{ text_en: 'Size?', state: 'waiting' }])
  expect(again.body[0].note).toBe(undefined)
  expect((await save(event.id, [])).body).toEqual([])
  expect(await readQuestionsTask(gate, event.id)).toBe(undefined)
})

// spec: questions-answered-replaced
test('a question with answers is not changed but replaced, and its answers stay', async () => {
  const event = await gate.build({ types: [{ name: 'Run' }] })
  const { body } = await save(event.id, [question('Size?')], gate.admin)
  const [size] = body
  const { number } = await gate.buy([1], event)
  const answer = { question_id: size.id, value: 'M' }
  expect((await putAnswers(gate.stage, number, [answer])).status).toBe(200)
  for (const change of [{ choices: ['S', 'M'] }, { text_en: 'Shirt?' }, { per: 'ticket' }]) {
    expect(await save(event.id, [{ ...size, ...change }], gate.admin)).toMatchObject({
      status: 409,
      body: { code: 'question_answered', field: '0.text_en' },
    })
  }
  const later = await save(event.id, [{ ...size, until: '2031-01-01' }], gate.admin)
  expect(later.body).toMatchObject([{ id: size.id, answers: 1, until: '2031-01-01' }])
  const replaced = await save(event.id, [question('Shirt size?')], gate.admin)
  expect(replaced.body).toMatchObject([{ text_en: 'Shirt size?', answers: 0 }])
  const rows = await gate.stage.db
    .selectFrom('answer')
    .select('value')
    .where('question_id', '=', size.id)
    .execute()
  expect(rows).toEqual([{ value: 'M' }])
})

test('words that were approved after the question got an answer replace it', async () => {
  const event = await gate.build({ types: [{ name: 'Run' }] })
  const { body } = await save(event.id, [question('Size?')], gate.admin)
  await save(event.id, [{ ...body[0], text_en: 'Shirt size?' }])
  const { number } = await gate.buy([1], event)
  await putAnswers(gate.stage, number, [{ question_id: body[0].id, value: 'M' }])
  const { version } = await readQuestionsTask(gate, event.id)
  const approved = await decide(event.id, 'approve', { version })
  expect(approved.body).toMatchObject([{ text_en: 'Shirt size?', answers: 0, state: 'asked' }])
  expect(approved.body[0].id).not.toBe(body[0].id)
})

test('an organizer who publishes without review asks at once, except words that an admin must check', async () => {
  const event = await gate.build({ types: [{ name: 'Run' }] })
  const set = (publishes_alone: boolean) =>
    gate.stage.db
      .updateTable('account')
      .set({ publishes_alone })
      .where('id', '=', gate.organizer.id)
      .execute()
  await set(true)
  expect((await save(event.id, [question('Size?')])).body).toMatchObject([{ state: 'asked' }])
  const odd = await save(event.id, [question('Call Safaricom 0712345678?')])
  expect(odd.body).toMatchObject([{ state: 'waiting' }])
  await set(false)
})

// spec: questions-duplicate
test('a duplicate copies the questions with their types, and never answers', async () => {
  const event = await gate.build({ types: [{ name: 'Run' }, { name: 'Walk' }] })
  const typed = question('Size?', { ticket_type_ids: [event.types[1]!.id], until: '2031-05-01' })
  const { body } = await save(event.id, [nameQuestion('Name?'), typed], gate.admin)
  const { number } = await gate.buy([1], event)
  await putAnswers(gate.stage, number, [{ question_id: body[0].id, value: 'Asha' }])
  const copy = await callApi(gate.stage, {
    method: 'POST',
    url: `/api/events/${event.id}/duplicate`,
    headers: gate.organizer.headers,
  })
  const [name, size] = await read(copy.body.id)
  expect(name).toMatchObject({ text_en: 'Name?', ticket_type_ids: null, answers: 0 })
  const walk = copy.body.ticket_types.find((type: { name: string }) => type.name === 'Walk')
  expect(size).toMatchObject({ text_en: 'Size?', ticket_type_ids: [walk.id], until: null })
  expect([name.id, size.id]).not.toContain(body[0].id)
})

test('a ticket type with a question can be removed', async () => {
  const event = await draft()
  const [run, walk] = event.types
  await save(event.id, [question('Size?', { ticket_type_ids: [run!.id, walk!.id] })])
  await gate.stage.db.deleteFrom('ticket_type').where('id', '=', run!.id).execute()
  expect(await read(event.id)).toMatchObject([{ ticket_type_ids: [walk!.id] }])
})
