import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepStage, makeStage, type Stage } from '../../../test/stage.ts'
import { buildApp } from '../../app.ts'
import { readEnv, warningsOf } from '../../env.ts'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../metrics.ts'

const TOKEN = 'a-token-of-the-operator-0123456789'
let app: Stage['app']
const stage = keepStage({ OPERATOR_TOKEN: TOKEN })
beforeAll(async () => {
  app = await buildApp(stage.deps, { checks: { database: async () => false }, pages: false })
})
afterAll(async () => {
  await app.close()
})

type From = { remoteAddress?: string; headers?: Record<string, string> }

async function ask(url: string, from: From) {
  const { statusCode, body } = await app.inject({ url, ...from })
  return { status: statusCode, body }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe.each<[string, From]>([
  ['this machine', { remoteAddress: '127.0.0.1' }],
  ['this machine by IPv6', { remoteAddress: '::1' }],
  ['this machine by mapped IPv4', { remoteAddress: '::ffff:127.0.0.1' }],
  ['elsewhere with the token', { remoteAddress: '203.0.113.9', headers: bearer(TOKEN) }],
])('from %s', (_who, from) => {
  test('figures and missing parts are shown', async () => {
    const metrics = await ask('/metrics', from)
    expect(metrics.status).toBe(200)
    expect(metrics.body).toContain('lango_')
    const ready = await ask('/readyz', from)
    expect([ready.status, JSON.parse(ready.body)]).toEqual([
      503,
      { ready: false, checks: { database: false } },
    ])
  })
})

describe.each<[string, From]>([
  ['elsewhere', { remoteAddress: '203.0.113.9' }],
  ['elsewhere with another token', { remoteAddress: '203.0.113.9', headers: bearer('x') }],
  ['elsewhere without a word for a token', { remoteAddress: '203.0.113.9', headers: bearer('') }],
  ['behind a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ['behind a proxy that says so otherwise', { headers: { forwarded: 'for=203.0.113.9' } }],
])('from %s', (_who, from) => {
  test('no figures are shown, and readiness has no details', async () => {
    const metrics = await ask('/metrics', from)
    expect(metrics.status).toBe(403)
    expect(JSON.parse(metrics.body)).toMatchObject({ code: 'operator_only' })
    const ready = await ask('/readyz', { ...from, headers: withoutBearer(from) })
    expect([ready.status, JSON.parse(ready.body)]).toEqual([503, { ready: false }])
  })
})

function withoutBearer({ headers = {} }: From): Record<string, string> {
  const { authorization, ...others } = headers
  return others
}

test('the figures say which check fails', async () => {
  const checks = { database: async () => false, migrations: async () => true }
  const deps = { ...stage.deps, metrics: makeMetrics() }
  const shop = await buildApp(deps, { checks, pages: false })
  const { body } = await shop.inject('/metrics')
  expect(body.match(/^lango_ready.*$/gm)).toEqual([
    'lango_ready{check="database"} 0',
    'lango_ready{check="migrations"} 1',
  ])
  await shop.close()
})

test('a wrong clock is shown to the operator and takes no process out of service', async () => {
  const checks = { database: async () => true }
  const notes = { clock: () => false }
  const shop = await buildApp(stage.deps, { checks, notes, pages: false })
  const ready = await shop.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { ready: true, checks: { database: true, clock: false } },
  ])
  await shop.close()
})

// spec: operator-token-production
test('production shows figures and missing parts to the token alone, also on this machine', async () => {
  const env = { ...stage.env, production: true }
  const shop = await buildApp(
    { ...stage.deps, env },
    { checks: { database: async () => false }, pages: false },
  )
  const from = async (url: string, headers = {}) => {
    const { statusCode, json } = await shop.inject({ url, remoteAddress: '127.0.0.1', headers })
    return [statusCode, url === '/readyz' ? json() : null]
  }
  expect(await from('/metrics')).toEqual([403, null])
  expect(await from('/readyz')).toEqual([503, { ready: false }])
  expect(await from('/metrics', bearer(TOKEN))).toEqual([200, null])
  const checks = { database: false }
  expect(await from('/readyz', bearer(TOKEN))).toEqual([503, { ready: false, checks }])
  await shop.close()
})

// spec: operator-token-production, proxy-without-addresses
test('the start warns if nobody may read the figures, or if a proxy would hide the visitors', () => {
  const env = { ...readEnv({ PUBLIC_ORIGIN: 'https://tickets.example' }), production: true }
  expect(warningsOf(env)).toEqual([
    expect.stringMatching(/^OPERATOR_TOKEN is missing/),
    expect.stringMatching(/^TRUST_PROXY=no/),
  ])
  expect(warningsOf({ ...env, trustProxy: true, operatorTokens: [TOKEN] })).toEqual([])
  expect(warningsOf(readEnv({}))).toEqual([])
})

