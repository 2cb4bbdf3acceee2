import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  closedAddress,
  type ScriptedServer,
  type Served,
  startScriptedServer,
} from '../../../test/scripted-server.ts'
import { readEnv } from '../../env.ts'
import { systemClock } from '../../platform/clock.ts'
import { makeLog } from '../../platform/log.ts'
import { errorEnvelope, fetchAnswer } from './call.ts'
import { postWithToken } from './post.ts'
import type { TokenAnswer } from './token.ts'

let server: ScriptedServer
let next: Served | ((authorization: string) => Served)
beforeEach(async () => {
  next = { body: { ok: true } }
  server = await startScriptedServer(({ headers }) =>
    typeof next === 'function' ? next(String(headers.authorization)) : next,
  )
})
afterEach(() => server.close())

describe('the kinds of responses', () => {
  test.each<[string, Served, object]>([
    [
      'an object is read as JSON',
      { body: { a: 1 } },
      { kind: 'json', status: 200, body: { a: 1 } },
    ],
    [
      'an object with an error status is read as JSON',
      { status: 500, body: { a: 1 } },
      { kind: 'json', status: 500 },
    ],
    [
      'an object as plain text is read as JSON',
      { body: '{"a":1}' },
      { kind: 'json', body: { a: 1 } },
    ],
    ['a list is not read as JSON', { body: [1] }, { kind: 'other', status: 200, text: '[1]' }],
    ['null is not read as JSON', { body: 'null' }, { kind: 'other', text: 'null' }],
    [
      'a page is not read as JSON',
      { status: 503, body: '<html>' },
      { kind: 'other', status: 503, text: '<html>' },
    ],
    [
      'an empty body is not read as JSON',
      { status: 400, body: '' },
      { kind: 'other', status: 400, text: '' },
    ],
    ['half an object is not read as JSON', { body: '{"a":' }, { kind: 'other' }],
  ])('%s', async (_what, served, expected) => {
    next = served
    expect(await fetchAnswer(server.url, {})).toMatchObject(expected)
  })

  test('only the beginning of a long page is kept', async () => {
    next = { body: 'x'.repeat(100_000) }
    const answer = await fetchAnswer(server.url, {})
    expect(answer.kind === 'other' && answer.text.length).toBe(2000)
  })

  test.each<[string, Served]>([
    ['the connection breaks before the answer', 'drop'],
    ['the connection breaks within the answer', 'half'],
    ['no answer comes in time', 'hang'],
  ])('a call is silent if %s: the request may have arrived', async (_what, served) => {
    next = served
    expect((await fetchAnswer(server.url, { method: 'POST' }, 300)).kind).toBe('silent')
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['nobody listens', closedAddress],
    ['there is no such host', async () => 'http://no-such-host.invalid'],
  ])('a call is unreachable if %s: the request cannot have arrived', async (_what, address) => {
    expect((await fetchAnswer(await address(), {})).kind).toBe('unreachable')
  })
})

describe('a call with a token', () => {
  const env = readEnv({})
  const EXPIRED = { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' }

  function call(renewed: TokenAnswer = { kind: 'token', value: 'new' }) {
    const refused: string[] = []
    const context = {
      settings: { ...env.mpesa, baseUrl: server.url },
      clock: systemClock,
      log: makeLog('silent'),
      token: {
        get: async (): Promise<TokenAnswer> => ({ kind: 'token', value: 'old' }),
        renew: async (value: string) => {
          refused.push(value)
          return renewed
        },
      },
    }
    return { refused, answer: postWithToken(context, '/mpesa/x', { Amount: 1 }) }
  }

  test('a call posts JSON with the token and requests no other token', async () => {
    const { answer, refused } = call()
    expect(await answer).toMatchObject({ kind: 'json', body: { ok: true } })
    expect(refused).toEqual([])
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/mpesa/x', body: '{"Amount":1}' },
    ])
    expect(server.requests[0]!.headers).toMatchObject({
      authorization: 'Bearer old',
      'content-type': 'application/json',
    })
  })

  test.each<[number, object | string]>([
    [404, EXPIRED],
    [401, { errorCode: '401.003.01', errorMessage: 'Error Occurred - Invalid Access Token - old' }],
    [401, { errorCode: '401.002.01', errorMessage: 'Error Occurred - Invalid Access Token - old' }],
    [401, { fault: { faultstring: 'Invalid Access Token' } }],
    [401, '<html>'],
    [401, ''],
  ])(
    'a call that is refused with %d %j is repeated once with a new token',
    async (status, body) => {
      next = (authorization) =>
        authorization === 'Bearer new' ? { body: { ok: true } } : { status, body }
      const { answer, refused } = call()
      expect(await answer).toMatchObject({ body: { ok: true } })
      expect(refused).toEqual(['old'])
      expect(server.requests).toHaveLength(2)
    },
  )

  test('a call that is refused twice is not made a third time', async () => {
    next = { status: 404, body: EXPIRED }
    const { answer, refused } = call()
    expect(await answer).toMatchObject({ status: 404, body: EXPIRED })
    expect(refused).toEqual(['old'])
    expect(server.requests).toHaveLength(2)
  })

  test('a call for which no new token can be had is unreachable: M-Pesa got no request', async () => {
    next = { status: 404, body: EXPIRED }
    const none = { kind: 'unreachable', reason: 'no token' } as const
    const { answer } = call({ kind: 'none', answer: none })
    expect(await answer).toEqual(none)
    expect(server.requests).toHaveLength(1)
  })

  test.each<[string, Served]>([
    ['an internal error', { status: 500, body: { errorCode: '500.003.1001' } }],
    ['a broken connection', 'drop'],
    ['a page with 403', { status: 403, body: '<html>' }],
    ['a path that does not exist', { status: 404, body: { errorCode: '404.001.01' } }],
  ])('a call is never repeated after %s', async (_what, served) => {
    next = served
    const { answer, refused } = call()
    await answer
    expect(refused).toEqual([])
    expect(server.requests).toHaveLength(1)
  })
})

test('only a response with a code is an error envelope', () => {
  const json = (body: Record<string, unknown>) => ({ kind: 'json' as const, status: 500, body })
  expect(errorEnvelope(json({ errorCode: '500.001.1001', errorMessage: 'x' }))).toEqual({
    code: '500.001.1001',
    message: 'x',
  })
  expect(errorEnvelope(json({ errorCode: 'x' }))).toEqual({ code: 'x', message: '' })
  expect(errorEnvelope(json({ errorMessage: 'x' }))).toBeNull()
  expect(errorEnvelope({ kind: 'other', status: 500, text: '{"errorCode":"x"}' })).toBeNull()
})
