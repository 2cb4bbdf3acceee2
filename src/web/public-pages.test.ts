// Tests shared pages as the server sends them: rendered once a second, and without data of any
// single visitor.
import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, orderFor } from '../../test/build.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { writeChoice } from '../checkout/choice.rules.ts'
import { openLoadShedding } from '../platform/http/load-shedder.ts'
import { methodsAt, type RenderContext, render } from './entry-server.tsx'
import { readDirectly } from './page-reads.ts'
import { registerPages } from './pages.routes.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }

const stage = keepStage({ TRUST_PROXY: 'yes' })
let event: BuiltEvent
/** A clock that moves only when a test moves it. */
let ms = Date.now()
/** The addresses of all renderings. */
let drawn: string[] = []
/** The pages' API calls, by address, with the headers sent. */
const calls: string[] = []
/** How the API fails, set by a test. */
let failure: (() => Promise<Response>) | null = null

async function renderCounted(request: Request, context: RenderContext) {
  drawn.push(request.url.slice(stage.env.publicOrigin.length))
  expect([...request.headers]).toEqual([])
  return await render(request, { ...context, ...(failure && { fetchApi: failure }) })
}

beforeAll(async () => {
  stage.app.addHook('onRequest', async ({ url, headers, ip }) => {
    if (url.startsWith('/api/')) calls.push(JSON.stringify([ip, headers]))
  })
  const clock = { now: () => new Date(ms) }
  await registerPages(
    stage.app,
    { ...stage.deps, clock, loadShedding: openLoadShedding(stage.deps) },
    { render: renderCounted, methodsAt, assets: async () => NO_FILES, files: [] },
  )
  event = await buildEvent(stage.db)
})
beforeEach(() => {
  ms += 10_000
  drawn = []
})

const get = (url: string, headers: Record<string, string> = {}) =>
  stage.app.inject({ url, headers })
const PUBLIC = 'public, max-age=1'

describe('a public page', () => {
  test('is rendered once a second for any number of visitors', async () => {
    const pages = [
      '/',
      '/category/Uncategorized',
      '/help',
      '/terms',
      '/contact',
      `/event/${event.id}`,
    ]
    for (const url of pages) {
      drawn = []
      const first = await Promise.all(Array.from({ length: 20 }, () => get(url)))
      ms += 999
      const all = [...first, await get(url), await get(`${url}?fbclid=${randomUUID()}`)]
      for (const { headers, body } of all) {
        expect(headers['cache-control']).toBe(PUBLIC)
        expect(body).toBe(all[0]!.body)
      }
      expect(drawn).toEqual([url])
      ms += 1
      await get(url)
      expect(drawn).toEqual([url, url])
    }
  })

  test('gets no cookie, bearer token or IP address of its visitor', async () => {
    const url = '/?q=derby'
    const plain = (await get(url)).body
    calls.length = 0
    ms += 1000
    const visitor = { cookie: 'lango_session=abc', 'x-forwarded-for': '41.90.64.9', host: 'a.b' }
    const answer = await get(url, visitor)
    expect(answer.body).toBe(plain)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) expect(call).not.toMatch(/cookie|authorization|41\.90|a\.b/)
    // With the public host, these calls would log that a proxy hides the visitors' addresses.
    for (const call of calls) expect(call).toContain('"host":"127.0.0.1"')
    expect((await get(url)).body).toBe(plain)
    expect(drawn).toEqual([url, url])
  })

  test('is sent in each encoding, also for HEAD, with all usual headers', async () => {
    const url = `/event/${event.id}`
    const plain = await get(url)
    const wanted = ['content-security-policy', 'x-content-type-options', 'referrer-policy']
    const ways = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [encoding, unpack] of Object.entries(ways)) {
      const answer = await get(url, { 'accept-encoding': encoding })
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding',
      })
      expect(unpack(answer.rawPayload).toString()).toBe(plain.body)
      for (const name of wanted) expect(answer.headers[name], name).toBe(plain.headers[name])
      const headers = { 'accept-encoding': encoding }
      const head = await stage.app.inject({ method: 'HEAD', url, headers })
      expect(head.body).toBe('')
      expect(head.headers).toEqual({ ...answer.headers, date: head.headers.date })
    }
    for (const name of wanted) expect(plain.headers[name], name).toBeTypeOf('string')
    expect(plain.headers.vary).toBe('accept-encoding')
    expect(drawn).toEqual([url])
  })

  test('is rendered for each visitor and never cached if it is missing or fails', async () => {
    const missing = `/event/${randomUUID()}`
    const misses = [await get(missing), await get(missing), await get('/category/Nothing')]
    failure = async () => Response.json({ code: 'unavailable' }, { status: 503 })
    const busy = [await get('/'), await get('/')]
    failure = () => Promise.reject(new Error('broken'))
    busy.push(await get('/'))
    failure = null
    for (const [status, answers] of [
      [404, misses],
      [503, busy],
    ] as const) {
      for (const { statusCode, headers } of answers) {
        expect(statusCode).toBe(status)
        expect(headers['cache-control']).toBe('private, no-cache')
      }
    }
    expect(drawn).toEqual([missing, missing, '/category/Nothing', '/', '/', '/'])
    expect(await get('/')).toMatchObject({ statusCode: 200 })
  })
})

