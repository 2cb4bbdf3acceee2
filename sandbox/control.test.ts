import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial()
})
afterEach(() => trial.close())

const ANA = '254712000001'

test('any number is a phone as soon as it is first mentioned', async () => {
  expect((await trial.get(`/phones/${ANA}`)).json).toEqual({
    msisdn: ANA,
    balance_kes: 50_000,
    prompts: [],
    ussd: null,
    messages: [],
  })
})

test('any setting of a phone can be changed', async () => {
  const put = (body: object) => trial.send('PUT', `/phones/${ANA}`, body)
  expect((await put({ balance_kes: 10 })).json.balance_kes).toBe(10)
  expect((await put({ auto: 'ignore', delay_ms: 5 })).status).toBe(200)
  expect((await put({ auto: null })).status).toBe(200)
  expect((await put({})).status).toBe(200)
})

test('the business has balances, charges and switches, and each can be changed', async () => {
  const first = {
    short_code: '174379',
    b2c_short_code: '174379',
    working_kes: 0,
    utility_kes: 1_000_000,
    charges_kes: 0,
    reversal_charge_kes: 0,
    b2c_charge_kes: 0,
    b2b_charge_kes: 0,
    external_validation: true,
    masked_pull: false,
    c2b: null,
  }
  expect((await trial.get('/business')).json).toEqual(first)
  const set = { working_kes: 7, utility_kes: 0, charges_kes: -9, masked_pull: true }
  expect((await trial.send('PUT', '/business', set)).json).toEqual({ ...first, ...set })
  expect((await trial.send('PUT', '/business', {})).json).toEqual({ ...first, ...set })
})

test('the health and readiness checks respond with JSON', async () => {
  expect((await trial.get('/healthz')).json).toEqual({ status: 'ok' })
  expect((await trial.get('/readyz')).status).toBe(200)
})

test.each<[string, string, unknown, number, string]>([
  ['GET', '/phones/0712000001', undefined, 400, 'msisdn'],
  ['GET', '/phones/%00', undefined, 400, 'msisdn'],
  ['PUT', '/phones/254812000001', {}, 400, 'msisdn'],
  ['PUT', `/phones/${ANA}`, [], 400, 'body'],
  ['PUT', `/phones/${ANA}`, undefined, 400, 'body'],
  ['PUT', `/phones/${ANA}`, { auto: 'maybe' }, 400, 'auto'],
  ['PUT', `/phones/${ANA}`, { delay_ms: -1 }, 400, 'delay_ms'],
  ['PUT', `/phones/${ANA}`, { balance_kes: 1.5 }, 400, 'balance_kes'],
  ['PUT', `/phones/${ANA}`, { balance: 5 }, 400, 'balance'],
  ['POST', `/phones/${ANA}/prompts/none`, { action: 'cancel' }, 404, 'id'],
  ['PUT', '/faults', { seed: 'x' }, 400, 'seed'],
  ['PUT', '/faults', { push: 3 }, 400, 'push'],
  ['PUT', '/faults', { push: { http_429: 2 } }, 400, 'push.http_429'],
  ['PUT', '/faults', { push: { reorder: 1 } }, 400, 'push.reorder'],
  ['PUT', '/faults', { sms: { delay_ms: [5, 1] } }, 400, 'sms.delay_ms'],
  ['PUT', '/faults', { callback: { delay_ms: 5 } }, 400, 'callback.delay_ms'],
  ['PUT', '/faults', { b2x: {} }, 400, 'b2x'],
  ['PUT', '/faults', { c2b: { before_answer: 1 } }, 400, 'c2b.before_answer'],
  ['PUT', `/phones/${ANA}`, { registered: 1 }, 400, 'registered'],
  ['PUT', '/business', { working_kes: -1 }, 400, 'working_kes'],
  ['PUT', '/business', { utility_kes: 1.5 }, 400, 'utility_kes'],
  ['PUT', '/business', { charges_kes: 'x' }, 400, 'charges_kes'],
  ['PUT', '/business', { masked_pull: 1 }, 400, 'masked_pull'],
  ['PUT', '/business', { short_code: '600000' }, 400, 'short_code'],
  ['PUT', '/business', [], 400, 'body'],
  ['POST', '/paybill', {}, 400, 'msisdn'],
  ['POST', '/paybill', { msisdn: '0712000001', account: 'A', amount: 1 }, 400, 'msisdn'],
  ['POST', '/paybill', { msisdn: ANA, account: '', amount: 1 }, 400, 'account'],
  ['POST', '/paybill', { msisdn: ANA, account: 'A'.repeat(21), amount: 1 }, 400, 'account'],
  ['POST', '/paybill', { msisdn: ANA, account: 'A', amount: 0 }, 400, 'amount'],
  ['POST', '/paybill', { msisdn: ANA, account: 'A', amount: 1.5 }, 400, 'amount'],
  ['POST', '/paybill', { msisdn: ANA, account: 'A', amount: 1, pin: 1234 }, 400, 'pin'],
  ['POST', '/paybill', { msisdn: ANA, account: 'A', amount: 1, business: 'x' }, 400, 'business'],
  ['POST', '/paybill', { msisdn: ANA, account: 'A', amount: 1, to: 'x' }, 400, 'to'],
  ['GET', '/nothing', undefined, 404, 'path'],
])(
  'bad input: %s %s %j is refused and names the field',
  async (method, path, body, status, field) => {
    const answer = await trial.send(method, path, body)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.json)).toEqual(['error'])
    expect(answer.json.error.split(':')[0]).toBe(field)
  },
)

test("bad input: an invalid answer to a prompt is refused by the field's name", async () => {
  await trial.push(ANA)
  const { prompts } = (await trial.get(`/phones/${ANA}`)).json
  const path = `/phones/${ANA}/prompts/${prompts[0].id}`
  for (const [body, field] of [
    [{}, 'action'],
    [{ action: 'steal' }, 'action'],
    [{ action: 'pay' }, 'pin'],
    [{ action: 'pay', pin: 1234 }, 'pin'],
    [{ action: 'pay', pin: '12345' }, 'pin'],
    [{ action: 'cancel', why: 1 }, 'why'],
  ] as const) {
    const answer = await trial.send('POST', path, body)
    expect(answer.status).toBe(400)
    expect(answer.json.error.split(':')[0]).toBe(field)
  }
  expect((await trial.get(`/phones/${ANA}`)).json.prompts).toHaveLength(1)
})

test.each([
  ['evil.example', 403],
  ['evil.example:3010', 403],
  ['127.0.0.1.evil.example', 403],
  ['localhost.evil.example:3010', 403],
  ['127.0.0.1@evil.example', 403],
  ['', 403],
  ['127.0.0.1:3010', 200],
  ['localhost:3010', 200],
  ['LOCALHOST', 200],
  ['phone.localhost:3010', 200],
  ['[::1]:3010', 200],
])(
  'a request for the host %j, which a name of a foreign site may point to, gets %i',
  async (host, status) => {
    for (const path of ['/', `/phones/${ANA}`, '/mail', '/business', '/ledger', '/page/desk.js']) {
      const call = request(trial.base + path, { headers: { host }, setHost: false })
      call.end()
      const [answer] = (await once(call, 'response')) as [IncomingMessage]
      answer.resume()
      expect([path, answer.statusCode]).toEqual([path, status])
    }
  },
)

test('bad input: a body that is not JSON is refused', async () => {
  const answer = await fetch(`${trial.base}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"seed":',
  })
  expect(answer.status).toBe(400)
  expect(((await answer.json()) as { error: string }).error).toMatch(/^body:/)
})
