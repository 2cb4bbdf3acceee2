// Tests how Node's parser and the router handle requests that no browser or HTTP library sends.
import { beforeAll, describe, expect, test } from 'vitest'
import { type RawAnswer, sendRaw } from '../../../test/raw-http.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage({ PUBLIC_ORIGIN: 'https://lango.example' })
let origin: string
/** The headers of an ordinary response. Every other response must have them too. */
let usual: Record<string, string>

beforeAll(async () => {
  const { server } = stage.app
  // The interval in ms at which Node looks for late requests.
  Object.assign(server, { connectionsCheckingInterval: 20 })
  origin = await stage.app.listen({ host: '127.0.0.1', port: 0 })
  usual = (await ask('GET /healthz HTTP/1.1')).headers
})

const ask = (line: string, ...headers: string[]) =>
  sendRaw(
    origin,
    [line, 'Host: lango.example', 'Connection: close', ...headers, '', ''].join('\r\n'),
  )

/** Headers that may differ between responses. All other headers must be equal. */
const OF_ONE_ANSWER = ['content-type', 'content-length', 'date', 'allow', 'vary']

/**
 * Expects an error in the usual form, with the headers of all responses, and the end of the
 * connection.
 */
function expectRefused(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status, answer.body).toBe(status)
  expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String), code })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body))
  expect(answer.headers.connection).toBe('close')
  expect(answer.headers.date).toMatch(/GMT$/)
  const shared = Object.keys(usual).filter((name) => !OF_ONE_ANSWER.includes(name))
  expect(shared).toEqual(
    expect.arrayContaining([
      'content-security-policy',
      'referrer-policy',
      'strict-transport-security',
      'x-content-type-options',
      'x-frame-options',
    ]),
  )
  for (const name of shared) expect(answer.headers[name], name).toBe(usual[name])
}

describe('a request target', () => {
  test.each([
    ['*', 400],
    ['lango.example:443', 400],
    ['xapi/events', 400],
    ['api/events', 400],
    ['xhealthz', 400],
    ['mailto:a@b', 400],
    ['http://', 400],
    ['http:///healthz', 400],
    ['ftp://lango.example/healthz', 400],
    ['?q=1', 400],
    ['#', 400],
    ['/api/events/\xe9\xff', 400],
    ['http://lango.example/healthz', 200],
    ['HTTPS://lango.example/healthz?a=b', 200],
    ['http://lango.example', 404],
    ['http://lango.example?q=1', 404],
    ['/', 404],
    ['//', 404],
    ['//healthz', 200],
    ['/healthz/', 200],
    ['/he%61lth%7A', 200],
    ['/%68%65%61%6c%74%68%7a', 200],
    ['/./healthz', 404],
    ['/x/%2E%2e/healthz', 404],
    ['/x/..', 404],
    ['/healthz%2F', 404],
    ['//other.example/healthz', 404],
    ['/healthz#part', 200],
    ['/healthz?%00', 200],
    ['/%00', 404],
    ['/healthz%00', 404],
    ['/api/events/%00', 404],
    ['/api/events/%', 404],
    ['/api/events/%2e%2e/%2e%2e/metrics', 404],
    ['/api/events/../healthz', 404],
  ])('%s gets %i', async (target, status) => {
    const answer = await ask(`GET ${target} HTTP/1.1`)
    expect(answer.status, answer.body).toBe(status)
    if (status !== 200) expectRefused(answer, status, expectedCode(status, target))
  })

  test.each([
    ['an id of 201 letters', `/api/events/${'x'.repeat(201)}`],
    ['an id of 12,000', `/api/events/${'x'.repeat(12_000)}`],
    ['12,000 slashes', '/'.repeat(12_000)],
  ])('of %s is unknown', async (_what, target) => {
    const answer = await ask(`GET ${target} HTTP/1.1`)
    expectRefused(answer, 404, expectedCode(404, target))
  })

  test("* lists the server's methods for OPTIONS", async () => {
    const answer = await ask('OPTIONS * HTTP/1.1')
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect(answer.headers.allow).toBe('GET, HEAD, POST, PUT, DELETE, OPTIONS')
  })
})

const expectedCode = (status: number, target: string) => {
  if (status === 400) return 'bad_request'
  return /^\/api\/events\/[^/]+$/.test(target) ? 'event_not_found' : 'not_found'
}

