// spec: token-renewed-five
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepDatabase } from '../../../test/database.ts'
import {
  type ScriptedServer,
  type Served,
  startScriptedServer,
} from '../../../test/scripted-server.ts'
import { readEnv } from '../../env.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { claimTokenRefresh, storeToken } from './token.sql.ts'
import { makeTokenSource } from './token.ts'

const { db } = keepDatabase(10)
let server: ScriptedServer
let serve: (nth: number) => Served | Promise<Served>
const clock = { ms: 0, now: () => new Date(clock.ms) }

beforeEach(async () => {
  clock.ms = Date.parse('2026-11-21T12:00:00Z')
  await db.deleteFrom('mpesa_token').execute()
  serve = (nth) => ({ body: { access_token: `token-${nth}`, expires_in: '3599' } })
  server = await startScriptedServer(() => serve(server.requests.length))
})
afterEach(() => server.close())

/** Makes a token source as another process would have it: only the database is shared. */
const source = () => makeTokenSource({ db, clock, env: readEnv({ MPESA_BASE_URL: server.url }) })

const token = (nth: number) => ({ kind: 'token', value: `token-${nth}` })
const tokenRequests = () => server.requests.length
const SECOND = 1000
const MINUTE = 60 * SECOND

describe('requesting a token', () => {
  test('a request sends key and secret, and returns the token', async () => {
    expect(await source().get()).toEqual(token(1))
    const basic = Buffer.from('lango-sandbox-key:lango-sandbox-secret').toString('base64')
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        path: '/oauth/v1/generate?grant_type=client_credentials',
        headers: { authorization: `Basic ${basic}` },
      },
    ])
  })

  test.each([
    ['a text', '3599', 3599],
    ['a number', 3599, 3599],
    ['a shorter time', '1800', 1800],
    ['nothing', undefined, 3599],
    ['no number', 'soon', 3599],
    ['less than nothing', '-1', 3599],
  ])(
    'a token with an expires_in of %s is renewed five minutes before its end',
    async (_what, given, seconds) => {
      serve = (nth) => ({ body: { access_token: `token-${nth}`, expires_in: given } })
      const tokens = source()
      await tokens.get()
      clock.ms += (seconds - 300) * SECOND - 1
      expect(await tokens.get()).toEqual(token(1))
      clock.ms += 1
      expect(await tokens.get()).toEqual(token(2))
      expect(tokenRequests()).toBe(2)
    },
  )

  test.each<[string, Served]>([
    ['400 with an empty body, as for a wrong key', { status: 400, body: '' }],
    ['an envelope', { status: 400, body: { errorCode: '400.008.01', errorMessage: 'Invalid' } }],
    ['a page', { status: 503, body: '<html>' }],
    ['no token', { body: { expires_in: '3599' } }],
    ['a broken connection', 'drop'],
    ['half an answer', 'half'],
  ])(
    'a request that gets %s leaves no token, counts as never connected, and is repeated by the next call',
    async (_what, served) => {
      serve = () => served
      const tokens = source()
      expect(await tokens.get()).toMatchObject({ kind: 'none', answer: { kind: 'unreachable' } })
      serve = (nth) => ({ body: { access_token: `token-${nth}`, expires_in: '3599' } })
      expect(await tokens.get()).toEqual(token(2))
    },
  )

  test.each([
    [600, 300],
    [300, 150],
    [60, 30],
    [2, 1],
  ])(
    'a token for %d seconds is requested again after %d seconds, not by each call',
    async (seconds, half) => {
      serve = (nth) => ({ body: { access_token: `token-${nth}`, expires_in: String(seconds) } })
      const tokens = source()
      for (let i = 0; i < 3; i++) expect(await tokens.get()).toEqual(token(1))
      expect(await source().get()).toEqual(token(1))
      clock.ms += half * SECOND - 1
      expect(await tokens.get()).toEqual(token(1))
      clock.ms += 1
      expect(await tokens.get()).toEqual(token(2))
      expect(tokenRequests()).toBe(2)
    },
  )

  test('after a failed early renewal not every call tries again', async () => {
    const tokens = source()
    await tokens.get()
    serve = () => ({ status: 503, body: '' })
    clock.ms += 3300 * SECOND
    for (let i = 0; i < 3; i++) expect(await tokens.get()).toEqual(token(1))
    expect(tokenRequests()).toBe(2)
    serve = (nth) => ({ body: { access_token: `token-${nth}`, expires_in: '3599' } })
    clock.ms += 150 * SECOND
    expect(await tokens.get()).toEqual(token(3))
  })

  test('after a failed early renewal the old token is used until its end', async () => {
    const tokens = source()
    await tokens.get()
    serve = () => ({ status: 503, body: '' })
    clock.ms += 3598 * SECOND
    expect(await tokens.get()).toEqual(token(1))
    clock.ms += SECOND
    expect((await tokens.get()).kind).toBe('none')
  })

  test('a token cannot be requested within a transaction', async () => {
    const tokens = source()
    await expect(inTransaction(db, () => tokens.get())).rejects.toThrow(
      'inside a database transaction',
    )
    expect(tokenRequests()).toBe(0)
  })
})

