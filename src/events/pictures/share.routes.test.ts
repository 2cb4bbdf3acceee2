import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'
import { createApp } from '../../platform/http/create-app.ts'
import type { App } from '../../platform/http/http.ts'
import { openFolderStorage, type Storage } from '../../platform/storage/storage.ts'
import { registerShareRoutes } from './share.routes.ts'

const stage = keepStage({ PUBLIC_ORIGIN: 'https://lango.example' })
let app: App
let folder: string
let storage: Storage
const stored: string[] = []
/** Makes storage fail like a full disk. */
let isFull = false

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lango-share-'))
  const real = openFolderStorage(folder)
  storage = {
    ...real,
    putObject: async (key, ...rest) => {
      stored.push(key)
      if (isFull) await writeFile('/dev/full', 'x')
      await real.putObject(key, ...rest)
    },
  }
  app = await createApp(stage.env, stage.deps.log, {
    scriptHashes: [],
    authenticate: async () => null,
  })
  registerShareRoutes(app, stage.deps, storage)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function addressOf(event: BuiltEvent): Promise<string> {
  const { share_image } = (await stage.app.inject(`/api/events/${event.id}`)).json()
  expect(share_image).toMatch(/^https:\/\/lango\.example\/share\/.+\.jpg$/)
  return new URL(share_image).pathname
}

async function change(event: BuiltEvent, set: object): Promise<void> {
  await stage.db.updateTable('event').set(set).where('id', '=', event.id).execute()
}

test('the share card is a JPEG, cacheable for a year and drawn once', async () => {
  const event = await buildEvent(stage.db)
  const address = await addressOf(event)
  stored.length = 0
  const answers = await Promise.all([1, 2, 3].map(() => app.inject(address)))
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const { width, height } = await sharp(answer.rawPayload).metadata()
    expect([width, height]).toEqual([1200, 630])
  }
  await app.inject(address)
  expect(stored).toEqual([address.slice(1)])
})

// spec: sharing-share-card
test("the share card's address changes with its content, and with nothing else", async () => {
  const event = await buildEvent(stage.db, { types: [{ price: 500 }, { price: 200 }] })
  const type = event.types[1]!.id
  const seen = [await addressOf(event)]
  await change(event, { description: 'Other words', expected_attendees: 5, is_new: true })
  await stage.db.updateTable('ticket_type').set({ sold: 1 }).where('id', '=', type).execute()
  expect(await addressOf(event)).toBe(seen[0])
  for (const set of [
    { title: 'Lake Derby' },
    { date: '2031-01-01' },
    { time: '16:00' },
    { location: 'Kisumu' },
    { image_key: 'lake-1a2b3c4d' },
  ]) {
    await change(event, set)
    seen.push(await addressOf(event))
  }
  await stage.db
    .updateTable('ticket_type')
    .set({ price_cents: 100 })
    .where('id', '=', type)
    .execute()
  seen.push(await addressOf(event))
  expect(new Set(seen).size).toBe(seen.length)
})

test('a share card is served even if storage has no room for it', async () => {
  const address = await addressOf(await buildEvent(stage.db))
  isFull = true
  const answer = await app.inject(address)
  isFull = false
  expect(answer.statusCode).toBe(200)
  expect((await sharp(answer.rawPayload).metadata()).width).toBe(1200)
  expect(await storage.hasObject(address.slice(1))).toBe(false)
})

test('an older address serves the current card, cached for a short time', async () => {
  const event = await buildEvent(stage.db)
  const older = await addressOf(event)
  await change(event, { title: 'Moved to Kisumu' })
  const answer = await app.inject(older)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('public, max-age=300')
  expect(answer.rawPayload).toEqual((await app.inject(await addressOf(event))).rawPayload)
})

test('the poster is the background of the card', async () => {
  const red = { create: { width: 1280, height: 720, channels: 3 as const, background: '#ff0000' } }
  const poster = await sharp(red).jpeg().toBuffer()
  await storage.putObject('images/red-1a2b3c4d-1280.jpg', poster, 'image/jpeg')
  const event = await buildEvent(stage.db)
  await change(event, { image_key: 'red-1a2b3c4d' })
  const { rawPayload } = await app.inject(await addressOf(event))
  const corner = await sharp(rawPayload)
    .extract({ left: 1190, top: 60, width: 1, height: 1 })
    .raw()
    .toBuffer()
  expect(corner[0]).toBeGreaterThan(120)
  expect(corner[1]).toBeLessThan(40)
})

test('an event whose picture is missing still has a card', async () => {
  const event = await buildEvent(stage.db)
  await change(event, { image_key: 'gone-1a2b3c4d' })
  expect((await app.inject(await addressOf(event))).statusCode).toBe(200)
})

test('share cards of drafts, unknown events and other names are 404', async () => {
  const draft = await buildEvent(stage.db, { published: false })
  for (const file of [
    `${draft.id}-0123456789ab.jpg`,
    `${randomUUID()}-0123456789ab.jpg`,
    'x.jpg',
    `..%2f${draft.id}-0123456789ab.jpg`,
    `${draft.id}.jpg`,
  ]) {
    const answer = await app.inject(`/share/${file}`)
    expect(answer.statusCode, file).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  }
})
