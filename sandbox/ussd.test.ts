import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial, until } from './trial.ts'
import { NO_CONNECTION } from './ussd.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial({ timeScale: 0.001, ussdAnswerMs: 300 })
  answerWith(({ text }) => (text.endsWith('9') ? 'END Bye' : `CON Got ${text}\n1. More`))
})
afterEach(() => trial.close())

const ANA = '254712000001'
const BEN_OF_AIRTEL = '254733000002'

type Turn = { text: string; serviceCode: string }

function answerWith(reply: (turn: Turn) => string | null): void {
  trial.listener.script.answer = (path, body) => (path === '/cb/u/menu' ? reply(body) : '')
}
const turns = () => trial.told('/cb/u/menu')
const ends = () => trial.told('/cb/u/menu/end')
const typed = (body: object) => trial.send('POST', `/phones/${ANA}/ussd`, body)
const shownOn = async (msisdn: string) => (await trial.get(`/phones/${msisdn}`)).json.ussd

/** Restarts the sandbox with its real waits (time scale 1), so that no session times out. */
async function slowly(options = {}): Promise<void> {
  const { answer } = trial.listener.script
  await trial.close()
  trial = await startTrial({ timeScale: 1, ussdAnswerMs: 300, ...options })
  trial.listener.script.answer = answer
}

// spec: sandbox-ussd-wire
test('the gateway posts all inputs, joined, and reports how the session ended', async () => {
  await slowly()
  const first = await trial.dial(ANA)
  expect(first).toEqual({
    session_id: expect.stringMatching(/^ATUid_[0-9a-f]{32}$/),
    screen: 'Got \n1. More',
    open: true,
  })
  expect(await shownOn(ANA)).toEqual(first)
  expect(await trial.type(ANA, first, '1')).toMatchObject({ screen: 'Got 1\n1. More', open: true })
  const last = { session_id: first.session_id, screen: 'Bye', open: false }
  expect(await trial.type(ANA, first, '2*9')).toEqual(last)
  expect(await shownOn(ANA)).toEqual(last)
  const common = {
    sessionId: first.session_id,
    serviceCode: '*265*25#',
    phoneNumber: `+${ANA}`,
    networkCode: '63902',
  }
  expect(turns()).toEqual(['', '1', '1*2*9'].map((text) => ({ ...common, text })))
  await until('the end was told', () => ends().length === 1)
  expect(ends()).toEqual([
    {
      ...common,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      status: 'Success',
      cost: 'KES 1.0000',
      durationInMillis: expect.stringMatching(/^\d+$/),
      hopsCount: '3',
      hopsMetadata: '',
      input: '1*2*9',
      lastAppResponse: 'END Bye',
    },
  ])
})

test('digits dialled beyond the code are the first input, and another code reaches no service', async () => {
  await slowly()
  expect(await trial.dial(ANA, '*265*25*123*4#')).toMatchObject({ screen: 'Got 123*4\n1. More' })
  expect(turns()).toMatchObject([{ serviceCode: '*265*25#', text: '123*4' }])
  const nowhere = { session_id: null, screen: NO_CONNECTION, open: false }
  for (const code of ['*265#', '*265*26#', '*144#', '*265*255#']) {
    expect(await trial.dial(BEN_OF_AIRTEL, code)).toEqual(nowhere)
  }
  expect(turns()).toHaveLength(1)
})

test('without an address for sessions no code works', async () => {
  await slowly({ ussdUrl: undefined })
  expect(await trial.dial(ANA)).toMatchObject({ screen: NO_CONNECTION, open: false })
})

test.each([
  ['another prefix', 'Hello'],
  ['no space behind it', 'CON'],
  ['a space before it', ' CON Hello'],
  ['JSON', '{"screen":"CON Hello"}'],
  ['nothing', ''],
  ['more than the network shows', `CON ${'x'.repeat(161)}`],
  ['signs that count twice', `CON ${'x'.repeat(159)}[`],
  ['a sign outside GSM-7', 'CON Tickets – 2'],
])('a reply with %s ends the session with an error', async (_what, reply) => {
  answerWith(() => reply)
  expect(await trial.dial(ANA)).toMatchObject({ screen: NO_CONNECTION, open: false })
  await until('the end was told', () => ends().length === 1)
  expect(ends()).toMatchObject([
    { status: 'Failed', lastAppResponse: reply, errorMessage: expect.any(String) },
  ])
})

test('a session ends with an error if the service does not respond, or not with status 200', async () => {
  await slowly()
  answerWith(() => null)
  expect(await trial.dial(ANA)).toMatchObject({ screen: NO_CONNECTION, open: false })
  await until('the end was told', () => ends().length === 1)
  expect(ends()).toMatchObject([{ status: 'Failed', lastAppResponse: '' }])
  await slowly({ ussdUrl: `${trial.base}/nowhere` })
  expect(await trial.dial(ANA)).toMatchObject({ screen: NO_CONNECTION, open: false })
})

