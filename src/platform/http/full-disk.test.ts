import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { readEnv } from '../../env.ts'
import { type Db, hasDiskSpace, inTransaction, openDatabase } from '../database/db.ts'
import { makeLog } from '../log.ts'
import { createApp } from './create-app.ts'
import { type App, route } from './http.ts'

/** A device that refuses every write with ENOSPC. */
const FULL = '/dev/full'

const fail = (code: string) =>
  sql.raw(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`)

const WORK: Record<string, (db: Db, other: Db) => Promise<unknown>> = {
  'PostgreSQL has no room (53100)': async (db) => fail('53100').execute(db),
  'PostgreSQL is read-only (25006)': async (db) => fail('25006').execute(db),
  'a file of ours has no room': async () => writeFile(FULL, 'x'),
  'the quota is used up': async () => {
    throw Object.assign(new Error('EDQUOT: disk quota exceeded'), { code: 'EDQUOT' })
  },
  // This happens if PostgreSQL's disk fills up while a transaction is between two statements.
  'the connection ends within a transaction': (db, other) =>
    inTransaction(db, async (tx) => {
      await sql`select 1`.execute(tx)
      await endConnections(other)
      await sql`select 1`.execute(tx)
    }),
  'the connection ends before the commit': (db, other) =>
    inTransaction(db, async (tx) => {
      await sql`select 1`.execute(tx)
      await endConnections(other)
    }),
}

/**
 * Ends all connections except the connection of `other`, and waits until the clients have noticed.
 */
async function endConnections(other: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other)
  await sql`select pg_sleep(0.1)`.execute(other)
}

describe('a request that arrives when', () => {
  let database: TestDatabase
  let db: Db
  let other: Db
  let app: App
  beforeAll(async () => {
    database = await createTestDatabase()
    db = openDatabase(database.url, 2)
    other = openDatabase(database.url, 1)
    const options = { scriptHashes: [], authenticate: async () => null }
    app = await createApp(readEnv({}), makeLog('silent'), options)
    for (const [at, work] of Object.values(WORK).entries()) {
      const handler = () => work(db, other)
      route(app, { method: 'POST', url: `/work/${at}`, access: 'public', handler })
    }
  })
  afterAll(async () => {
    await app.close()
    await db.destroy()
    await other.destroy()
    await database.close()
  })

  test('the disk of the database is full notes it for the operator', async () => {
    expect(hasDiskSpace(db)).toBe(true)
    const write = inTransaction(db, async (tx) => fail('53100').execute(tx))
    await expect(write).rejects.toMatchObject({ code: '53100' })
    expect([hasDiskSpace(db), hasDiskSpace(other)]).toEqual([false, true])
  })

  test.each(Object.keys(WORK).map((what, at) => [what, at] as const))(
    '%s gets 503 with Retry-After',
    async (_, at) => {
      const answer = await app.inject({ method: 'POST', url: `/work/${at}` })
      expect(answer.statusCode).toBe(503)
      expect(answer.headers['retry-after']).toBe('5')
      expect(answer.json()).toMatchObject({ code: 'unavailable' })
    },
  )
})

test('a log that cannot be written ends neither the request nor the process', async () => {
  const script = `
    const { makeLog } = await import('./src/platform/log.ts')
    const log = makeLog('info')
    for (let line = 0; line < 3; line++) {
      log.info('x'.repeat(20_000))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    console.error('went on')`
  const full = openSync(FULL, 'w')
  const args = ['--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', full, 'pipe'], timeout: 60_000 })
  closeSync(full)
  const said = text(child.stderr!)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect([await said, code]).toEqual(['went on\n', 0])
})
