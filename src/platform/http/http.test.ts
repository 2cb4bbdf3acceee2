import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepDatabase } from '../../../test/database.ts'
import { readEnv } from '../../env.ts'
import { AppError, declareErrors } from '../errors.ts'
import { makeLog } from '../log.ts'
import { createApp } from './create-app.ts'
import { type App, route } from './http.ts'

const Body = Type.Object(
  {
    name: Type.String({ maxLength: 10 }),
    count: Type.Integer({ minimum: 1 }),
    lines: Type.Optional(Type.Array(Type.Object({ amount: Type.Number() }), { maxItems: 2 })),
    code: Type.Optional(Type.String({ pattern: '^[A-Z]+$' })),
    both: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    free: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)

class ShopError extends declareErrors({
  sold_out: [409, 'These tickets are sold out.'],
  amount_changed: [409, 'The price has changed. Please check the new total.'],
}) {}

const BUGS: Record<string, () => never> = {
  bug: () => {
    throw new Error('secret: the password is 1234')
  },
  conflict: () => {
    throw new ShopError('sold_out')
  },
  changed: () => {
    throw new ShopError('amount_changed', { details: { amount: 449 } })
  },
  often: () => {
    throw new AppError('too_many_requests', { retryAfter: 42 })
  },
}

const { db } = keepDatabase(2)
let app: App
beforeAll(async () => {
  app = await makeApp({})
})
afterAll(async () => {
  await app.close()
})

async function makeApp(variables: Record<string, string>): Promise<App> {
  const made = await createApp(readEnv(variables), makeLog('silent'), {
    scriptHashes: ["'sha256-abc'"],
    authenticate: async () => null,
  })
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    route(made, { method, url: '/thing', access: 'public', handler: async () => ({ method }) })
  }
  route(made, {
    method: 'POST',
    url: '/checked',
    access: 'public',
    schema: { body: Body },
    handler: async (request) => ({ got: request.body.name }),
  })
  route(made, {
    method: 'GET',
    url: '/fails/:how',
    access: 'public',
    schema: { params: Type.Object({ how: Type.String() }) },
    handler: async (request) => BUGS[request.params.how]!(),
  })
  route(made, {
    method: 'GET',
    url: '/stored/:text',
    access: 'public',
    schema: { params: Type.Object({ text: Type.String() }) },
    handler: async (request) =>
      await db.selectFrom('setting').selectAll().where('name', '=', request.params.text).execute(),
  })
  return made
}

describe('a request that changes something', () => {
  const from = (headers: Record<string, string>, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
    app.inject({ method, url: '/thing', headers: { host: 'lango.example', ...headers } })

  test.each<[string, Record<string, string>]>([
    ['curl or a provider, which say nothing', {}],
    ['a page of ours', { origin: 'https://lango.example', 'sec-fetch-site': 'same-origin' }],
    [
      'a page of ours in a browser that sends no Sec-Fetch-Site',
      { origin: 'https://lango.example' },
    ],
    ['a plain form post of ours without Origin', { 'sec-fetch-site': 'same-origin' }],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }],
    [
      'a page of ours, though a proxy writes the usual port',
      { host: 'lango.example:443', origin: 'https://lango.example' },
    ],
    [
      'a page of ours, though a proxy writes capitals',
      { host: 'LANGO.example', origin: 'https://lango.example' },
    ],
    ['a page of ours on a port', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
  ])('passes from %s', async (_what, headers) => {
    expect((await from(headers)).statusCode).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another site that sends no Origin', { 'sec-fetch-site': 'cross-site' }],
    [
      'another site that claims ours',
      { origin: 'https://lango.example', 'sec-fetch-site': 'cross-site' },
    ],
    ['a page without an origin', { origin: 'null' }],
    ['our name under another', { origin: 'https://lango.example.evil.example' }],
    ['a name that ends in ours', { origin: 'https://evil-lango.example' }],
    [
      'a neighbour on the same site',
      { origin: 'https://blog.lango.example', 'sec-fetch-site': 'same-site' },
    ],
    ['another port', { origin: 'https://lango.example:8443' }],
    ['something that is no origin', { origin: 'lango.example' }],
  ])('is refused from %s, by every method', async (_what, headers) => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const answer = await from(headers, method)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({
        error: 'This request came from another site.',
        code: 'forbidden_origin',
      })
    }
  })

  test('that only reads passes from another site: links work', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await app.inject({ url: '/thing', headers })).statusCode).toBe(200)
  })
})

