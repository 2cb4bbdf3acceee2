// Whatever is read here Node's own parser reads the same: over real connections, with heads that are
// right, nearly right and wrong.
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPlainRequest } from './plain-request.ts'

const server = http.createServer()
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** What Node makes of it; null if it is no request. */
async function readByNode(head: Buffer) {
  const socket = net.connect({ host: '127.0.0.1', port })
  const read = await new Promise<[http.IncomingMessage, http.ServerResponse] | null>((resolve) => {
    server.once('request', (...one) => resolve(one))
    server.once('clientError', (_error, one) => {
      one.destroy()
      resolve(null)
    })
    socket.end(head)
  })
  server.removeAllListeners('request').removeAllListeners('clientError')
  socket.destroy()
  if (!read) return null
  const [{ method, url, httpVersion, rawHeaders }, { shouldKeepAlive: staysOpen }] = read
  return { method, url, httpVersion, rawHeaders, staysOpen }
}

const NAMES = [
  'Host',
  'host',
  'Connection',
  'Accept',
  'Cookie',
  'X-Forwarded-For',
  'X_Y',
  'X Y',
  '',
]
const UNUSUAL = ['Authorization', 'Content-Length', 'Transfer-Encoding', 'Expect', 'Upgrade', 'TE']
const VALUES = [
  'shop.example',
  'keep-alive',
  'close',
  'upgrade',
  '',
  ' ',
  '0',
  'a b ',
  '\t',
  '\u00e9',
  '\0',
]
const TARGETS = ['/', '/api/orders/x?wait=25', '/a b', 'http://a/', '*', '//', '/\u00e9', '/%']

const line = fc
  .tuple(
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...NAMES) }, fc.constantFrom(...UNUSUAL)),
    fc.constantFrom(': ', ':', ':', ' : ', ':  '),
    fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'binary-ascii', maxLength: 6 })),
    fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r\n '),
  )
  .map((parts) => parts.join(''))

const heads = fc
  .tuple(
    fc.constantFrom('GET', 'GET', 'GET', 'get', 'HEAD'),
    fc.constantFrom(...TARGETS),
    fc.constantFrom('1.1', '1.1', '1.1', '1.0', '1.2'),
    fc.array(line, { maxLength: 3 }),
    fc.constantFrom('\r\n', '\r\n', '\r\n', '', '\r\n\r\n', '\r\nGET'),
  )
  .map(([method, target, version, lines, end]) =>
    Buffer.from(
      `${method} ${target} HTTP/${version}\r\nHost: a\r\n${lines.join('')}${end}`,
      'latin1',
    ),
  )

test("what is read is what Node's parser reads, and whether the connection stays", async () => {
  let readable = 0
  await fc.assert(
    fc.asyncProperty(heads, async (head) => {
      const read = readPlainRequest(head)
      if (!read) return
      readable += 1
      expect(await readByNode(head)).toEqual({ method: 'GET', ...read })
    }),
    { numRuns: 20_000 },
  )
  expect(readable).toBeGreaterThan(200)
}, 60_000)

const plain = (...lines: string[]) =>
  readPlainRequest(Buffer.from(`GET /a HTTP/1.1\r\nHost: a\r\n${lines.join('')}\r\n`, 'latin1'))

test('a request that says more than a plain one is left to Node', () => {
  expect(plain()).toMatchObject({ url: '/a', rawHeaders: ['Host', 'a'] })
  for (const line of ['Authorization: Bearer x', 'Content-Length: 0', 'host: b', 'Upgrade: h2c']) {
    expect(plain(`${line}\r\n`), line).toBeNull()
  }
  expect(plain(`Cookie: ${'x'.repeat(5000)}\r\n`)).toBeNull()
  expect(plain('\r\nGET /b HTTP/1.1\r\nHost: a\r\n')).toBeNull()
})
