import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { buildApp } from '../../app.ts'

const TOKEN = 'a-token-of-the-operator-0123456789'
let stage: Stage
let app: Stage['app']
beforeAll(async () => {
  stage = await makeStage({ OPERATOR_TOKEN: TOKEN })
  app = await buildApp(stage.deps, { checks: { database: async () => false }, pages: false })
})
afterAll(async () => {
  await app.close()
  await stage.close()
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
