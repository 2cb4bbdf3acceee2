import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { createApp } from '../../platform/http/create-app.ts'
import type { App } from '../../platform/http/http.ts'
import { makeLog } from '../../platform/log.ts'
import { openS3Storage } from '../../platform/storage/s3-storage.ts'
import { openFolderStorage } from '../../platform/storage/storage.ts'
import { registerImageRoutes } from './images.routes.ts'

let folder: string
let app: App

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lango-images-'))
  const storage = openFolderStorage(folder)
  await storage.putObject('images/kivuli-1a2b3c4d-800.webp', Buffer.from('webp'), 'image/webp')
  await storage.putObject('images/kivuli-1a2b3c4d-400.jpg', Buffer.from('jpeg'), 'image/jpeg')
  await storage.putObject('images/kivuli-1a2b3c4d-400.avif', Buffer.from('avif'), 'image/avif')
  await storage.putObject('secret-400.jpg', Buffer.from('secret'), 'image/jpeg')
  app = await createApp(readEnv({}), makeLog('silent'), {
    scriptHashes: [],
    authenticate: async () => null,
  })
  registerImageRoutes(app, storage)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('a stored picture is served with its type, cacheable for a year', async () => {
  const webp = await app.inject('/images/kivuli-1a2b3c4d-800.webp')
  expect(webp.statusCode).toBe(200)
  expect(webp.body).toBe('webp')
  expect(webp.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '4',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const jpg = await app.inject('/images/kivuli-1a2b3c4d-400.jpg')
  expect(jpg.headers['content-type']).toBe('image/jpeg')
  const avif = await app.inject('/images/kivuli-1a2b3c4d-400.avif')
  expect(avif.headers['content-type']).toBe('image/avif')
})

test.each([
  'kivuli-1a2b3c4d-1280.webp',
  'kivuli-1a2b3c4d-500.webp',
  'kivuli-1a2b3c4d-400.png',
  'kivuli',
  '..%2fsecret-400.jpg',
  '%2e%2e%2fsecret-400.jpg',
  'a%00-400.jpg',
  `${'a'.repeat(190)}-400.jpg`,
])('%s is not found, as JSON that nobody keeps', async (name) => {
  const reply = await app.inject(`/images/${name}`)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({ error: 'Not found', code: 'not_found' })
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('a picture in a store that cannot be reached is a 503, which a later request may mend', async () => {
  const keys = { bucket: 'lango', region: 'eu-west-1', accessKeyId: 'key', secretAccessKey: 's' }
  const away = openS3Storage({ ...keys, prefix: '', endpoint: 'http://127.0.0.1:1' })
  const shop = await createApp(readEnv({}), makeLog('silent'), {
    scriptHashes: [],
    authenticate: async () => null,
  })
  registerImageRoutes(shop, away)
  const answer = await shop.inject('/images/kivuli-1a2b3c4d-800.webp')
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([
    503,
    '5',
    'unavailable',
  ])
  await shop.close()
})