// spec: proxy-without-addresses
describe('a request for the public host from this machine', () => {
  const lines: string[] = []
  const log = makeLog('warn', { stream: { write: (line: string) => lines.push(line) } })
  const HIDDEN = 'all visitors count as one'

  async function warnings(variables: Record<string, string>, requests: object[]): Promise<number> {
    lines.length = 0
    const env = readEnv({ PUBLIC_ORIGIN: 'https://tickets.example', ...variables })
    const shop = await buildApp({ ...stage.deps, env, log }, { checks: {}, pages: false })
    for (const request of requests) await shop.inject({ url: '/healthz', ...request })
    await shop.close()
    return lines.filter((line) => line.includes(HIDDEN)).length
  }
  const visit = { remoteAddress: '::1', headers: { host: 'tickets.example' } }

  test('is logged once, however many come', async () => {
    expect(await warnings({}, [visit, visit, visit])).toBe(1)
    expect(await warnings({ TRUST_PROXY: 'yes' }, [visit, visit])).toBe(1)
    const spelled = { ...visit, headers: { host: 'Tickets.Example:443' } }
    expect(await warnings({}, [spelled])).toBe(1)
  })

  test('is logged if it comes from a private network, in which the proxy is', async () => {
    for (const remoteAddress of ['10.0.0.7', '172.17.0.1', '192.168.3.4', 'fd00::1']) {
      expect(await warnings({ TRUST_PROXY: 'yes' }, [{ ...visit, remoteAddress }])).toBe(1)
    }
    // The request came through two proxies, but TRUST_PROXY trusts one. The address of the outer
    // proxy then counts as the visitor's.
    const forwarded = { host: 'tickets.example', 'x-forwarded-for': '197.248.0.9, 10.0.0.9' }
    expect(await warnings({ TRUST_PROXY: 'yes' }, [{ ...visit, headers: forwarded }])).toBe(1)
    const inHouse = { PUBLIC_ORIGIN: 'http://192.168.3.4:3000' }
    const phone = { remoteAddress: '192.168.3.9', headers: { host: '192.168.3.4:3000' } }
    expect(await warnings(inHouse, [phone])).toBe(0)
    expect(await warnings({}, [{ ...visit, remoteAddress: '172.32.0.1' }])).toBe(0)
  })

  test('is not logged if the address of the visitor is known, or the request is for this machine', async () => {
    const forwarded = { host: 'tickets.example', 'x-forwarded-for': '197.248.0.9:5512' }
    expect(await warnings({ TRUST_PROXY: 'yes' }, [{ ...visit, headers: forwarded }])).toBe(0)
    expect(await warnings({}, [{ ...visit, remoteAddress: '197.248.0.9' }])).toBe(0)
    expect(await warnings({}, [{ ...visit, headers: { host: '127.0.0.1:3000' } }])).toBe(0)
    const own = { PUBLIC_ORIGIN: 'http://127.0.0.1:3000' }
    const local = { remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1:3000' } }
    expect(await warnings(own, [local])).toBe(0)
  })
})

test('no token is accepted if none is set', async () => {
  const plain = await makeStage()
  const answer = await plain.app.inject({
    url: '/metrics',
    remoteAddress: '203.0.113.9',
    headers: bearer('null'),
  })
  expect(answer.statusCode).toBe(403)
  await plain.close()
})

// spec: proxy-without-addresses
describe('behind several proxies', () => {
  /** The address by which limits count a caller whose proxies have appended addresses. */
  async function addressOf(peer: string, forwarded: string): Promise<string> {
    const env = readEnv({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1,2c0f:fe38::/32' })
    const shop = await buildApp({ ...stage.deps, env }, { checks: {}, pages: false })
    let address = ''
    shop.addHook('onSend', async (request) => {
      address = request.address
    })
    const headers = { 'x-forwarded-for': forwarded }
    await shop.inject({ url: '/healthz', remoteAddress: peer, headers })
    await shop.close()
    return address
  }

  test.each([
    ['10.1.2.3', '41.90.64.7', '41.90.64.7'],
    ['127.0.0.1', '41.90.64.7, 10.0.0.9', '41.90.64.7'],
    ['::ffff:10.1.2.3', '41.90.64.7, 10.0.0.9:5512', '41.90.64.7'],
    ['2c0f:fe38::1', '2001:db8::1, 2c0f:fe38:5::9', '2001:db8:0:0::/64'],
    // A client that sends its own list of addresses still counts by its real address, which is the
    // last address outside the trusted networks.
    ['10.1.2.3', '196.201.214.200, 41.90.64.7, 10.0.0.9', '41.90.64.7'],
    // A caller that is no proxy counts by its own address.
    ['203.0.113.9', '41.90.64.7', '203.0.113.9'],
  ])('a request by %s with "%s" counts as %s', async (peer, forwarded, counted) => {
    expect(await addressOf(peer, forwarded)).toBe(counted)
  })

  test('a network that is none is refused at the start', () => {
    expect(() => readEnv({ TRUST_PROXY: 'maybe' })).toThrow(
      /^TRUST_PROXY must be yes, no or networks/,
    )
    expect(() => readEnv({ TRUST_PROXY: '10.0.0.0/33' })).toThrow(/^TRUST_PROXY/)
  })
})

test('an OPERATOR_TOKEN that is short enough to guess is refused at the start', () => {
  expect(() => readEnv({ OPERATOR_TOKEN: 'x'.repeat(31) })).toThrow(
    'OPERATOR_TOKEN must have at least 32 characters',
  )
  expect(readEnv({ OPERATOR_TOKEN: 'x'.repeat(32) }).operatorTokens).toEqual(['x'.repeat(32)])
})
