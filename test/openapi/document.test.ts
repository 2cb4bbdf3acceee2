// Checks the OpenAPI document itself: it is valid, and describes the whole API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todaysMethods } from '../todays-methods.ts'
import { answerOf, type Document, operationsOf } from './document.ts'
import { type OpenShop, openShop } from './open-shop.ts'
import { meantRequest } from './requests.ts'

let shop: OpenShop
let document: Document
beforeAll(async () => {
  shop = await openShop()
  document = shop.document
})
afterAll(() => shop.close())

const find = (name: string) => shop.operations.find((named) => named.name === name)!

describe('the description of the API', () => {
  test('the document has every route, and no other', () => {
    const listed = shop.stage.app.listedRoutes
      .filter(({ method }) => method !== 'HEAD')
      .map(
        ({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}')}`,
      )
    expect(shop.operations.map(({ name }) => name).sort()).toEqual(listed.sort())
  })

  test('the document names each parameter of a path once, and each operation once', () => {
    for (const { name, path, operation } of shop.operations) {
      const named = operation.parameters.filter((one) => one.in === 'path').map((one) => one.name)
      expect(named, name).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part))
    }
    const ids = operationsOf(document).map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+(_[A-Za-z0-9]+)*$/)
  })

  test('each reference of the document resolves', () => {
    const text = JSON.stringify(document)
    const found = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(found.length).toBeGreaterThan(500)
    for (const [, kind, name] of found) {
      expect(document.components).toHaveProperty([kind!, name!])
    }
    expect(text.match(/"\$ref"/g)).toHaveLength(found.length)
    for (const { operation } of shop.operations) {
      for (const one of operation.security.flatMap(Object.keys)) {
        expect(document.components.securitySchemes).toHaveProperty(one)
      }
    }
  })

  test('the document describes how to sign in', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.components.securitySchemes).toEqual({
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      session: { type: 'apiKey', in: 'cookie', name: 'lango_session' },
      operator: { type: 'http', scheme: 'bearer', description: expect.any(String) },
      gate: { type: 'http', scheme: 'bearer', description: expect.any(String) },
    })
    const securityOf = (name: string) => find(name).operation.security
    expect(securityOf('GET /api/audit_log')).toEqual([{ bearer: ['admin'] }])
    expect(securityOf('GET /api/transactions')).toEqual([{ bearer: [] }])
    expect(securityOf('GET /api/events')).toEqual([{}, { bearer: [] }])
    expect(securityOf('POST /api/auth/token')).toEqual([{}, { session: [] }])
    expect(securityOf('POST /api/functions/mpesa')).toEqual([])
  })

  test.each(['transactions', 'validations'])('the document has %s.csv', (kind) => {
    const { content, headers } = shop.answerOf(find(`GET /api/events/{id}/${kind}.csv`), 200)!
    expect(Object.keys(content!)).toEqual(['text/csv'])
    expect(Object.keys(headers!)).toEqual(['Content-Disposition', 'x-total-rows'])
  })

  test.each([
    ['/cb/p/{token}', ['*/*']],
    ['/cb/c/{token}/confirmation', ['*/*']],
    ['/cb/c/{token}/validation', ['*/*']],
    ['/cb/r/{token}', ['*/*']],
    ['/cb/u/{token}', ['*/*']],
    ['/cb/u/{token}/end', ['*/*']],
    ['/cb/s/{token}', ['application/x-www-form-urlencoded', 'application/json']],
    ['/cb/s/{token}/opt-out', ['application/x-www-form-urlencoded', 'application/json']],
    ['/api/storage/event-images', ['multipart/form-data']],
    ['/api/functions/ticket-lookup', ['application/json', 'application/x-www-form-urlencoded']],
    ['/api/functions/mpesa', ['application/json']],
  ])('says what %s takes', (path, types) => {
    const { requestBody } = find(`POST ${path}`).operation
    expect(Object.keys(requestBody!.content)).toEqual(types)
  })

  test('the document gives the body of each refusal', () => {
    for (const { name, operation } of shop.operations) {
      for (const status of Object.keys(operation.responses).map(Number)) {
        const answer = answerOf(document, operation, status)
        expect(answer, `${name} ${status}`).toHaveProperty('description')
        if (status === 401) expect(answer!.headers).toHaveProperty('WWW-Authenticate')
        if (status === 429) expect(answer!.headers).toHaveProperty('Retry-After')
        if (status === 302) expect(answer!.headers).toHaveProperty('Location')
      }
    }
  })
})

test('a method that the document does not allow on a path gets 405, with the allowed ones in Allow', async () => {
  for (const [n, [path, described]] of Object.entries(shop.document.paths).entries()) {
    const methods = Object.keys(described).map((method) => method.toUpperCase())
    const named = shop.operations.find((one) => one.path === path)!
    const { url } = meantRequest(named, shop.knownOf(named))
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
    for (const method of todaysMethods(n).filter((one) => !methods.includes(one))) {
      const answer = await shop.askWith(method, { url, headers: {} })
      const what = `${method} ${path}: ${answer.text}`
      expect(answer.status, what).toBe(405)
      expect(JSON.parse(answer.text!), what).toMatchObject({ code: 'method_not_allowed' })
      expect(String(answer.headers.allow).split(', ').sort(), what).toEqual(allow)
    }
  }
})
