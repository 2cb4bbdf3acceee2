// What is ready is answered before the framework: as the framework would, and never what is not
// for all. Over real connections, since injected requests do not come this way.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { writeChoice } from '../checkout/choice.rules.ts'
import { openAdmission } from '../platform/http/admission.ts'
import { methodsAt, render } from './entry-server.tsx'
import { registerPages } from './pages.routes.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }
const PLAIN = { 'accept-encoding': 'gzip, br' }

let stage: Stage
let event: BuiltEvent
let port: number
/** A clock that stands until a test moves it. */
let ms = Date.now()
/** Requests that the framework saw. */
let seen = 0

beforeAll(async () => {
  stage = await makeStage()
  stage.app.addHook('onSend', async () => {
    seen += 1
  })
  const clock = { now: () => new Date(ms) }
  await registerPages(
    stage.app,
    { ...stage.deps, clock, admission: openAdmission(stage.deps) },
    { render, methodsAt, assets: async () => NO_FILES, files: [] },
  )
  event = await buildEvent(stage.db)
  await stage.app.listen({ host: '127.0.0.1', port: 0 })
  port = (stage.app.server.address() as AddressInfo).port
})
afterAll(() => stage.close())
beforeEach(() => {
  ms += 10_000
  seen = 0
})

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer; seen: boolean }

async function ask(path: string, more: http.RequestOptions = {}): Promise<Answer> {
  const before = seen
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const options = { host: '127.0.0.1', port, path, headers: PLAIN, agent: false as const, ...more }
  http.request(options, resolve).on('error', reject).end()
  const response = await promise
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  const headers = response.headers
  return { status: response.statusCode!, headers, body: Buffer.concat(parts), seen: seen > before }
}

/** The second is the first whose bytes are ready. */
async function warm(path: string): Promise<Answer> {
  const first = await ask(path)
  expect(first.seen).toBe(true)
  return first
}

test('what is drawn already is answered as the framework would, header by header, without it', async () => {
  for (const path of ['/', `/event/${event.id}`, '/category/Uncategorized', '/help']) {
    const first = await warm(path)
    const second = await ask(path)
    expect(second.seen, path).toBe(false)
    const { date: _1, ...expected } = first.headers
    const { date, ...told } = second.headers
    expect(told).toEqual(expected)
    expect(date).toBeDefined()
    expect([second.status, second.body.equals(first.body)]).toEqual([200, true])
  }
})

test('after its second the page is drawn anew', async () => {
  await warm('/')
  ms += 1000
  expect((await ask('/')).seen).toBe(true)
})

test('what is not on the list of pages for all, or was not drawn, is not answered so', async () => {
  const choice = writeChoice({ [event.types[0]!.id]: 1 })
  const paths = ['/api/events', '/my-ticket', '/t/0000000000000000', `/event/${event.id}?${choice}`]
  for (const path of paths) {
    await ask(path)
    expect((await ask(path)).seen, path).toBe(true)
  }
})

test('what is unusual goes the long way: who it is from, what it carries, how it asks', async () => {
  await warm('/')
  const unusual: http.RequestOptions[] = [
    { method: 'HEAD' },
    { method: 'POST', headers: PLAIN },
    { headers: { ...PLAIN, authorization: 'Bearer x' } },
    { headers: { ...PLAIN, 'content-length': '0' } },
    { headers: {} },
    { headers: { 'accept-encoding': 'br;q=0' } },
    { headers: ['Host', 'a.example', 'Host', 'b.example', 'Accept-Encoding', 'br'] as never },
  ]
  for (const options of unusual) {
    expect((await ask('/', options)).seen, JSON.stringify(options)).toBe(true)
  }
  expect((await ask('/')).seen).toBe(false)
})