describe('one token for all processes', () => {
  test('fifty calls at the same time make one request', async () => {
    const tokens = source()
    const got = await Promise.all(Array.from({ length: 50 }, () => tokens.get()))
    expect(got).toEqual(Array(50).fill(token(1)))
    expect(tokenRequests()).toBe(1)
  })

  test('two processes with twenty-five calls each make one request', async () => {
    const both = [source(), source()]
    const got = await Promise.all(Array.from({ length: 50 }, (_, i) => both[i % 2]!.get()))
    expect(got).toEqual(Array(50).fill(token(1)))
    expect(tokenRequests()).toBe(1)
  })

  test('a process that starts later takes the stored token', async () => {
    await source().get()
    expect(await source().get()).toEqual(token(1))
    expect(tokenRequests()).toBe(1)
  })

  test('a refused token is renewed once, for any number of calls and processes', async () => {
    const both = [source(), source()]
    await Promise.all(both.map((tokens) => tokens.get()))
    const got = await Promise.all(
      Array.from({ length: 50 }, (_, i) => both[i % 2]!.renew('token-1')),
    )
    expect(got).toEqual(Array(50).fill(token(2)))
    expect(tokenRequests()).toBe(2)
  })

  test('a process takes the token that another one has renewed', async () => {
    const [one, other] = [source(), source()]
    await one.get()
    await other.get()
    await one.renew('token-1')
    // The other process still holds token-1 in memory, until M-Pesa refuses it.
    expect(await other.get()).toEqual(token(1))
    expect(await other.renew('token-1')).toEqual(token(2))
    expect(await other.get()).toEqual(token(2))
    expect(tokenRequests()).toBe(2)
  })

  test('a refused token is not used again if no other can be had', async () => {
    const tokens = source()
    await tokens.get()
    serve = () => ({ status: 400, body: '' })
    expect((await tokens.renew('token-1')).kind).toBe('none')
    expect((await tokens.get()).kind).toBe('none')
    expect((await source().get()).kind).toBe('none')
  })

  test('while a process requests a token, another one waits for the stored one', async () => {
    expect(await claimTokenRefresh(db, clock.now(), 15 * SECOND)).toBe(true)
    const waiting = source().get()
    const [expiresAt, renewAt] = [60, 55].map((minutes) => new Date(clock.ms + minutes * MINUTE))
    await storeToken(db, { value: 'from-elsewhere', expiresAt: expiresAt!, renewAt: renewAt! })
    expect(await waiting).toEqual({ kind: 'token', value: 'from-elsewhere' })
    expect(tokenRequests()).toBe(0)
  })

  test('a process that died during its request delays the others only until its claim ends', async () => {
    await claimTokenRefresh(db, clock.now(), 15 * SECOND)
    clock.ms += 15 * SECOND
    expect(await source().get()).toEqual(token(1))
  })
})
