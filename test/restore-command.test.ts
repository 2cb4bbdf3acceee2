// spec: restore-mark-everywhere
// Runs `npm run restore -- --mark` in a child process, like an operator.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '../scripts/postgres.mjs'
import { inTransaction, openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { lockSeen, recordSeen, selectIdentity } from '../src/platform/database/restored.sql.ts'
import { createTestDatabase } from './database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lango-restore-'))
  // The folder must be readable: if the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function mark(variables: Record<string, string>): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, ...variables }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/restore.mjs', '--mark'], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: `${out}${err}`.trim() }),
    )
  })
}

/** Opens the database as a shop does. `isOther`: the shop last saw a different database. */
async function asShop(url: string, isFirst = false) {
  const db = openDatabase(url, 1)
  if (isFirst) await migrate(db, { isOffline: true })
  const found = await selectIdentity(db)
  const seen = await inTransaction(db, lockSeen)
  await inTransaction(db, (tx) => recordSeen(tx, found, new Date('2026-11-29T06:00:00Z')))
  return {
    close: () => db.destroy(),
    isOther: seen !== undefined && seen.database !== found.database,
  }
}

const SAID = 'The shop last saw this database at 2026-11-29 09:00:00 in Nairobi.'

test('--mark reaches the database of DATABASE_URL, once its shop has stopped', async () => {
  const database = await createTestDatabase()
  const shop = await asShop(database.url)
  expect(await mark({ DATABASE_URL: database.url })).toEqual({
    code: 1,
    said: 'Stop the shop first: its database has 1 sessions.',
  })
  await shop.close()
  expect(await mark({ DATABASE_URL: database.url })).toEqual({ code: 0, said: SAID })
  const again = await asShop(database.url)
  expect(again.isOther).toBe(true)
  await again.close()
  await database.close()
})

test('--mark reaches the embedded database, once its shop has stopped', async () => {
  const server = await startPostgres({ dataDir: folder })
  const shop = await asShop(server.url, true)
  expect(await mark({})).toMatchObject({ code: 1, said: expect.stringContaining('Stop the shop') })
  await shop.close()
  await server.stop()
  const { code, said } = await mark({})
  expect([code, said]).toEqual([0, expect.stringContaining(SAID)])
  const back = await startPostgres({ dataDir: folder })
  const again = await asShop(back.url)
  expect(again.isOther).toBe(true)
  await again.close()
  await back.stop()
})
