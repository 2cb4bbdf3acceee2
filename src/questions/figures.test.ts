import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { newPhone } from '../../test/build.ts'
import { type Account, keepGate } from '../../test/gate.ts'
import { nameQuestion, putAnswers, putQuestions, question } from '../../test/questions.ts'
import { addMember } from '../../test/team.ts'
import { sendOn } from '../../test/transfers.ts'

const gate = keepGate({ types: [{ name: 'Run' }, { kind: 'add_on', name: 'Parking' }] })
let size = ''
let name = ''
beforeAll(async () => {
  const wanted = [question('T-shirt size?'), nameQuestion('=Name, on the bib?')]
  const { body } = await putQuestions(gate.stage, gate.event.id, gate.admin, wanted)
  ;[size, name] = body.map(({ id }: { id: string }) => id)
})

const get = (path: string, { headers }: Pick<Account, 'headers'> = gate.organizer) =>
  gate.stage.app.inject({ url: `/api/events/${gate.event.id}/${path}`, headers })
const counts = async () => (await get('answers/counts')).json().questions

// spec: questions-counts
test('the organizer sees counts, the answers of each person, and a file', async () => {
  const { number, phoneNumber } = await gate.buy([3, 2])
  const answers = [
    { question_id: size, person: 1, value: 'S' },
    { question_id: size, person: 2, value: 'M' },
    { question_id: name, person: 2, value: 'Asha' },
  ]
  await putAnswers(gate.stage, number, answers)
  expect(await counts()).toEqual([
    {
      ...{ id: size, text_en: 'T-shirt size?', kind: 'choice', is_asked: true },
      choices: [
        { value: 'S', count: 1 },
        { value: 'M', count: 1 },
        { value: 'L', count: 0 },
      ],
      ...{ answered: 2, no_answer: 1 },
    },
    {
      ...{ id: name, text_en: '=Name, on the bib?', kind: 'name', is_asked: true },
      ...{ choices: [], answered: 1, no_answer: 2 },
    },
  ])
  const row = { number, ticket_type: 'Run', phone: phoneNumber }
  expect((await get('answers')).json().data).toEqual([
    { ...row, person: 1, answers: { [size]: 'S' } },
    { ...row, person: 2, answers: { [size]: 'M', [name]: 'Asha' } },
  ])
  const first = (await get('answers?limit=1')).json()
  expect(first.data).toHaveLength(1)
  const next = (await get(`answers?limit=1&cursor=${first.next_cursor}`)).json()
  expect(next).toMatchObject({ data: [{ person: 2 }], next_cursor: null })
  const { body } = await get('answers.csv')
  expect(body.split('\r\n')).toEqual([
    expect.stringContaining('Person,T-shirt size?,'),
    expect.stringMatching(/,1,S,$/),
    expect.stringMatching(/,2,M,Asha$/),
    '',
  ])
  expect(body).not.toContain(',=Name')
  // A transfer takes people without answers first.
  await sendOn(gate.stage, number, { phone: newPhone(), admits: 2 })
  expect((await counts())[0]).toMatchObject({ answered: 1, no_answer: 2 })
})

test('a removed question with answers keeps its counts', async () => {
  await putQuestions(gate.stage, gate.event.id, gate.admin, [question('Shirt?')])
  const asked = await counts()
  expect(asked[0]).toMatchObject({ text_en: 'Shirt?', is_asked: true, answered: 0 })
  expect(asked).toContainEqual(
    expect.objectContaining({ id: size, is_asked: false, no_answer: 0, answered: 1 }),
  )
})

// spec: questions-counts-without-names
test("a role without the right to buyers' data sees counts only", async () => {
  const lead = await buildAccount(gate.stage)
  await addMember(gate.stage.deps, lead.id, { organizerId: gate.organizer.id, role: 'door_lead' })
  expect((await get('answers/counts', lead)).statusCode).toBe(200)
  for (const path of ['answers', 'answers.csv']) {
    expect((await get(path, lead)).statusCode).toBe(403)
  }
})
