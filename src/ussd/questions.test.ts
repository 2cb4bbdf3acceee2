// spec: questions-ussd
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Dialled, digitOf, makeDialler } from '../../test/dialler.ts'
import { keepGate } from '../../test/gate.ts'
import { MINUTE } from '../../test/purchase.ts'
import {
  nameQuestion,
  putAnswers,
  putQuestions,
  question,
  storedAnswers,
} from '../../test/questions.ts'
import { id, name } from '../../test/shown-events.ts'
import { notices } from '../../test/ussd-notices.ts'
import { septets } from '../messages/sms.rules.ts'
import { CHOICES_MAX } from '../questions/question.rules.ts'
import { askedScreen, whyScreen } from './question-screens.rules.ts'

const gate = keepGate({ title: 'City Run', date: '2030-11-21', types: [{ name: 'Run' }] })
let size = ''
beforeAll(async () => {
  const { body } = await putQuestions(gate.stage, gate.event.id, gate.admin, [
    question('T-shirt size?', { choices: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] }),
    nameQuestion('Name on the bib?'),
    question('Bus from where?', { per: 'ticket', choices: ['CBD', 'Westlands'] }),
  ])
  size = body[0].id
})

const press = async (phone: ReturnType<typeof makeDialler>, on: Dialled, label: string) => {
  const shown = await phone.type(digitOf(on, label))
  expect(septets(shown.screen)).toBeLessThanOrEqual(160)
  return shown
}

test('a caller answers the questions with choices for each person, and may skip one', async () => {
  const { number, phoneNumber } = await gate.buy([2])
  const phone = makeDialler(gate.stage, phoneNumber)
  await phone.dial('3')
  const ticket = await phone.type('1')
  expect(ticket.screen).toContain('1 Full number by SMS\n2 Answer 2 questions\n0 Back')
  const first = await press(phone, ticket, 'Answer 2 questions')
  expect(first.screen).toBe(
    'Person 1: T-shirt size?\n1 XS\n2 S\n3 M\n4 L\n9 More\n7 Skip\n8 Why do you ask?\n0 Back',
  )
  const why = await press(phone, first, 'Why do you ask?')
  expect(why.screen).toBe('For your shirt\n0 Back')
  const back = await phone.type('0')
  const more = await press(phone, back, 'More')
  expect(more.screen).toBe(
    'Person 1: T-shirt size?\n1 XL\n2 XXL\n7 Skip\n8 Why do you ask?\n0 Back',
  )
  const second = await press(phone, more, 'XXL')
  expect(second.screen).toContain('Saved. Thank you.\nPerson 2: T-shirt size?\n')
  // The repeated turn stores no answer for the next person.
  expect(await phone.again()).toEqual(second)
  expect(await storedAnswers(gate.stage, number)).toEqual(['1:XXL'])
  const bus = await press(phone, second, 'Skip')
  expect(bus.screen).toMatch(/^Bus from where\?\n1 CBD\n2 Westlands\n7 Skip\n/)
  const left = await press(phone, bus, 'CBD')
  expect(left.screen).toMatch(/^Saved\. Thank you\.\nPerson 2: T-shirt size\?\n/)
  expect(left.screen).not.toContain('Skip')
  const done = await press(phone, left, 'S')
  expect(done.screen).toMatch(/^Saved\. Thank you\.\nCity Run\n/)
  expect(done.screen).not.toContain('question')
  expect(await storedAnswers(gate.stage, number)).toEqual(['0:CBD', '1:XXL', '2:S'])
})

test('the questions are in Swahili for a caller who chose it', async () => {
  const { phoneNumber } = await gate.buy([1])
  const phone = makeDialler(gate.stage, phoneNumber)
  await phone.dial('6')
  await phone.type('3')
  const ticket = await phone.type('1')
  const first = await press(phone, ticket, 'Jibu maswali 2')
  expect(first.screen).toMatch(/^T-shirt size\? \(sw\)\n1 XS[\s\S]*7 Ruka\n8 Kwa nini mnauliza\?\n/)
  expect((await press(phone, first, 'M')).screen).toMatch(/^Limehifadhiwa\. Asante\.\n/)
})