test('a sold-out event shows so within two seconds, and a purchase is refused immediately', async () => {
  const hot = await buildEvent(stage.db, { types: [{ capacity: 1 }] })
  const url = `/event/${hot.id}`
  const isSoldOut = async () => {
    const { body, headers } = await get(url)
    // A cache in front of the server, or the browser, may show the old page for one more second.
    expect(headers['cache-control']).toBe(PUBLIC)
    return body.includes('"is_sold_out":true')
  }
  const order = await prompted(stage, hot)
  expect(await isSoldOut()).toBe(false)
  await pay(stage, order, newReceipt())
  const refused = await stage.app.inject({
    method: 'POST',
    url: '/api/functions/mpesa',
    payload: orderFor(hot, [1]),
  })
  expect(refused.json()).toMatchObject({ code: 'sold_out' })
  ms += 999
  expect(await isSoldOut()).toBe(false)
  ms += 1
  expect(await isSoldOut()).toBe(true)
})

test('an event page with chosen tickets is rendered for each visitor with an order id of its own', async () => {
  const chosen = `/event/${event.id}?${writeChoice({ [event.types[0]!.id]: 1 })}`
  const orders = new Set<string>()
  for (let visitor = 0; visitor < 3; visitor++) {
    const { body, headers } = await get(chosen)
    expect(headers['cache-control']).toMatch(/^private\b/)
    orders.add(/"orderId":"([^"]+)"/.exec(body)![1]!)
  }
  expect(orders.size).toBe(3)
  expect((await get(`/event/${event.id}`)).body).toContain('"orderId":""')
})

test('direct reads of pages return the same data as the API', async () => {
  const nobody = () => Promise.reject(new Error('nobody is asked'))
  const direct = readDirectly(stage.deps, nobody)
  const one = `/api/events/${event.id}`
  const shown = await (await direct(one)).json()
  expect((await get(one)).json()).toMatchObject(shown)
  expect(shown).not.toHaveProperty('updated_at')
  for (const path of ['/api/events?limit=2', '/api/events?limit=1']) {
    expect(await (await direct(path)).json(), path).toEqual((await get(path)).json())
  }
  // If the direct read fails or finds nothing, the API itself answers.
  const api = async () => new Response('api')
  const missing = `/api/events/${randomUUID()}`
  expect(await (await readDirectly(stage.deps, api)(missing)).text()).toBe('api')
  const broken = readDirectly({ ...stage.deps, reads: null as never }, api)
  expect(await (await broken('/api/events?limit=1')).text()).toBe('api')
  expect(await (await broken('/api/site')).text()).toBe('api')
})
