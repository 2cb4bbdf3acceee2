import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { keepGate } from '../../test/gate.ts'
import { nameQuestion, putAnswers, putQuestions, storedAnswers } from '../../test/questions.ts'
import { sendOn } from '../../test/transfers.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { forgetOld } from './forget-old.job.ts'
import { eraseData, exportData } from './personal-data.ts'

const DAY_MS = 86_400_000

const gate = keepGate({ types: [{ name: 'Run' }] })
let question = ''
beforeAll(async () => {
  const wanted = [nameQuestion('Name on the bib?')]
  const { body } = await putQuestions(gate.stage, gate.event.id, gate.admin, wanted)
  question = body[0].id
})

/** Moves the event to a date `days` days ago. */
async function passed(days: number): Promise<void> {
  const date = nairobiDate(new Date(gate.stage.clock.now().getTime() - days * DAY_MS))
  await sql`update event set date = ${date}::date where id = ${gate.event.id}`.execute(
    gate.stage.db,
  )
}

const answer = (number: string, value: string, person = 1) =>
  putAnswers(gate.stage, number, [{ question_id: question, person, value }])
const answersIn = async (phone: string) =>
  ((await exportData(gate.stage.deps, phone, 'staff')) as Record<string, unknown>).answers

// spec: questions-forgotten
test("the copy of a phone's data has the answers of its tickets, and an erasure deletes them", async () => {
  await passed(-30)
  const { number, phoneNumber } = await gate.buy([2])
  const friend = '254722999001'
  const [sent] = await sendOn(gate.stage, number, { phone: friend, admits: 1 })
  await answer(number, 'Asha')
  await answer(sent!, 'Brian')
  const asha = { question: 'Name on the bib?', ticket: number, person: 1, answer: 'Asha' }
  expect(await answersIn(phoneNumber)).toMatchObject([asha])
  expect(await answersIn(friend)).toMatchObject([{ answer: 'Brian' }])
  await passed(5)
  gate.stage.pass(3 * DAY_MS)
  await eraseData(gate.stage.deps, friend, 'staff')
  expect(await storedAnswers(gate.stage, sent!)).toEqual([])
  expect(await storedAnswers(gate.stage, number)).toEqual(['1:Asha'])
  await eraseData(gate.stage.deps, phoneNumber, 'staff')
  expect(await storedAnswers(gate.stage, number)).toEqual([])
})

// spec: questions-forgotten
test('answers are deleted 30 days after the event, and not before', async () => {
  await passed(-30)
  const { number } = await gate.buy([1])
  await answer(number, 'Asha')
  await passed(30)
  await forgetOld(gate.stage.deps)
  expect(await storedAnswers(gate.stage, number)).toEqual(['1:Asha'])
  await passed(31)
  await forgetOld(gate.stage.deps)
  expect(await storedAnswers(gate.stage, number)).toEqual([])
})