test('USSD changes no answer, answers nothing by dialled digits, and shows no other ticket', async () => {
  const { number, phoneNumber } = await gate.buy([1])
  const phone = makeDialler(gate.stage, phoneNumber)
  const dialled = await phone.dial('3*1*2*1')
  expect(dialled.screen).toMatch(/^T-shirt size\?/)
  expect(await storedAnswers(gate.stage, number)).toEqual([])
  // Only a choice that is on the screen is stored as an answer.
  await phone.type('6')
  expect(await storedAnswers(gate.stage, number)).toEqual([])
  // An answer is given on the web page while the screen is open.
  await putAnswers(gate.stage, number, [{ question_id: size, value: 'M' }])
  await press(phone, dialled, 'XS')
  expect(await storedAnswers(gate.stage, number)).toEqual(['1:M'])
  const { id: ticketId } = await gate.stage.db
    .selectFrom('ticket')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const thief = makeDialler(gate.stage)
  await thief.dial('3')
  const answer = { question_id: size, person: 1, value: 'L' }
  const choices = {
    1: { to: { at: 'asked', id: ticketId, from: 0, skipped: 0 } },
    2: { to: { at: 'answered', id: ticketId, skipped: 0, answer } },
  }
  await gate.stage.db
    .updateTable('ussd_session')
    .set({ state: JSON.stringify({ path: [{ at: 'menu' }], choices }) })
    .where('id', '=', thief.sessionId())
    .execute()
  expect((await thief.type('1')).screen).toMatch(/^Lango/)
})

test('a question that ended while its screen was open says so', async () => {
  const event = await gate.build({ title: 'Walk', date: '2030-11-21', types: [{ name: 'Walk' }] })
  await putQuestions(gate.stage, event.id, gate.admin, [question('Size?')])
  const { number, phoneNumber } = await gate.buy([1], event)
  const phone = makeDialler(gate.stage, phoneNumber)
  gate.stage.pass(6 * MINUTE)
  await phone.dial('3')
  const ticket = await phone.type('1')
  const first = await press(phone, ticket, 'Answer 1 question')
  await putQuestions(gate.stage, event.id, gate.admin, [])
  const said = await press(phone, first, 'S')
  expect(said.screen).toMatch(/^This ticket takes no more answers\.\nWalk\n/)
  expect(await storedAnswers(gate.stage, number)).toEqual([])
})

// spec: ussd-screen-length
test('the screens have at most 160 GSM-7 characters, however long the texts are', () => {
  const open = fc.record({
    question: fc.record({
      ...{ id, text_en: name, text_sw: name, why_en: name, why_sw: name },
      ...{ kind: fc.constant('choice' as const), per: fc.constant('person' as const) },
      choices: fc.array(name, { minLength: 2, maxLength: CHOICES_MAX }),
      until: fc.constant(null),
    }),
    slot: fc.record({ question_id: id, person: fc.integer({ min: 1, max: 31 }) }),
    isAlone: fc.boolean(),
  })
  const frame = fc.record({
    language: fc.constantFrom('en' as const, 'sw' as const),
    notice: fc.option(fc.constantFrom(...notices), { nil: undefined }),
    hasBack: fc.constant(true),
  })
  const screens = fc.property(frame, open, fc.constantFrom(0, 2, 4), (of, one, from) => {
    const place = { id: randomUUID(), from, skipped: 0 }
    for (const { text } of [askedScreen(of, one, place, from > 0), whyScreen(of, one.question)]) {
      expect(septets(text)).toBeLessThanOrEqual(160)
      expect(text).toContain('\n0 ')
    }
  })
  fc.assert(screens, { numRuns: 300 })
})
