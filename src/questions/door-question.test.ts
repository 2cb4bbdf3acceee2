// spec: questions-at-door
import { expect, test } from 'vitest'
import { keepGate } from '../../test/gate.ts'
import { pairPhone } from '../../test/gate-phone.ts'
import { callApi } from '../../test/http.ts'
import {
  decideQuestions,
  getQuestions,
  nameQuestion,
  putAnswers,
  putQuestions,
  question,
  readQuestionsTask,
} from '../../test/questions.ts'
import { saveQuestions } from './questions.ts'

const gate = keepGate({ types: [{ name: 'Run' }] })

const save = (eventId: string, questions: object[], by = gate.admin) =>
  putQuestions(gate.stage, eventId, by, questions)
const get = async (
  url: string,
  { headers }: { headers: Record<string, string> } = gate.organizer,
) => await callApi(gate.stage, { url, headers })

const doorLog = async (eventId: string) =>
  await gate.stage.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('event_id', '=', eventId)
    .where('action', '=', 'door_question_changed')
    .orderBy('id')
    .execute()

test('the answers to one question are on the door list and in the find of a gate, and in no list of a phone', async () => {
  const { event } = gate
  const asked = await save(event.id, [
    question('Size?'),
    nameQuestion('=Name?', { is_at_door: true }),
  ])
  const [size, name] = asked.body
  expect([size.is_at_door, name.is_at_door]).toEqual([false, true])
  const { number } = await gate.buy([3], event)
  const other = await gate.buy([1], event)
  await putAnswers(gate.stage, number, [
    { question_id: size.id, person: 1, value: 'M' },
    { question_id: name.id, person: 2, value: 'Juma' },
    { question_id: name.id, person: 1, value: 'Asha' },
  ])
  const list = async () => (await get(`/api/events/${event.id}/door_list`)).body
  const answers = async () =>
    new Map(
      (await list()).tickets.map((one: { number: string; answer: string }) => [
        one.number,
        one.answer,
      ]),
    )
  expect((await list()).question).toBe('=Name?')
  expect((await answers()).get(number)).toBe('Asha, Juma')
  expect((await answers()).get(other.number)).toBe('')
  const file = await gate.stage.app.inject({
    url: `/api/events/${event.id}/door_list.csv`,
    headers: gate.organizer.headers,
  })
  expect(file.body).toContain(",Guest,'=Name?\r\n")
  expect(file.body).toContain('"Asha, Juma"')

  const phone = await pairPhone(gate)
  const find = async (q: string) => (await get(`/api/gate/find?q=${q}`, phone)).body
  expect(await find(number)).toMatchObject({ question: '=Name?', data: [{ answer: 'Asha, Juma' }] })
  const unanswered = await find(other.number)
  expect(Object.keys(unanswered)).toEqual(['data'])
  expect(Object.keys(unanswered.data[0])).not.toContain('answer')
  expect(JSON.stringify(await phone.list())).not.toMatch(/Asha|Name\?/)

  await save(event.id, [
    { ...size, is_at_door: true },
    { ...name, is_at_door: false },
  ])
  expect(await find(number)).toMatchObject({ question: 'Size?', data: [{ answer: 'M' }] })
  await save(event.id, [name])
  expect((await list()).question).toBe('=Name?')
  await save(event.id, [])
  expect((await list()).question).toBe(null)
  expect((await answers()).get(number)).toBe('')
  expect(await doorLog(event.id)).toEqual([
    { before: null, after: '=Name?' },
    { before: '=Name?', after: 'Size?' },
    { before: 'Size?', after: '=Name?' },
    { before: '=Name?', after: null },
  ])
})

test('two questions at the door are refused, and a new one is shown once it is approved', async () => {
  const event = await gate.build({ types: [{ name: 'Run' }] })
  const both = [
    nameQuestion('Name?', { is_at_door: true }),
    question('Size?', { is_at_door: true }),
  ]
  expect(await save(event.id, both)).toMatchObject({
    status: 422,
    body: { field: '1.is_at_door', error: 'Only one question can be on the door list.' },
  })
  const waiting = await save(event.id, both.slice(0, 1), gate.organizer)
  expect(waiting.body).toMatchObject([{ state: 'waiting', is_at_door: true }])
  const path = `/api/events/${event.id}/door_list`
  expect((await get(path)).body.question).toBe(null)
  const { version } = await readQuestionsTask(gate, event.id)
  const approved = await decideQuestions(gate, event.id, 'approve', { version })
  expect(approved.body).toMatchObject([{ state: 'asked', is_at_door: true }])
  expect((await get(path)).body.question).toBe('Name?')
})

test("only who has the right to buyers' data shows a question at the door", async () => {
  const event = await gate.build({ types: [{ name: 'Run' }] })
  await save(event.id, [nameQuestion('Name?')])
  const [name] = (await getQuestions(gate.stage, event.id, gate.organizer)).body
  const membership = { organizerId: gate.organizer.id, eventId: null, role: 'door_lead' as const }
  const lead = { accountId: gate.admin.id, role: 'organizer' as const, memberships: [membership] }
  const saveAsLead = (is_at_door: boolean) =>
    saveQuestions(gate.stage.deps, lead, event.id, [{ ...name, is_at_door }])
  await expect(saveAsLead(true)).rejects.toMatchObject({ code: 'role_forbids' })
  expect(await saveAsLead(false)).toMatchObject([{ is_at_door: false }])
  expect(await doorLog(event.id)).toEqual([])
})
