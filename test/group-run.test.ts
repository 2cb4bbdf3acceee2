// spec: questions-run
import { beforeAll, expect, test, vi } from 'vitest'
import { LOG_REDACTION } from '../src/app.ts'
import { TEAM_ROLES } from '../src/platform/http/rights.rules.ts'
import { makeLog } from '../src/platform/log.ts'
import { nairobiDate } from '../src/platform/values/nairobi.rules.ts'
import { forgetOld } from '../src/privacy/forget-old.job.ts'
import { eraseData } from '../src/privacy/personal-data.ts'
import { remindToAnswer } from '../src/questions/reminding/remind-to-answer.job.ts'
import { sendAnswers } from '../src/questions/screens/send-answers.ts'
import { SEES_BUYERS } from './access/roles.ts'
import { newPhone } from './build.ts'
import { keepGate } from './gate.ts'
import { type Phone, pairPhone } from './gate-phone.ts'
import { dialAnswers, type Group, linkedNumber, sellRun, tablesWith } from './group-run.ts'
import { callApi } from './http.ts'
import {
  decideQuestions,
  getAnswers,
  getQuestions,
  nameQuestion,
  putAnswers,
  putQuestions,
  question,
  readQuestionsTask,
  storedAnswers,
} from './questions.ts'
import { buildMember } from './team.ts'
import { readCode, sendOn } from './transfers.ts'

const DAY_MS = 86_400_000
const SIZES = ['S', 'M', 'L']
/** Every person's name in this test contains the first word, every group's name the second. */
const SECRETS = ['Zuberi', 'Kikundi']
const secret = new RegExp(SECRETS.join('|'))

const lines: string[] = []
const types = [{ name: 'Run', price: 100, capacity: 400, maxPerOrder: 31 }]
const gate = keepGate(
  { title: 'Nairobi Run', types },
  { LIMIT_PUSH_PER_PHONE: '100', BUDGET_TICKETS: '1000' },
  makeLog('debug', {
    redaction: LOG_REDACTION,
    stream: { write: (line: string) => lines.push(line) },
  }),
)
let door: Phone
let sold: Awaited<ReturnType<typeof sellRun>>
let ids: { size: string; bus: string; name: string; group: string }
/** The answers that the database should have: 'NUMBER question person' → value. */
const given = new Map<string, string>()

beforeAll(async () => {
  door = await pairPhone(gate, { may_sell: true })
})

const get = async (path: string, { headers } = gate.organizer) =>
  await gate.stage.app.inject({ url: `/api/events/${gate.event.id}/${path}`, headers })
const all = () => Object.values(sold).flat()
const remember = (number: string, answers: Sent[]) => {
  for (const { question_id, person = 0, value } of answers) {
    given.set(`${number} ${question_id} ${person}`, value)
  }
}
const forget = (number: string, people?: readonly number[]) => {
  for (const key of [...given.keys()]) {
    const [of, , person] = key.split(' ')
    if (of === number && (!people || people.includes(Number(person)))) given.delete(key)
  }
}
type Sent = { question_id: string; person?: number; value: string }

/** Sizes of the first `sizes` people, names of the first `names` people, a bus, a group's name. */
function answersOf({ number, people }: Group, sizes = people, names = 2): Sent[] {
  const numbered = (count: number, question_id: string, read: (person: number) => string) =>
    Array.from({ length: count }, (_one, at) => {
      return { question_id, person: at + 1, value: read(at + 1) }
    })
  return [
    ...numbered(sizes, ids.size, (person) => SIZES[person % 3]!),
    ...numbered(names, ids.name, (person) => `Zuberi ${number} ${person}`),
    { question_id: ids.bus, value: 'CBD' },
    { question_id: ids.group, value: `Kikundi ${number}` },
  ]
}

async function answerByLink(group: Group, answers: Sent[]): Promise<void> {
  const number = linkedNumber(gate, group.phone)
  expect(number).toBe(group.number)
  expect((await putAnswers(gate.stage, number, answers)).status).toBe(200)
  remember(number, answers)
}

/** Sends the form of the ticket page. */
async function answerByPage({ number }: Group, answers: Sent[]): Promise<void> {
  const fields = new FormData()
  fields.set('number', number)
  for (const { question_id, person, value } of answers) {
    fields.set(`answer.${question_id}.${person ?? ''}`, value)
  }
  const outcome = await sendAnswers(async (path, init) => {
    const { statusCode, body } = await gate.stage.app.inject({
      ...{ method: 'PUT', url: path, payload: String(init!.body) },
      headers: { 'content-type': 'application/json' },
    })
    return new Response(body, { status: statusCode })
  }, fields)
  expect(outcome).toMatchObject({ isDone: true, answers: [] })
  remember(number, answers)
}

async function answerByUssd(group: Group, count: number): Promise<void> {
  const sizes = Array.from({ length: count }, (_one, at) => SIZES[(at + 1) % 3]!)
  await dialAnswers(gate, group, { sizes, bus: 'CBD' })
  const people = sizes.map((value, at) => ({ question_id: ids.size, person: at + 1, value }))
  remember(group.number, [...people, { question_id: ids.bus, value: 'CBD' }])
}

