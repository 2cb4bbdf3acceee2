import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepBefore } from '../../scripts/keep-before.mjs'
import { readEnv } from '../env.ts'
import { createApp } from '../platform/http/create-app.ts'
import type { App } from '../platform/http/http.ts'
import { makeLog } from '../platform/log.ts'
import { beforeOf, registerAssetRoutes } from './assets.routes.ts'

const SCRIPT = `const lango = ${JSON.stringify('x'.repeat(2000))}`
let folder: string
let app: App
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lango-assets-'))
  await writeFile(path.join(folder, 'page-A1.js'), SCRIPT)
  await writeFile(path.join(folder, 'page-A1.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(path.join(folder, 'font-B2.woff2'), 'font')
  await writeFile(path.join(folder, 'notes.md'), 'secret')
  app = await createApp(readEnv({}), makeLog('silent'), {
    scriptHashes: [],
    authenticate: async () => null,
  })
  await registerAssetRoutes(app, [folder])
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const ask = (name: string, encodings = '') =>
  app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encodings } })

test('a file may be cached for a year and is sent in its stored Brotli encoding', async () => {
  const answer = await ask('page-A1.js', 'gzip, br')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT)
})

test.each(['', 'identity', 'br;q=0'])(
  'a client that accepts %j and not Brotli gets the file uncompressed',
  async (taken) => {
    const answer = await ask('page-A1.js', taken)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body).toBe(SCRIPT)
  },
)

// spec: update-files-kept
test('the files of the build before are served, too, and those of a folder that is missing are not', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'lango-dist-'))
  const old = path.join(dist, 'old')
  for (const part of ['client', 'sw/client', 'gate']) {
    await mkdir(path.join(old, part, 'assets'), { recursive: true })
    await writeFile(path.join(old, part, 'assets/old-A1.js'), part)
  }
  keepBefore(old, dist)
  const shop = await createApp(readEnv({}), makeLog('silent'), {
    scriptHashes: [],
    authenticate: async () => null,
  })
  const folders = [beforeOf(dist, 'client/assets'), beforeOf(dist, 'none/assets'), folder]
  await registerAssetRoutes(shop, folders)
  for (const name of ['old-A1.js', 'page-A1.js']) {
    expect((await shop.inject(`/assets/${name}`)).statusCode, name).toBe(200)
  }
  // The next build keeps only the files of the build before it.
  await rename(path.join(old, 'client/assets/old-A1.js'), path.join(old, 'client/assets/new-B2.js'))
  keepBefore(old, dist)
  expect(await readdir(beforeOf(dist, 'client/assets'))).toEqual(['new-B2.js'])
  await shop.close()
  await rm(dist, { recursive: true })
})

test('a client that accepts only gzip gets gzip', async () => {
  const answer = await ask('page-A1.js', 'gzip')
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(answer.rawPayload).toString()).toBe(SCRIPT)
})

test('HEAD returns the headers of a file without its content', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/assets/font-B2.woff2' })
  expect(answer.headers).toMatchObject({ 'content-type': 'font/woff2', 'content-length': '4' })
  expect(answer.body).toBe('')
})

test.each([
  'page-A2.js',
  'page-A1.js.br',
  'notes.md',
  '..%2fassets%2fpage-A1.js',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  'constructor',
  '',
])('%j gets 404 as JSON that must not be cached', async (name) => {
  const answer = await ask(name)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'not_found' })
  expect(answer.headers['cache-control']).toBe('no-store')
})
