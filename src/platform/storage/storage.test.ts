// spec: storage-folder-s3
import { existsSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFolderStorage, type Storage } from './storage.ts'

let folder: string
let storage: Storage

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lango-storage-'))
  storage = openFolderStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))

test('a stored file is read back, and again after it was stored twice', async () => {
  expect(await storage.hasObject('images/a-400.webp')).toBe(false)
  expect(await storage.getObject('images/a-400.webp')).toBeNull()
  for (const text of ['once', 'twice']) {
    await storage.putObject('images/a-400.webp', Buffer.from(text), 'image/webp')
    expect(String(await storage.getObject('images/a-400.webp'))).toBe(text)
  }
  expect(await storage.hasObject('images/a-400.webp')).toBe(true)
})

test('a file is written to the disk before it gets its name', async () => {
  const place = path.join(folder, 'storage/images/b-400.webp')
  const handle = await open(path.join(folder, 'x'), 'w')
  const kind = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const { sync } = kind
  const seen: [number, boolean][] = []
  const spy = vi.spyOn(kind, 'sync').mockImplementation(async function (this: FileHandle) {
    seen.push([(await this.stat()).size, existsSync(place)])
    await sync.call(this)
  })
  await storage.putObject('images/b-400.webp', Buffer.from('whole'), 'image/webp')
  spy.mockRestore()
  expect(seen).toEqual([['whole'.length, false]])
  expect(existsSync(place)).toBe(true)
})

test('a write that fails leaves no file behind', async () => {
  await storage.putObject('taken/by/folder', Buffer.from('x'), 'text/plain')
  await expect(storage.putObject('taken/by', Buffer.from('x'), 'text/plain')).rejects.toThrow()
  expect(await readdir(path.join(folder, 'storage/taken'))).toEqual(['by'])
  expect(await storage.getObject('taken/by/folder/deeper')).toBeNull()
})

test('a key cannot leave the folder', async () => {
  const keys = [
    '',
    '..',
    '../x',
    'a/../../x',
    '/etc/passwd',
    'a//b',
    '.hidden',
    'a/.b',
    'a\\b',
    'a\0',
    'A',
  ]
  for (const key of [...keys, 'a'.repeat(201)]) {
    await expect(storage.getObject(key), key).rejects.toThrow('not a storage key')
    await expect(storage.putObject(key, Buffer.from('x'), 'text/plain'), key).rejects.toThrow(
      'not a storage key',
    )
  }
})
