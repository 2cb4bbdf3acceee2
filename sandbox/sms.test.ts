import { afterEach, beforeEach, expect, test } from 'vitest'
import { smsParts } from './parts.ts'
import { startTrial, type Trial, until } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial({ timeScale: 0.01 })
})
afterEach(() => trial.close())

const ANA = '254712000001'

test('an accepted message gets 201, reaches the phone, and gets two delivery reports', async () => {
  const answer = await trial.sms({ to: `+${ANA}`, message: 'Your ticket' })
  expect(answer.status).toBe(201)
  const { Message, Recipients } = answer.json.SMSMessageData
  expect(Message).toBe('Sent to 1/1 Total Cost: KES 0.8000')
  expect(Recipients).toEqual([
    {
      statusCode: 101,
      number: `+${ANA}`,
      status: 'Success',
      cost: 'KES 0.8000',
      messageId: expect.stringMatching(/^ATXid_[0-9a-f]{32}$/),
    },
  ])
  const { messages } = (await trial.get(`/phones/${ANA}`)).json
  expect(messages).toEqual([
    {
      id: Recipients[0].messageId,
      from: 'LANGO',
      text: 'Your ticket\nSTOP*456*9*5#',
      sent_at: expect.any(String),
    },
  ])
  await until('both reports came', () => trial.reports().length === 2)
  const common = { id: Recipients[0].messageId, phoneNumber: `+${ANA}`, networkCode: '63902' }
  expect(trial.reports()).toEqual([
    { ...common, status: 'Sent' },
    { ...common, status: 'Success' },
  ])
})

test('only the first message from a sender has the opt-out text', async () => {
  for (const [from, message] of [
    ['LANGO', 'one'],
    ['LANGO', 'two'],
    ['OTHER', 'three'],
  ]) {
    await trial.sms({ to: `+${ANA}`, message: message ?? '', from: from ?? '' })
  }
  const { messages } = (await trial.get(`/phones/${ANA}`)).json
  expect(messages.map((m: { text: string }) => m.text)).toEqual([
    'one\nSTOP*456*9*5#',
    'two',
    'three\nSTOP*456*9*5#',
  ])
})

test('each of several recipients has its own result, and a repeated one gets one message', async () => {
  const to = `+${ANA}, 0712000001,+254111000002,+${ANA}`
  const { json } = await trial.sms({ to, message: 'x' })
  const { Message, Recipients } = json.SMSMessageData
  expect(Message).toBe('Sent to 2/3 Total Cost: KES 1.6000')
  expect(Recipients[1]).toEqual({
    statusCode: 403,
    number: '0712000001',
    status: 'InvalidPhoneNumber',
    cost: '0',
    messageId: 'None',
  })
})

test('a wrong key or user gets 401 as plain text, and a missing field gets 400', async () => {
  const key = await trial.sms({ to: `+${ANA}`, message: 'x' }, 'wrong')
  expect([key.status, key.json]).toEqual([401, undefined])
  expect((await trial.sms({ username: 'other', to: `+${ANA}`, message: 'x' })).status).toBe(401)
  expect((await trial.sms({ to: `+${ANA}` })).text).toContain("'message'")
  expect((await trial.sms({ message: 'x' })).status).toBe(400)
})

test('an SMS part holds 160 or 153 septets, or 70 or 67 UTF-16 units', () => {
  expect(smsParts('a'.repeat(160))).toBe(1)
  expect(smsParts('a'.repeat(161))).toBe(2)
  expect(smsParts('€'.repeat(80))).toBe(1)
  expect(smsParts('€'.repeat(81))).toBe(2)
  expect(smsParts(`–${'a'.repeat(69)}`)).toBe(1)
  expect(smsParts(`–${'a'.repeat(70)}`)).toBe(2)
})
