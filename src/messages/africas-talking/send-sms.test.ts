import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTrial, type Trial } from '../../../sandbox/trial.ts'
import {
  closedAddress,
  type ScriptedServer,
  type Served,
  startScriptedServer,
} from '../../../test/scripted-server.ts'
import { until } from '../../../test/until.ts'
import { readEnv } from '../../env.ts'
import { makeSmsGateway, readSmsResponse } from './send-sms.ts'

const PHONE = '254712000001'

function answerOf(recipient: object | null, message = 'Sent to 1/1 Total Cost: KES 0.8000') {
  const Recipients = recipient ? [{ number: `+${PHONE}`, cost: 'KES 0.8000', ...recipient }] : []
  return JSON.stringify({ SMSMessageData: { Message: message, Recipients } })
}
const accepted = (changes: object = {}) =>
  answerOf({ statusCode: 101, status: 'Success', messageId: 'ATXid_1', ...changes })
const refused = (statusCode: number, status: string) =>
  answerOf({ statusCode, status, cost: '0', messageId: 'None' }, 'Sent to 0/1 Total Cost: 0')

describe('a response of Africa’s Talking', () => {
  test.each([
    ['100', 201, accepted({ statusCode: 100, status: 'Processed' }), 'Processed'],
    ['101', 201, accepted(), 'Success'],
    ['102', 201, accepted({ statusCode: 102, status: 'Queued' }), 'Queued'],
    ['a code that is a text', 201, accepted({ statusCode: '101' }), 'Success'],
    ['200 instead of 201', 200, accepted(), 'Success'],
    ['no word for it', 201, accepted({ status: undefined }), 'Sent'],
  ])('means that the SMS was accepted: %s', (_what, status, text, said) => {
    expect(readSmsResponse(status, text)).toEqual({
      kind: 'accepted',
      messageId: 'ATXid_1',
      status: said,
    })
  })

  test.each([
    [403, 'InvalidPhoneNumber'],
    [404, 'UnsupportedNumberType'],
    [406, 'UserInBlacklist'],
    [409, 'DoNotDisturbRejection'],
  ])('means that this phone never gets the SMS: %d %s with 201', (code, name) => {
    const expected = { kind: 'refused', reason: `${code} ${name}` }
    expect(readSmsResponse(201, refused(code, name))).toEqual(expected)
  })

  test.each([
    [401, 'RiskHold', true],
    [402, 'InvalidSenderId', true],
    [405, 'InsufficientBalance', true],
    [500, 'InternalServerError', false],
    [501, 'GatewayError', false],
    [999, 'SomethingNew', false],
  ])('means that the SMS is retried later: %d %s with 201, alert: %s', (code, name, alert) => {
    const expected = { kind: 'later', reason: `${code} ${name}`, alert }
    expect(readSmsResponse(201, refused(code, name))).toEqual(expected)
  })

  test.each([
    [407, 'CouldNotRoute'],
    [502, 'RejectedByGateway'],
  ])('means one retry, half an hour later: %d %s with 201', (code, name) => {
    const expected = { kind: 'once_more', reason: `${code} ${name}` }
    expect(readSmsResponse(201, refused(code, name))).toEqual(expected)
  })

  test('means that this phone never gets the SMS: HTTP 409', () => {
    expect(readSmsResponse(409, refused(409, 'DoNotDisturbRejection')).kind).toBe('refused')
    expect(readSmsResponse(409, 'Conflict').kind).toBe('refused')
  })

  test.each([
    ['a wrong key', 401, 'The supplied authentication is invalid', true],
    ['a forbidden account', 403, 'Forbidden', true],
    ['a missing field', 400, "Request is missing required form field 'to'", true],
    ['no recipients, and why', 201, answerOf(null, 'InvalidSenderId'), true],
    ['too many', 429, '', false],
    ['an internal error', 500, 'Internal Server Error', false],
    ['an outage', 503, '<html>503</html>', false],
  ])('means that the SMS is retried later: %s', (_what, status, text, alert) => {
    expect(readSmsResponse(status, text)).toMatchObject({ kind: 'later', alert })
  })

  test('means that the rate is too high, not an outage: HTTP 429', () => {
    const later = { kind: 'later', alert: false }
    expect(readSmsResponse(429, 'Too Many Requests')).toEqual({
      ...later,
      reason: 'HTTP 429',
      tooMany: true,
    })
    expect(readSmsResponse(503, '')).toEqual({ ...later, reason: 'HTTP 503' })
  })

  test.each([
    ['a page with 200', 200, '<html>Welcome to the network</html>'],
    ['an empty 201', 201, ''],
    ['half of it', 201, accepted().slice(0, 80)],
    ['JSON of something else', 201, '{"ok":true}'],
    ['null', 201, 'null'],
    ['recipients that are no list', 201, '{"SMSMessageData":{"Recipients":{"0":{}}}}'],
    ['a code that says taken and no id', 201, accepted({ messageId: 'None' })],
    ['a code that says taken and an empty id', 201, accepted({ messageId: null })],
    ['a proxy that waited in vain', 504, '<html>504 Gateway Time-out</html>'],
    ['a proxy that lost the answer', 502, '<html>502 Bad Gateway</html>'],
  ])('means that the SMS may have been accepted: %s', (_what, status, text) => {
    expect(readSmsResponse(status, text).kind).toBe('doubtful')
  })

  test('gives a reason without phone numbers, because reasons are logged', () => {
    const answer = readSmsResponse(400, `Invalid recipient +${PHONE}, 0712000001`)
    expect(JSON.stringify(answer)).not.toMatch(/712000001/)
  })
})

