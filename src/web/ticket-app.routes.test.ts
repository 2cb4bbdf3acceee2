import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { pay, prompted, readOrder } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { openLoadShedding } from '../platform/http/load-shedder.ts'
import { methodsAt, render } from './entry-server.tsx'
import { registerPages } from './pages.routes.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }

const stage = keepStage()
let number: string
beforeAll(async () => {
  const assets = async () => NO_FILES
  const deps = { ...stage.deps, loadShedding: openLoadShedding(stage.deps) }
  await registerPages(stage.app, deps, { render, methodsAt, assets, files: [] })
  const order = await prompted(stage, await buildEvent(stage.db), [1])
  await pay(stage, order, 'UKA0000001')
  number = (await readOrder(stage, order.orderId)).body.transaction.tickets[0].ticket_number
})

const get = (url: string) => stage.app.inject({ method: 'GET', url })

// spec: ticket-page-home-screen
test('a ticket page links a manifest with which it can be put on the home screen', async () => {
  const { body } = await get(`/t/${number}`)
  const head = body.slice(0, body.indexOf('</head>'))
  const [, path] = /<link rel="manifest" href="([^"]+)">/.exec(head)!
  const answer = await get(path!)
  expect(answer.headers['content-type']).toContain('application/manifest+json')
  const manifest = answer.json()
  expect(manifest).toMatchObject({
    id: `/t/${number}`,
    start_url: `/t/${number}`,
    scope: '/t/',
    display: 'standalone',
    short_name: `Ticket ${number.slice(-4)}`,
  })
  const touch = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(head)![1]!
  for (const { src, sizes } of [...manifest.icons, { src: touch, sizes: '512x512' }]) {
    const icon = await get(src)
    expect(icon.headers['content-type']).toBe('image/png')
    const { width, height } = await sharp(icon.rawPayload).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  // The page explains only once how to add the ticket to the home screen.
  expect(body.match(/Add to Home screen/g)).toHaveLength(1)
})

// spec: ticket-page-home-screen
test('the Swahili ticket page has its own manifest, within the scope of its worker', async () => {
  const manifest = (await get(`/sw/t/${number}/app.webmanifest`)).json()
  expect(manifest).toMatchObject({ lang: 'sw', start_url: `/sw/t/${number}`, scope: '/sw/t/' })
  expect(manifest.short_name).toBe(`Tiketi ${number.slice(-4)}`)
  for (const scope of ['/t/', '/sw/t/']) {
    const worker = await get(`${scope}worker.js`)
    expect(worker.headers['service-worker-allowed']).toBe(scope)
  }
})

test('other pages link no manifest, and there is none for an invalid number', async () => {
  for (const page of ['/', '/help', '/success']) {
    expect((await get(page)).body).not.toContain('rel="manifest"')
  }
  expect((await get('/t/../app.webmanifest')).statusCode).toBe(404)
  expect((await get('/t/worker/app.webmanifest')).statusCode).toBe(404)
})
