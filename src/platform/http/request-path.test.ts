// spec: path-normal-form
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { keepStage } from '../../../test/stage.ts'
import { hasDotSegment, readTarget } from './request-path.ts'

const read = (url: string) => readTarget({ url })

describe('the normal form of a path', () => {
  test.each([
    ['/metrics', '/metrics'],
    ['/%6Detrics?%6d=%6d', '/metrics?%6d=%6d'],
    ['/%61pi//functions/mpes%61', '/api/functions/mpesa'],
    ['https://lango.example//%63b/x', '/cb/x'],
    ['/a%2fb/%c3%a9/%25', '/a%2Fb/%C3%A9/%25'],
    ['/category/100%/%61', '/category/100%25/%2561'],
    ['/%2561', '/%2561'],
    ['/%2e%2E/x', '/../x'],
    ['//', '/'],
    ['/gate/', '/gate/'],
    ['/x#//%61', '/x#//%61'],
    ['xapi', 'xapi'],
  ])('of %s is %s', (url, form) => {
    expect(read(url)).toBe(form)
  })

  test('is the same for every spelling of a path, and has no other form', () => {
    const segment = fc.stringMatching(/^[a-z0-9._~-]{1,12}$/)
    const spelling = fc.array(fc.tuple(segment, fc.nat(2), fc.array(fc.boolean())), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(spelling, (parts) => {
        const plain = parts.map(([text]) => `/${text}`).join('')
        const odd = parts.map(([text, slashes, escaped]) => {
          const written = [...text].map((letter, at) =>
            escaped[at] ? `%${letter.charCodeAt(0).toString(16)}` : letter,
          )
          return `${'/'.repeat(slashes + 1)}${written.join('')}`
        })
        expect(read(odd.join(''))).toBe(plain)
        expect(read(plain)).toBe(plain)
      }),
    )
  })
})

describe('an address in another spelling', () => {
  const stage = keepStage()
  let origin: string
  beforeAll(async () => {
    origin = await stage.app.listen({ host: '127.0.0.1', port: 0 })
  })

  const ask = async (method: 'GET' | 'POST', path: string) => {
    const answer = await fetch(origin + path, { method })
    const body = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, code: isJson ? JSON.parse(body).code : null }
  }

  test.each([
    ['GET', '/metrics', ['/metrics/', '//metrics', '/%6d%65trics', '/metric%73//']],
    ['POST', '/api/functions/mpesa', ['/api/functions/mpesa/', '/%61pi//functions/mpesa']],
    ['POST', '/cb/p/x', ['/%63b/p/x', '//cb/p/x/']],
  ] as const)('gets the same reply: %s %s', async (method, plain, spellings) => {
    const usual = await ask(method, plain)
    for (const url of spellings) expect([url, await ask(method, url)]).toEqual([url, usual])
  })
})

test.each([
  ['/..', true],
  ['/x/../metrics', true],
  ['/./metrics?q', true],
  ['/x/.#', true],
  ['/...', false],
  ['/x?q=/../', false],
  ['/..x/x..', false],
])('%s has a dot segment: %s', (path, has) => {
  expect(hasDotSegment(path)).toBe(has)
})