async function expectCounts(people: number, tickets: number): Promise<void> {
  const { questions } = (await get('answers/counts')).json()
  const valuesOf = (id: string) =>
    [...given].filter(([key]) => key.split(' ')[1] === id).map(([, value]) => value)
  for (const { id, choices, answered, no_answer } of questions) {
    const values = valuesOf(id)
    expect(answered).toBe(values.length)
    const isPerPerson = id === ids.size || id === ids.name
    expect(no_answer).toBe((isPerPerson ? people : tickets) - values.length)
    for (const { value, count } of choices) {
      expect(count).toBe(values.filter((one) => one === value).length)
    }
  }
}

test('the organizer sets up four questions, which an admin approves', async () => {
  const wanted = [
    question('T-shirt size?', { choices: SIZES }),
    question('Bus from where?', { per: 'ticket', choices: ['CBD', 'Westlands'] }),
    nameQuestion('Name on the bib?'),
    nameQuestion('Name of your group?', { kind: 'text', per: 'ticket', is_at_door: true }),
  ]
  const asked = await putQuestions(gate.stage, gate.event.id, gate.organizer, wanted)
  expect(asked.body.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('waiting'))
  const { version } = await readQuestionsTask(gate, gate.event.id)
  expect((await decideQuestions(gate, gate.event.id, 'approve', { version })).status).toBe(200)
  const { body } = await getQuestions(gate.stage, gate.event.id, gate.organizer)
  const [size, bus, name, group] = body.map(({ id }: { id: string }) => id)
  ids = { size, bus, name, group }
})

test('40 groups of 300 people buy on the web, by USSD and at the door, or get tickets', async () => {
  sold = await sellRun(gate, door)
  expect(all()).toHaveLength(40)
  expect(all().reduce((sum, { people }) => sum + people, 0)).toBe(300)
  await expectCounts(300, 40)
})

test('they answer by the link of their SMS, on the page and by USSD', async () => {
  const [byPage, byLink] = [sold.web.slice(0, 6), sold.web.slice(6, 16)]
  for (const group of byPage) await answerByPage(group, answersOf(group))
  for (const group of byLink) await answerByLink(group, answersOf(group, 6))
  for (const group of [...sold.given, ...sold.door.slice(1)]) {
    await answerByLink(group, answersOf(group, group.people, group.people))
  }
  for (const [at, group] of sold.ussd.slice(0, 6).entries()) await answerByUssd(group, at + 1)
  await expectCounts(300, 40)
})

test('transfers and refunds take the highest numbers without an answer first, and a change needs the code', async () => {
  const [sender, changed] = sold.web as [Group, Group]
  const [partly, gone] = sold.web.slice(6) as [Group, Group]
  const [sent] = await sendOn(gate.stage, sender.number, { phone: newPhone(), admits: 3 })
  forget(sender.number, [6, 7, 8])
  const friends = { number: sent!, phone: '', people: 3, orderId: '' }
  expect((await getAnswers(gate.stage, sent!)).body.answered).toEqual([])
  await answerByPage(friends, answersOf(friends, 1))
  const refund = async (body: object) => {
    const payload = { reason: 'other', words: '', ...body }
    const { headers } = gate.admin
    const call = { method: 'POST', url: '/api/refunds', headers, payload } as const
    expect((await callApi(gate.stage, call)).status).toBe(201)
  }
  // Persons 7 and 8 have no size.
  const tickets = [{ ticket_number: partly.number, admits: 3 }]
  await refund({ order_id: partly.orderId, tickets })
  forget(partly.number, [6])
  await refund({ order_id: gone.orderId })
  forget(gone.number)
  const change = [{ question_id: ids.size, person: 1, value: 'S' }]
  expect((await putAnswers(gate.stage, changed.number, change)).status).toBe(202)
  const { code, phone } = await readCode(gate.stage)
  expect(phone).toBe(changed.phone)
  expect((await putAnswers(gate.stage, changed.number, change, { code })).status).toBe(200)
  remember(changed.number, change)
  await expectCounts(300 - 3 - 8, 40)
  for (const { number } of [sender, partly, gone, friends]) {
    const mine = [...given].filter(([key]) => key.startsWith(number))
    const expected = mine.map(([key, value]) => `${key.split(' ')[2]}:${value}`).sort()
    expect((await storedAnswers(gate.stage, number)).sort()).toEqual(expected)
  }
})

