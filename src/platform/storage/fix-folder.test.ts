import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepDatabase } from '../../../test/database.ts'
import { fixFolder } from './fix-folder.ts'

const { db } = keepDatabase(4)
let parent: string
beforeAll(async () => {
  parent = mkdtempSync(path.join(tmpdir(), 'lango-folders-'))
})
afterAll(() => rmSync(parent, { recursive: true }))

test('a second process on another local upload folder is refused, with the remedies', async () => {
  const [one, other, moved] = ['one', 'other', 'moved'].map((name) => path.join(parent, name))
  // Two processes start for the first time at the same moment.
  const ends = await Promise.allSettled([fixFolder(db, one!), fixFolder(db, one!)])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const refused = await fixFolder(db, other!).catch((error: Error) => error.message)
  expect(refused).toMatch(/^DATA_DIR: the uploads of this database lie in another folder than /)
  expect(refused).toContain(path.join(other!, 'storage'))
  expect(refused).toContain('S3_BUCKET')
  renameSync(one!, moved!)
  await fixFolder(db, moved!)
})
