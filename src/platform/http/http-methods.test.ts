// Tests every route with the methods that Node's parser knows.
import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { keepStage } from '../../../test/stage.ts'
import { SENDABLE, todaysMethods } from '../../../test/todays-methods.ts'

const stage = keepStage()
let origin: string
beforeAll(async () => {
  origin = await stage.app.listen({ host: '127.0.0.1', port: 0 })
})

type Answer = { status: number; headers: Record<string, unknown>; text: string }

/** Sends a request with any method, because fetch sends only some methods. */
function ask(method: string, path: string, body?: string): Promise<Answer> {
  const { hostname: host, port } = new URL(origin)
  const headers =
    body === undefined ? {} : { 'content-type': 'text/html', 'content-length': body.length }
  return new Promise((resolve, reject) => {
    const asking = request({ host, port, method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    asking.on('error', reject).end(body)
  })
}

function expectRefused(answer: Answer, status: number, code: string): void {
  expect(answer.status, answer.text).toBe(status)
  expect(JSON.parse(answer.text)).toEqual({ error: expect.any(String), code })
}

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

const paths = () => [...new Set(stage.app.listedRoutes.map(({ url }) => url))]
const methodsOf = (path: string) => {
  const listed = stage.app.listedRoutes.filter(({ url }) => url === path)
  const methods = [...listed.map(({ method }) => method), 'OPTIONS']
  return ORDER.filter((method) => methods.includes(method))
}
const filled = (path: string) => path.replace(/:\w+|\*/g, 'x')

describe('a known path', () => {
  test('replies to another method with the methods that it accepts', async () => {
    expect(paths().length).toBeGreaterThan(40)
    for (const [n, path] of paths().entries()) {
      const allow = methodsOf(path)
      for (const method of todaysMethods(n).filter((one) => !allow.includes(one))) {
        const answer = await ask(method, filled(path))
        expectRefused(answer, 405, 'method_not_allowed')
        expect(answer.headers.allow, `${method} ${path}`).toBe(allow.join(', '))
      }
    }
  })

  test('replies to OPTIONS with its methods', async () => {
    for (const path of paths()) {
      const { status, headers, text } = await ask('OPTIONS', filled(path))
      expect([status, text], path).toEqual([204, ''])
      expect(headers.allow, path).toBe(methodsOf(path).join(', '))
    }
  })

  test('replies to HEAD as to GET, without the body', async () => {
    const changing = ['date', 'content-length', 'transfer-encoding']
    const shown = ({ headers }: Answer) =>
      Object.keys(headers).filter((name) => !changing.includes(name))
    for (const path of paths().filter((one) => methodsOf(one).includes('GET'))) {
      const [get, head] = [await ask('GET', filled(path)), await ask('HEAD', filled(path))]
      expect([path, head.status, head.text]).toEqual([path, get.status, ''])
      expect(shown(head), path).toEqual(shown(get))
      expect(head.headers['content-type'], path).toBe(get.headers['content-type'])
    }
  })

  test.each([
    ['with a slash at its end', '/api/events/'],
    ['written with escapes', '/api/%65vents'],
    ['with fields', '/api/events?limit=%zz'],
    ['as a whole address', 'http://lango.example/api/events'],
  ])('refuses another method for %s', async (_what, path) => {
    expectRefused(await ask('DELETE', path), 405, 'method_not_allowed')
  })

  // No route reads the body of a request that it does not accept.
  test('refuses another method before the body is read', async () => {
    for (const body of ['{', 'x'.repeat(100_000)]) {
      expectRefused(await ask('PATCH', '/api/events', body), 405, 'method_not_allowed')
    }
  })
})

describe('an unknown path', () => {
  test.each([...SENDABLE, 'OPTIONS'])('is 404 for %s', async (method) => {
    for (const path of ['/', '/nothing', '/api/no-such-thing', '/api/events/x/y', '/healthz%2f']) {
      expectRefused(await ask(method, path, '{'), 404, 'not_found')
    }
  })
})
