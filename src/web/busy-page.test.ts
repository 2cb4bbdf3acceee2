import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { keepStage } from '../../test/stage.ts'
import { openLoadShedding } from '../platform/http/load-shedder.ts'
import type { PageRenderer } from './page-renderer.ts'
import { registerPages } from './pages.routes.ts'

const stage = keepStage({ WORK_WAIT_MS: '800' })
let underWay = 0
let most = 0
const hold = Promise.withResolvers<void>()

let isBroken = false

/** Rendering waits until the test resolves `hold`. */
const render = async () => {
  if (isBroken) throw new Error('a fault of ours')
  underWay += 1
  most = Math.max(most, underWay)
  await hold.promise
  underWay -= 1
  return new Response(null, { status: 302, headers: { location: '/' } })
}

beforeAll(async () => {
  const files = await mkdtemp(join(tmpdir(), 'lango-assets-'))
  const methodsAt = async () => ['GET', 'POST']
  const renderer = { render, methodsAt, assets: async () => ({}), files: [files] }
  const loadShedding = openLoadShedding(stage.deps)
  await registerPages(
    stage.app,
    { ...stage.deps, loadShedding },
    renderer as unknown as PageRenderer,
  )
})

const get = () => stage.app.inject('/event/1?x=<"')

test('visitors who would wait too long get a busy page that keeps their form fields', async () => {
  const all = Array.from({ length: 300 }, async () => await get())
  const busy = await get()
  expect(busy.statusCode).toBe(503)
  expect(Number(busy.headers['retry-after'])).toBeGreaterThanOrEqual(2)
  expect(busy.headers['content-type']).toMatch(/^text\/html/)
  expect(busy.body).toContain("We're very busy right now")
  expect(busy.body).toMatch(/<meta http-equiv="refresh" content="\d+; url=\/event\/1/)
  expect(busy.body).not.toContain('<"')
  const posted = await stage.app.inject({
    method: 'POST',
    url: '/event/1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'orderId=one&phoneNumber=%22%3E%3Cscript%3E&orderId=two',
  })
  expect(posted.statusCode).toBe(503)
  expect(posted.body).toContain('<form method="post" action="/event/1">')
  expect(posted.body).toContain('name="orderId" value="one"')
  expect(posted.body).toContain('name="orderId" value="two"')
  expect(posted.body).toContain('name="phoneNumber" value="&quot;&gt;&lt;script&gt;"')
  expect(posted.body).not.toContain('http-equiv')
  const swahili = await stage.app.inject('/sw/event/1')
  expect(swahili.body).toContain('<html lang="sw">')
  expect(swahili.body).toMatch(/<h1>Tuna wateja wengi sasa hivi<.*Ukurasa huu.*>Jaribu sasa</)
  hold.resolve()
  const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 302)).toHaveLength(80)
  expect(statuses.filter((status) => status === 503)).toHaveLength(220)
  // At most 8 pages are rendered at the same time, because all share one thread.
  expect(most).toBe(8)
  expect((await get()).statusCode).toBe(302)
})

test('a failed rendering gets an error page in the language of the address', async () => {
  isBroken = true
  const [english, swahili] = [await get(), await stage.app.inject('/sw/event/1')]
  isBroken = false
  expect([english.statusCode, swahili.statusCode]).toEqual([500, 500])
  expect(english.body).toMatch(/<html lang="en">.*Something went wrong.*href="\/"/)
  expect(swahili.body).toMatch(/<html lang="sw">.*Kuna hitilafu.*href="\/sw\/".*>Rudi Mwanzo</)
})