describe('a request that cannot be read', () => {
  const crlf = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
  const HOST = 'Host: lango.example'
  const JSON_TYPE = 'Content-Type: application/json'
  const POST = 'POST /api/functions/newsletter HTTP/1.1'

  test.each<[string, string, number, string]>([
    ['no request at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'bad_request'],
    ['a line of one word', crlf('nonsense', HOST), 400, 'bad_request'],
    ['no target', crlf('GET  HTTP/1.1', HOST), 400, 'bad_request'],
    ['a target with a space', crlf('GET /a b HTTP/1.1', HOST), 400, 'bad_request'],
    // A request in the form of HTTP/0.9 has no version.
    ['no version', crlf('GET /'), 404, 'not_found'],
    ['a version of tomorrow', crlf('GET / HTTP/9.9', HOST), 400, 'bad_request'],
    ['a method of nobody', crlf('FETCH / HTTP/1.1', HOST), 400, 'bad_request'],
    ['a header without a name', crlf('GET / HTTP/1.1', HOST, ': x'), 400, 'bad_request'],
    ['a name with a space', crlf('GET / HTTP/1.1', HOST, 'a b: x'), 400, 'bad_request'],
    ['a zero byte in a header', crlf('GET / HTTP/1.1', HOST, 'a: \0'), 400, 'bad_request'],
    ['a folded header', crlf('GET / HTTP/1.1', HOST, ' a: b'), 400, 'bad_request'],
    ['no host', crlf('GET /healthz HTTP/1.1'), 400, 'bad_request'],
    ['two hosts', crlf('GET /healthz HTTP/1.1', HOST, 'Host: b'), 400, 'bad_request'],
    [
      'headers without end',
      crlf('GET / HTTP/1.1', HOST, `a: ${'x'.repeat(100_000)}`),
      431,
      'headers_too_large',
    ],
    [
      'a target without end',
      crlf(`GET /${'x'.repeat(100_000)} HTTP/1.1`, HOST),
      431,
      'headers_too_large',
    ],
    ['a length that is none', crlf(POST, HOST, 'Content-Length: nine'), 400, 'bad_request'],
    ['two lengths', crlf(POST, HOST, 'Content-Length: 2', 'Content-Length: 3'), 400, 'bad_request'],
    [
      'a length beside chunks',
      `${crlf(POST, HOST, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
      'bad_request',
    ],
    [
      'chunks that are not the last coding',
      `${crlf(POST, HOST, 'Transfer-Encoding: chunked, gzip')}0\r\n\r\n`,
      400,
      'bad_request',
    ],
    [
      'a chunk of no length',
      `${crlf(POST, HOST, JSON_TYPE, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n`,
      400,
      'bad_request',
    ],
    [
      'notes on a chunk without end',
      `${crlf(POST, HOST, JSON_TYPE, 'Transfer-Encoding: chunked')}2;${'x'.repeat(20_000)}\r\n{}\r\n`,
      413,
      'too_large',
    ],
  ])('with %s is refused in the usual form', async (_what, text, status, code) => {
    expectRefused(await sendRaw(origin, Buffer.from(text, 'latin1')), status, code)
  })

  test('a tunnel to another host is a method that the server does not accept', async () => {
    const answer = await ask('CONNECT other.example:443 HTTP/1.1')
    expectRefused(answer, 405, 'method_not_allowed')
    expect(answer.headers.allow).toBe('GET, HEAD, POST, PUT, DELETE, OPTIONS')
  })

  test.each([
    ['headers that never end', crlf('GET / HTTP/1.1', HOST).slice(0, -2)],
    ['a body that never comes', crlf(POST, HOST, JSON_TYPE, 'Content-Length: 9')],
  ])('with %s gets 408 after the timeout', async (_what, text) => {
    const { server } = stage.app
    const { requestTimeout, headersTimeout } = server
    Object.assign(server, { requestTimeout: 60, headersTimeout: 40 })
    try {
      expectRefused(await sendRaw(origin, text), 408, 'request_timeout')
    } finally {
      Object.assign(server, { requestTimeout, headersTimeout })
    }
  })

  test('a body that never arrives after its response causes no second response', async () => {
    const { server } = stage.app
    const { requestTimeout, headersTimeout } = server
    Object.assign(server, { requestTimeout: 60, headersTimeout: 40 })
    try {
      const answer = await sendRaw(
        origin,
        crlf(POST, HOST, 'Content-Type: a/b', 'Content-Length: 9'),
      )
      expect(answer.status).toBe(415)
      expect(answer.body).toHaveLength(Number(answer.headers['content-length']))
    } finally {
      Object.assign(server, { requestTimeout, headersTimeout })
    }
  })

  test('an unknown expectation is ignored, and the request is answered', async () => {
    expect((await ask('GET /healthz HTTP/1.1', 'Expect: the-best')).status).toBe(200)
  })

  test("garbage after a valid request leaves that request's response whole", async () => {
    const good = crlf('GET /api/openapi.json HTTP/1.1', HOST)
    const { status, headers, body } = await sendRaw(origin, `${good}garbage\r\n\r\n`)
    expect(status).toBe(200)
    expect(JSON.parse(body.slice(0, Number(headers['content-length'])))).toHaveProperty('paths')
  })
})
