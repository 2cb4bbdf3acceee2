// spec: storage-folder-s3
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { startS3Server } from '../../../test/s3-server.ts'
import { inTransaction, openDatabase } from '../database/db.ts'
import { openS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

let server: Awaited<ReturnType<typeof startS3Server>>
let storage: Storage
beforeAll(async () => {
  server = await startS3Server()
  storage = openS3Storage(server.settings)
})
afterAll(() => server?.stop())

const KEY = 'images/a-400.webp'

test('a stored object is read back to the byte, and again after it was stored twice', async () => {
  expect(await storage.hasObject(KEY)).toBe(false)
  expect(await storage.getObject(KEY)).toBeNull()
  for (const bytes of [randomBytes(300_000), Buffer.from([0, 255, 13, 10])]) {
    await storage.putObject(KEY, bytes, 'image/webp')
    expect(bytes.equals((await storage.getObject(KEY))!)).toBe(true)
  }
  expect(await storage.hasObject(KEY)).toBe(true)
})

test('an object is stored under the prefix, with its type', async () => {
  await storage.putObject('images/b-400.webp', Buffer.from('b'), 'image/webp')
  const { endpoint, bucket, ...keys } = server.settings
  const client = new AwsClient({ ...keys, service: 's3' })
  const reply = await client.fetch(`${endpoint}/${bucket}/lango/images/b-400.webp`)
  expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
    200,
    'image/webp',
    'b',
  ])
})

test('a deleted object is gone, and can be deleted again', async () => {
  await storage.putObject('images/c-400.webp', Buffer.from('c'), 'image/webp')
  for (let time = 1; time <= 2; time++) {
    await storage.deleteObject('images/c-400.webp')
    expect(await storage.getObject('images/c-400.webp')).toBeNull()
  }
})

test('a wrong secret and a missing bucket are errors, not missing objects', async () => {
  const thief = openS3Storage({ ...server.settings, secretAccessKey: 'guessed' })
  await expect(thief.getObject(KEY)).rejects.toThrow('403')
  await expect(thief.putObject(KEY, Buffer.from('x'), 'image/webp')).rejects.toThrow('403')
  const lost = openS3Storage({ ...server.settings, bucket: 'nowhere' })
  await expect(lost.getObject(KEY)).rejects.toThrow('there is no bucket nowhere')
  await expect(lost.putObject(KEY, Buffer.from('x'), 'image/webp')).rejects.toThrow('404')
})

test('a service that does not respond, or does not exist, is an error after the timeout', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const at = (address: string) => openS3Storage({ ...server.settings, endpoint: address }, 200)
  await expect(at(`http://127.0.0.1:${port}`).getObject(KEY)).rejects.toThrow(/timeout/i)
  silent.close()
  await expect(at('http://127.0.0.1:1').hasObject(KEY)).rejects.toThrow()
})

test('bytes that arrive changed are refused', async () => {
  const { endpoint, bucket, ...keys } = server.settings
  const client = new AwsClient({ ...keys, service: 's3' })
  const reply = await client.fetch(`${endpoint}/${bucket}/lango/images/d-400.webp`, {
    method: 'PUT',
    body: 'changed',
    headers: { 'x-amz-content-sha256': 'a'.repeat(64) },
  })
  expect(reply.status).toBe(403)
})

test('a key cannot name another path', async () => {
  for (const key of ['', '../x', 'a//b', '/a', 'A', 'a?x=1', 'a%2fb']) {
    await expect(storage.getObject(key), key).rejects.toThrow('not a storage key')
  }
})

test('a call inside a transaction is refused', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, 1)
  const calls = [
    () => storage.putObject(KEY, Buffer.from('x'), 'image/webp'),
    () => storage.getObject(KEY),
    () => storage.hasObject(KEY),
    () => storage.deleteObject(KEY),
  ]
  for (const call of calls) {
    await expect(inTransaction<unknown>(db, call)).rejects.toThrow('inside a database transaction')
  }
  await db.destroy()
  await database.close()
})
