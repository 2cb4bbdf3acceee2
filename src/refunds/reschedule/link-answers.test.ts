// spec: questions-leaving-shown
import { beforeAll, expect, test } from 'vitest'
import { keepGate } from '../../../test/gate.ts'
import { putAnswers, putQuestions, question } from '../../../test/questions.ts'
import { readRefundLink, rescheduleAndTell } from '../../../test/refund-links.ts'

const gate = keepGate({ date: '2027-12-12', types: [{ name: 'Run', maxPerOrder: 5 }] })
let ids: string[]
beforeAll(async () => {
  const { body } = await putQuestions(gate.stage, gate.event.id, gate.admin, [
    question('T-shirt size?'),
    question('Name of your group?', { kind: 'text', choices: undefined, per: 'ticket' }),
  ])
  ids = body.map(({ id }: { id: string }) => id)
})

test('a refund link tells of answers once a person of its own tickets has answered', async () => {
  const { stage } = gate
  const [mine, other] = [await gate.buy([3]), await gate.buy([3])]
  const tokenOf = await rescheduleAndTell(stage, gate.event.id)
  const phone = `254${mine.phoneNumber.slice(-9)}`
  const read = async () => (await readRefundLink(stage, tokenOf(phone))).has_answers
  const size = { question_id: ids[0]!, person: 1, value: 'S' }
  expect((await putAnswers(stage, other.number, [size])).status).toBe(200)
  const group = { question_id: ids[1]!, value: 'Joggers' }
  expect((await putAnswers(stage, mine.number, [group])).status).toBe(200)
  expect(tokenOf(phone)).not.toBe('')
  expect(await read()).toBe(undefined)
  expect((await putAnswers(stage, mine.number, [size])).status).toBe(200)
  expect(await read()).toBe(true)
})