describe('a body that is wrong', () => {
  const GOOD = { name: 'Asha', count: 2 }
  const post = (payload: unknown) =>
    app.inject({ method: 'POST', url: '/checked', payload: payload as object })

  // spec: refusal-names-field
  test.each<[string, unknown, string]>([
    ['too long', { ...GOOD, name: 'x'.repeat(11) }, 'name'],
    ['too small', { ...GOOD, count: 0 }, 'count'],
    ['too many', { ...GOOD, lines: [{}, {}, {}].map(() => ({ amount: 1 })) }, 'lines'],
    ['none of two', { ...GOOD, both: 7 }, 'both'],
    ['text with a zero byte', { ...GOOD, name: 'a\0b' }, 'name'],
    ['such text deep down', { ...GOOD, free: { notes: ['a', '\0'] } }, 'free.notes.1'],
  ])('names the field that is %s', async (_what, payload, field) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'invalid_field', field })
    expect(answer.json().error).toMatch(new RegExp(`^${field} \\S`))
  })

  test('that is right is accepted', async () => {
    expect((await post({ ...GOOD, both: null })).json()).toEqual({ got: 'Asha' })
  })

  test.each([
    ['no JSON', '{"name":', 'application/json', 400, 'bad_request'],
    ['nothing as JSON', '', 'application/json', 400, 'bad_request'],
    ['a prototype', '{"__proto__":{"admin":true}}', 'application/json', 400, 'bad_request'],
    ['a page', '<html>', 'text/html', 415, 'unsupported_type'],
    ['far too much', `{"name":"${'x'.repeat(70_000)}"}`, 'application/json', 413, 'too_large'],
    [
      'a form that lacks fields',
      'name=Asha',
      'application/x-www-form-urlencoded',
      422,
      'invalid_field',
    ],
  ])('that is %s is refused in the usual form', async (_what, payload, type, status, code) => {
    const headers = { 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: '/checked', payload, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code, error: expect.any(String) })
  })

  // spec: refusal-names-field
  test.each(['{"name":', ''])('that is %j gets the error that it is no JSON', async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/checked', payload, headers })
    expect(answer.json()).toEqual({
      error: 'The request must be JSON.',
      code: 'bad_request',
      field: 'body',
    })
  })
})

describe('a failure', () => {
  const get = (how: string) => app.inject(`/fails/${how}`)

  test('that is expected has its status, text and code', async () => {
    const answer = await get('conflict')
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({ error: 'These tickets are sold out.', code: 'sold_out' })
    expect((await get('changed')).json()).toMatchObject({ code: 'amount_changed', amount: 449 })
  })

  test('that will pass has Retry-After', async () => {
    const answer = await get('often')
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe('42')
  })

  test('that is a bug shows its id and nothing else', async () => {
    const answer = await get('bug')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      error: 'Something went wrong on our side.',
      code: 'internal',
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    expect(answer.body).not.toContain('1234')
  })

  test("to store text with a zero byte is the client's error", async () => {
    const answer = await app.inject('/stored/a%00b')
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'invalid_field' })
  })
})

describe('response headers', () => {
  test('restrict scripts, frames, forms and referrers to this origin', async () => {
    const { headers } = await app.inject('/thing')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' 'sha256-abc'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  test("require https if the shop's origin is https", async () => {
    const secure = await makeApp({ PUBLIC_ORIGIN: 'https://lango.example' })
    const { headers } = await secure.inject('/thing')
    await secure.close()
    expect(headers['strict-transport-security']).toMatch(/^max-age=63072000/)
  })
})

test('an address with a slash at its end is the same address', async () => {
  expect((await app.inject('/thing/')).json()).toEqual({ method: 'GET' })
})

describe('a refusal before any route', () => {
  // This name exceeds the maximum of a request line, so only calls inside the process (inject) can
  // pass it to the router.
  test('of a name longer than any known name is the usual 404', async () => {
    const { headers } = await app.inject('/thing')
    const answer = await app.inject(`/fails/${'x'.repeat(20_000)}`)
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { error: 'Not found', code: 'not_found' },
    ])
    for (const name of ['content-security-policy', 'referrer-policy', 'x-content-type-options']) {
      expect(answer.headers[name]).toBe(headers[name])
    }
  })
})