describe('an SMS', () => {
  let server: ScriptedServer
  let next: Served
  beforeEach(async () => {
    next = { status: 201, body: accepted() }
    server = await startScriptedServer(() => next)
  })
  afterEach(() => server.close())

  const gateway = (variables: Record<string, string> = {}) =>
    makeSmsGateway(readEnv({ AT_BASE_URL: server.url, ...variables }).sms)

  test('is posted as the form that the gateway expects, with a plus before the phone and the API key', async () => {
    const sms = gateway({ AT_SENDER_ID: 'LANGO', AT_API_KEY: 'secret', AT_USERNAME: 'tickets' })
    await sms.send(PHONE, 'Jambo & karibu: 100 % +1')
    const [request] = server.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: '/version1/messaging',
      headers: { apikey: 'secret', accept: 'application/json' },
    })
    expect(request!.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(new URLSearchParams(request!.body))).toEqual({
      username: 'tickets',
      to: `+${PHONE}`,
      message: 'Jambo & karibu: 100 % +1',
      from: 'LANGO',
      bulkSMSMode: '1',
      enqueue: '1',
    })
  })

  test('has no sender if no sender is registered', async () => {
    await gateway().send(PHONE, 'Jambo')
    expect(new URLSearchParams(server.requests[0]!.body).has('from')).toBe(false)
  })

  test.each<[string, Served]>([
    ['breaks before the response', 'drop'],
    ['breaks within the response', 'half'],
  ])('is doubtful if the connection %s', async (_what, served) => {
    next = served
    expect((await gateway().send(PHONE, 'Jambo')).kind).toBe('doubtful')
    expect(server.requests).toHaveLength(1)
  })

  test('is doubtful if no response comes in time', async () => {
    next = 'hang'
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soonOver())
    expect(await gateway().send(PHONE, 'Jambo')).toMatchObject({ kind: 'doubtful' })
    expect(timeout).toHaveBeenCalledWith(20_000)
    timeout.mockRestore()
  })

  test('is not sent if no gateway listens', async () => {
    const sms = gateway({ AT_BASE_URL: await closedAddress() })
    expect(await sms.send(PHONE, 'Jambo')).toEqual({
      kind: 'later',
      reason: 'ECONNREFUSED',
      alert: false,
    })
  })

  /** Replaces AbortSignal.timeout by a signal that aborts as soon as the request has arrived. */
  function soonOver(): AbortSignal {
    const controller = new AbortController()
    const end = () => controller.abort(new DOMException('time is up', 'TimeoutError'))
    until(() => expect(server.requests).toHaveLength(1)).then(end, end)
    return controller.signal
  }
})

describe('an SMS to the sandbox', () => {
  let trial: Trial
  beforeEach(async () => {
    trial = await startTrial({ timeScale: 0.01 })
  })
  afterEach(() => trial.close())

  const gateway = (variables: Record<string, string> = {}) =>
    makeSmsGateway(readEnv({ AT_BASE_URL: trial.base, AT_SENDER_ID: 'LANGO', ...variables }).sms)
  const inbox = async () => (await trial.get(`/phones/${PHONE}`)).json.messages

  test('arrives, and both reports name the id of the response', async () => {
    const answer = await gateway().send(PHONE, 'Jambo')
    expect(answer).toMatchObject({ kind: 'accepted' })
    expect(await inbox()).toMatchObject([
      { from: 'LANGO', text: expect.stringMatching(/^Jambo\n/) },
    ])
    await until(() => expect(trial.reports()).toHaveLength(2))
    const id = answer.kind === 'accepted' && answer.messageId
    expect(trial.reports()).toMatchObject([
      { id, status: 'Sent', phoneNumber: `+${PHONE}` },
      { id, status: 'Success', phoneNumber: `+${PHONE}` },
    ])
  })

  test('to a number that is no phone is refused with 201', async () => {
    expect(await gateway().send('12345', 'Jambo')).toMatchObject({ kind: 'refused' })
  })

  test('with a wrong key raises an alert and stays queued', async () => {
    const answer = await gateway({ AT_API_KEY: 'wrong' }).send(PHONE, 'Jambo')
    expect(answer).toMatchObject({ kind: 'later', alert: true })
    expect(await inbox()).toEqual([])
  })

  test.each([
    ['http_429', 'later', 0],
    ['http_500', 'later', 0],
    ['drop_after_accept', 'doubtful', 1],
  ])('with the fault %s is %s', async (fault, kind, arrived) => {
    await trial.send('PUT', '/faults', { sms: { [fault]: 1 } })
    expect((await gateway().send(PHONE, 'Jambo')).kind).toBe(kind)
    expect(await inbox()).toHaveLength(arrived)
  })
})