test('Airtel allows longer screens and inputs than Safaricom', async () => {
  await slowly()
  answerWith(() => `CON ${'x'.repeat(184)}`)
  const shown = await trial.dial(BEN_OF_AIRTEL)
  expect(shown).toMatchObject({ screen: 'x'.repeat(184), open: true })
  expect(turns()).toMatchObject([{ networkCode: '63903' }])
  expect(await trial.type(BEN_OF_AIRTEL, shown, 'y'.repeat(90))).toMatchObject({ open: true })
  answerWith(() => 'CON Name?')
  const { session_id } = await trial.dial(ANA)
  const answer = await typed({ session_id, input: 'y'.repeat(81) })
  expect([answer.status, answer.json.error]).toEqual([
    400,
    'input: this network takes 80 characters',
  ])
  expect(await shownOn(ANA)).toMatchObject({ open: true })
})

// spec: sandbox-ussd-time
test('a screen without an input times out, and the service is notified of an incomplete session', async () => {
  const { session_id } = await trial.dial(ANA)
  await until('the session ended', async () => !(await shownOn(ANA)).open)
  expect(await shownOn(ANA)).toEqual({ session_id, screen: NO_CONNECTION, open: false })
  await until('the end was told', () => ends().length === 1)
  expect(ends()).toMatchObject([
    { status: 'Incomplete', hopsCount: '1', errorMessage: 'Nothing was typed in time' },
  ])
  const late = await typed({ session_id, input: '1' })
  expect([late.status, late.json.error]).toEqual([409, 'session_id: this session has ended'])
})

// spec: sandbox-ussd-time
test('every session ends after three minutes, however active it is', async () => {
  await slowly({ timeScale: 0.005 })
  answerWith(({ text }) => `CON ${text.length}`)
  const shown = await trial.dial(BEN_OF_AIRTEL)
  await until('it ended', async () => !(await trial.type(BEN_OF_AIRTEL, shown, '1')).open)
  await until('the end was told', () => ends().length === 1)
  expect(ends()).toMatchObject([
    { status: 'Incomplete', errorMessage: 'The session lasted too long' },
  ])
})

test('a session cancelled on the phone is reported as incomplete, and another one may begin', async () => {
  await slowly()
  expect((await trial.send('DELETE', `/phones/${ANA}/ussd`)).status).toBe(404)
  const first = await trial.dial(ANA)
  const twice = await typed({ dial: '*265*25#' })
  expect([twice.status, twice.json.error]).toEqual([409, 'dial: a session is open on this phone'])
  const { json } = await trial.send('DELETE', `/phones/${ANA}/ussd`)
  expect(json).toEqual({ ...first, open: false })
  await until('the end was told', () => ends().length === 1)
  expect(ends()).toMatchObject([{ status: 'Incomplete', sessionId: first.session_id }])
  const second = await trial.dial(ANA)
  expect(second.session_id).not.toBe(first.session_id)
  expect((await typed({ session_id: first.session_id, input: '1' })).status).toBe(404)
})

// spec: sandbox-ussd-prompt
test('an open session keeps a prompt from the phone: code 1037, even if the session ends earlier', async () => {
  await slowly({ timeScale: 0.01 })
  await trial.dial(ANA)
  const { json } = await trial.push(ANA)
  expect(json.ResponseCode).toBe('0')
  expect(await trial.prompts(ANA)).toEqual([])
  await trial.send('DELETE', `/phones/${ANA}/ussd`)
  expect(await trial.prompts(ANA)).toEqual([])
  await until('it was told', () => trial.stk().length === 1)
  expect(trial.stk()[0]).toMatchObject({
    CheckoutRequestID: json.CheckoutRequestID,
    ResultCode: 1037,
  })
  await trial.push(ANA)
  expect(await trial.prompts(ANA)).toHaveLength(1)
  const answer = await typed({ dial: '*265*25#' })
  expect([answer.status, answer.json.error]).toEqual([409, 'dial: a prompt is on the screen'])
})

test.each<[object, string]>([
  [{}, 'session_id'],
  [{ session_id: 'ATUid_0' }, 'input'],
  [{ session_id: 'ATUid_0', input: 1 }, 'input'],
  [{ session_id: 'ATUid_0', input: '1', dial: '*265*25#' }, 'session_id'],
  [{ session_id: 'ATUid_0', input: '1', pin: '1' }, 'pin'],
  [{ dial: '265' }, 'dial'],
  [{ dial: '*265*25' }, 'dial'],
  [{ dial: 265 }, 'dial'],
])('a wrong field is named for the input %j', async (body, field) => {
  const answer = await typed(body)
  expect(answer.status).toBe(400)
  expect(answer.json.error.split(':')[0]).toBe(field)
})
