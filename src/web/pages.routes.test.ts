// Tests which methods pages allow, and the responses for addresses without a page. The pages are
// rendered from the sources.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { sendRaw } from '../../test/raw-http.ts'
import { keepStage } from '../../test/stage.ts'
import { openLoadShedding } from '../platform/http/load-shedder.ts'
import { methodsAt, type RenderContext, render } from './entry-server.tsx'
import { registerPages } from './pages.routes.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }

const stage = keepStage()
let origin: string
let event: string
beforeAll(async () => {
  const files = await mkdtemp(join(tmpdir(), 'lango-assets-'))
  const assets = async () => NO_FILES
  await registerPages(
    stage.app,
    { ...stage.deps, loadShedding: openLoadShedding(stage.deps) },
    { render: renderOr503, methodsAt, assets, files: [files] },
  )
  origin = await stage.app.listen({ host: '127.0.0.1', port: 0 })
  event = `/event/${(await buildEvent(stage.db)).id}`
})

/** Makes the API busy, set by a test. */
let isBusy = false

function renderOr503(request: Request, context: RenderContext) {
  const busy = async () => Response.json({ code: 'unavailable' }, { status: 503 })
  return render(request, { ...context, ...(isBusy && { fetchApi: busy }) })
}

async function ask(method: string, path: string, form?: Record<string, string>) {
  const body = form && { body: new URLSearchParams(form) }
  const answer = await fetch(origin + path, { method, redirect: 'manual', ...body })
  const type = answer.headers.get('content-type')?.split(';')[0]
  return {
    status: answer.status,
    allow: answer.headers.get('allow'),
    retryAfter: answer.headers.get('retry-after'),
    type,
    text: await answer.text(),
  }
}

const PLAIN = 'GET, HEAD, OPTIONS'
const WITH_FORM = 'GET, HEAD, POST, OPTIONS'

describe('a page', () => {
  test.each([
    ['/', PLAIN],
    ['/help', PLAIN],
    ['/contact', WITH_FORM],
    ['/pay/x', WITH_FORM],
    ['/organizer/dashboard', PLAIN],
    ['/organizer/events/x/y', PLAIN],
  ])('%s allows %s', async (path, allow) => {
    expect(await ask('OPTIONS', path)).toMatchObject({ status: 204, allow, text: '' })
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const answer = await ask(method, path, { a: 'b' })
      expect(answer).toMatchObject({ status: 405, allow, type: 'application/json' })
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'method_not_allowed' })
    }
  })

  test('responds to a form post with 405 as HTML if it has no form', async () => {
    const answer = await ask('POST', '/help', { a: 'b' })
    expect(answer).toMatchObject({ status: 405, allow: PLAIN, type: 'text/html' })
  })

  test('that cannot be rendered now responds with 503 and Retry-After', async () => {
    isBusy = true
    const answers = [await ask('GET', '/'), await ask('GET', event), await ask('GET', '/pay/x')]
    isBusy = false
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, retryAfter: '5', type: 'text/html' })
    }
    expect(await ask('GET', '/')).toMatchObject({ status: 200, retryAfter: null })
  })

  test('responds to HEAD with the headers of GET', async () => {
    for (const path of ['/', event, '/nothing', '/t/0000000000000000']) {
      const [get, head] = [await ask('GET', path), await ask('HEAD', path)]
      expect(head).toEqual({ ...get, text: '' })
    }
  })
})

describe('an address without a page', () => {
  test.each(['/nothing', '/event', '/t/a/b'])('gets 404: %s', async (path) => {
    expect(await ask('GET', path)).toMatchObject({ status: 404, allow: null, type: 'text/html' })
    expect(await ask('POST', path, { a: 'b' })).toMatchObject({ status: 404, type: 'text/html' })
    for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
      const answer = await ask(method, path)
      expect(answer).toMatchObject({ status: 404, allow: null, type: 'application/json' })
    }
  })

  test('gets 404 in the back office too', async () => {
    expect(await ask('PUT', '/organizer/nothing')).toMatchObject({ status: 404, allow: null })
  })

  test('gets no 405 for GET if a route with another method has the address', async () => {
    const link = `/newsletter/unsubscribe/${'0'.repeat(32)}`
    for (const method of ['GET', 'HEAD']) {
      expect((await ask(method, link)).status, method).not.toBe(405)
    }
    expect(await ask('PUT', link)).toMatchObject({ status: 405 })
  })

  // These addresses match the pages' catch-all route too, although another room's route handles
  // them.
  test.each([
    ['POST', '/healthz', PLAIN],
    ['POST', '/sitemap.xml', PLAIN],
    ['POST', '/images/x.webp', PLAIN],
    ['POST', '/m/radio', PLAIN],
    ['POST', '/t/worker.js', PLAIN],
    ['POST', '/assets/x.js', PLAIN],
    ['POST', '/api/events/x', 'GET, HEAD, PUT, OPTIONS'],
    ['GET', '/api/auth/token?grant_type=password', 'POST, OPTIONS'],
    ['HEAD', '/api/check_ins', 'POST, OPTIONS'],
    ['GET', '/cb/p/x', 'POST, OPTIONS'],
    ['DELETE', '/assets/x.js', PLAIN],
  ])('%s %s gets 405 with the methods of the route', async (method, path, allow) => {
    expect(await ask(method, path)).toMatchObject({ status: 405, allow, type: 'application/json' })
  })

  test.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/cb/nothing'],
    ['GET', '/assets/nothing.js'],
    ['HEAD', '/assets/nothing.js'],
  ])('%s %s gets 404', async (method, path) => {
    expect(await ask(method, path)).toMatchObject({ status: 404, type: 'application/json' })
  })

  test.each(['*', 'lango.example:80', 'xhelp', 'mailto:a@b', 'http://', 'http:///help'])(
    'GET %s gets 400',
    async (target) => {
      const text = `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
      const { status, body } = await sendRaw(origin, text)
      expect(status, body).toBe(400)
      expect(JSON.parse(body)).toMatchObject({ code: 'bad_request' })
    },
  )
})