test('the list and the files have each answer, and roles see what their right allows', async () => {
  const rows: { number: string; person: number; answers: Record<string, string> }[] = []
  for (let cursor = ''; ; ) {
    const { data, next_cursor } = (await get(`answers?limit=100${cursor}`)).json()
    rows.push(...data)
    if (next_cursor === null) break
    cursor = `&cursor=${next_cursor}`
  }
  const listed = rows.flatMap(({ number, person, answers }) =>
    Object.entries(answers).map(([id, value]) => [`${number} ${id} ${person}`, value] as const),
  )
  expect(new Map(listed)).toEqual(given)
  const csv = (await get('answers.csv')).body
  expect(csv.trim().split('\r\n')).toHaveLength(rows.length + 1)
  for (const value of given.values()) expect(csv).toContain(value)
  for (const role of TEAM_ROLES) {
    const member = await buildMember(gate.stage, { organizerId: gate.organizer.id, role })
    const counts = await get('answers/counts', member)
    expect(counts.statusCode).toBe(200)
    expect(counts.body).not.toMatch(secret)
    const status = SEES_BUYERS.includes(role) ? 200 : 403
    for (const path of ['answers', 'answers.csv']) {
      expect((await get(path, member)).statusCode).toBe(status)
    }
  }
  const lead = await buildMember(gate.stage, {
    ...{ organizerId: gate.organizer.id, role: 'door_lead' as const },
  })
  for (const path of ['door_list', 'door_list.csv']) {
    const { body } = await get(path, lead)
    expect(body).toContain(`Kikundi ${sold.web[1]!.number}`)
    expect(body).not.toContain('Zuberi')
  }
  const found = await gate.stage.app.inject({
    url: `/api/gate/find?q=${sold.web[1]!.number}`,
    headers: door.headers,
  })
  expect(found.body).toContain(`Kikundi ${sold.web[1]!.number}`)
  expect(found.body).not.toContain('Zuberi')
  expect(JSON.stringify(await door.list())).not.toMatch(secret)
})

test('a reminder reaches the tickets that lack an answer, and no others', async () => {
  // 40 tickets are valid: a transfer of some people added a ticket, and a refund removed a ticket.
  const whole = [...sold.given, sold.door[1]!]
  expect((await get('answers/reminders')).json()).toEqual({ tickets: 40 - whole.length })
  const pressed = await callApi(gate.stage, {
    method: 'POST',
    url: `/api/events/${gate.event.id}/answers/reminders`,
    headers: gate.organizer.headers,
  })
  expect(pressed.status).toBe(202)
  const noon = new Date(`${nairobiDate(gate.stage.clock.now())}T12:00:00+03:00`)
  const sweep = () => remindToAnswer({ ...gate.stage.deps, clock: { now: () => noon } })
  await Promise.all([sweep(), sweep()])
  await gate.stage.runJobs()
  const asked = gate.stage.sent.filter(({ body }) =>
    / from the organizer of Nairobi Run: /.test(body),
  )
  expect(new Set(asked.map(({ phone }) => phone)).size).toBe(35)
  expect(asked).toHaveLength(35)
  for (const { phone } of whole) {
    expect(asked.map((sms) => sms.phone)).not.toContain(phone)
  }
})

test('no public reply, kept page, log or other table has an answer', async () => {
  const { number, orderId } = sold.web[1]!
  const wrong = await putAnswers(gate.stage, number, [
    { question_id: ids.group, value: `Kikundi ${'x'.repeat(90)}` },
  ])
  expect(wrong.status).toBe(422)
  const failing = vi.spyOn(gate.stage.db, 'selectFrom').mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  const failed = await putAnswers(gate.stage, number, [
    { question_id: ids.group, value: 'Kikundi' },
  ])
  failing.mockRestore()
  expect(failed.status).toBe(500)
  const paths = [
    ...[`/api/tickets/${number}`, `/api/tickets/${number}/answers`, `/api/genuine/${number}`],
    ...[`/api/orders/${orderId}`, `/api/events/${gate.event.id}`, '/api/events'],
    `/api/functions/metadata?ticket_number=${number}`,
  ]
  for (const url of paths) {
    const { statusCode, body } = await gate.stage.app.inject(url)
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(secret)
  }
  for (const text of [JSON.stringify(wrong.body), JSON.stringify(failed.body)]) {
    expect(text).not.toMatch(secret)
  }
  for (const path of ['answers', 'answers.csv', 'door_list']) {
    expect((await get(path)).headers['cache-control']).toBe('no-store')
  }
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => secret.test(line))).toEqual([])
  for (const { body } of gate.stage.sent) expect(body).not.toMatch(secret)
  expect(await tablesWith(gate, [sold.web[1]!.phone])).toContain('order')
  expect(await tablesWith(gate, SECRETS)).toEqual([])
})

test('answers are erased with a phone, and 30 days after the run', async () => {
  const erased = sold.web[2]!
  const passed = async (days: number) => {
    const date = new Date(gate.stage.clock.now().getTime() - days * DAY_MS)
    await gate.stage.db
      .updateTable('event')
      .set({ date: date.toISOString().slice(0, 10) })
      .where('id', '=', gate.event.id)
      .execute()
  }
  await passed(5)
  gate.stage.pass(3 * DAY_MS)
  await eraseData(gate.stage.deps, erased.phone, 'staff')
  expect(await storedAnswers(gate.stage, erased.number)).toEqual([])
  expect(await storedAnswers(gate.stage, sold.web[3]!.number)).not.toEqual([])
  await passed(31)
  while ((await forgetOld(gate.stage.deps)) === 'more') {}
  const left = await gate.stage.db.selectFrom('answer').select('value').execute()
  expect(left).toEqual([])
})
