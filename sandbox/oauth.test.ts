import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, startTrial, type Trial } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial()
})
afterEach(() => trial.close())

const PATH = '/oauth/v1/generate?grant_type=client_credentials'

function basic(pair: string) {
  return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

test('a token is returned with its lifetime as text', async () => {
  const answer = await trial.oauth()
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({ access_token: expect.any(String), expires_in: '3599' })
})

test('a wrong secret gets 400 with an empty body, and a missing header or grant type gets its own error code', async () => {
  const wrong = await call(trial.base + PATH, basic('lango-sandbox-key:no'))
  expect([wrong.status, wrong.text]).toEqual([400, ''])
  const none = await call(trial.base + PATH)
  expect([none.status, none.json.errorCode]).toEqual([400, '400.008.01'])
  const grant = await call(
    `${trial.base}/oauth/v1/generate?grant_type=password`,
    basic('lango-sandbox-key:lango-sandbox-secret'),
  )
  expect([grant.status, grant.json.errorCode]).toEqual([400, '400.008.02'])
})

test('a new token ends the one before', async () => {
  await trial.oauth()
  const old = trial.token()
  await trial.oauth()
  const answer = await call(`${trial.base}/mpesa/stkpush/v1/processrequest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${old}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect([answer.status, answer.json.errorCode]).toEqual([404, '404.001.03'])
  expect(answer.json.errorMessage).toBe('Invalid Access Token')
  expect((await trial.push('254712000001')).status).toBe(200)
})

test('a token is refused after its lifetime', async () => {
  const short = await startTrial({ tokenLifetimeMs: 1 })
  await short.oauth()
  const answer = await short.push('254712000001')
  expect(answer.json.errorCode).toBe('404.001.03')
  await short.close()
})

test('a missing bearer, a wrong method and a wrong path each get their own error code', async () => {
  const none = await trial.send('POST', '/mpesa/stkpush/v1/processrequest', {})
  expect([none.status, none.json.errorCode]).toEqual([404, '404.001.04'])
  const get = await trial.get('/mpesa/stkpush/v1/processrequest')
  expect([get.status, get.json.errorCode]).toEqual([405, '405.001'])
  const path = await trial.send('POST', '/mpesa/nothing', {})
  expect([path.status, path.json.errorCode]).toEqual([404, '404.001.01'])
  expect(path.json.requestId).toMatch(/^[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\d{6,7}$/)
})
