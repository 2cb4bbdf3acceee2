import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Db, inTransaction, openDatabase } from '../database/db.ts'
import { claimJobs, deleteJob, extendLeases, insertJob, postponeJob } from './jobs.sql.ts'

const NO_LEASE = { count: 0, ms: 0 }

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 10)
})
afterAll(async () => {
  await db.destroy()
  await database.close()
})
beforeEach(async () => {
  await db.deleteFrom('job').execute()
})

const queue = (n: number, delayMs = 0, lane = 'send') =>
  inTransaction(db, (tx) =>
    insertJob(
      tx,
      { name: 'test.sending', lane: { name: lane } },
      { payload: { n }, delayMs, lease: NO_LEASE },
    ),
  )
const jobs = () => db.selectFrom('job').selectAll().orderBy('id').execute()

describe('a lease', () => {
  test('keeps a claimed job from everybody else', async () => {
    for (let n = 0; n < 5; n++) await queue(n)
    const claimed = await Promise.all(
      Array.from({ length: 8 }, () => claimJobs(db, [{ lane: 'send', count: 2 }], 60_000)),
    )
    const ids = claimed.flat().map((job) => job.id)
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
    expect(await claimJobs(db, [{ lane: 'send', count: 10 }], 60_000)).toEqual([])
  })

  test('is given to so many of each lane as were asked for', async () => {
    for (let n = 0; n < 5; n++) {
      await queue(n)
      await queue(n, 0, 'issue')
      await queue(n, 0, 'push')
    }
    const openings = [
      { lane: 'send', count: 2 },
      { lane: 'issue', count: 9 },
    ]
    const lanes = (await claimJobs(db, openings, 60_000)).map((job) => job.lane).sort()
    expect(lanes).toEqual([...Array(5).fill('issue'), 'send', 'send'])
  })

  test('is given to no more jobs than were asked for, whatever plan PostgreSQL makes', async () => {
    for (let n = 0; n < 20; n++) await queue(n)
    await db.connection().execute(async (one) => {
      for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material']) {
        await sql.raw(`set enable_${plan} = off`).execute(one)
        expect(
          await claimJobs(one, [{ lane: 'send', count: 2 }], 60_000),
          `without ${plan}`,
        ).toHaveLength(2)
      }
      await sql`reset all`.execute(one)
    })
  })

  test('that was lost cannot finish the job of whoever has it now', async () => {
    await queue(1)
    const [slow] = await claimJobs(db, [{ lane: 'send', count: 1 }], -1)
    const [quick] = await claimJobs(db, [{ lane: 'send', count: 1 }], 60_000)
    expect([slow!.attempts, quick!.attempts]).toEqual([1, 2])
    const [before] = await jobs()
    await extendLeases(db, [slow!], 600_000)
    await postponeJob(db, slow!, 0, 'too late')
    await deleteJob(db, slow!)
    expect(await jobs()).toEqual([before])
    await deleteJob(db, quick!)
    expect(await jobs()).toEqual([])
  })

  test('is extended for the jobs that are named alone', async () => {
    await queue(1)
    await queue(2)
    const claimed = await claimJobs(db, [{ lane: 'send', count: 2 }], 60_000)
    await extendLeases(db, [claimed[0]!], 600_000)
    const [one, other] = (await jobs()).map((job) => job.run_at.getTime())
    expect(Math.abs(one! - other!)).toBeGreaterThanOrEqual(500_000)
  })

  test('is renewed without waiting for a job that is being ended, whose transaction may want another of them', async () => {
    await queue(1)
    await queue(2)
    const claimed = await claimJobs(db, [{ lane: 'send', count: 2 }], 60_000)
    const [one, two] = claimed.sort((a, b) => a.id - b.id)
    await inTransaction(db, async (tx) => {
      await deleteJob(tx, two!)
      // Were it waited for, the lock on the first would be held all the while.
      await extendLeases(db, [one!, two!], 600_000)
      await deleteJob(tx, one!)
      const [left] = await jobs()
      expect(left!.run_at.getTime() - Date.now()).toBeGreaterThan(300_000)
    })
    expect(await jobs()).toEqual([])
  }, 10_000)

  test('is not renewed for a job that was put off meanwhile', async () => {
    await queue(1)
    const [claimed] = await claimJobs(db, [{ lane: 'send', count: 1 }], 60_000)
    await postponeJob(db, claimed!, 1000, null)
    const [before] = await jobs()
    // The renewal was on its way already.
    await extendLeases(db, [claimed!], 60_000)
    expect(await jobs()).toEqual([before])
  })
})

test('a delay is counted by the clock that is asked whether it is over', async () => {
  // Another clock than the database's: it must not be asked.
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  await queue(1, 500)
  const [{ now }] = (await sql<{ now: Date }>`select now()`.execute(db)).rows as [{ now: Date }]
  const [row] = await jobs()
  const waits = row!.run_at.getTime() - now.getTime()
  vi.useRealTimers()
  expect(waits).toBeLessThanOrEqual(500)
  expect(row!.run_at.getTime() - row!.created_at.getTime()).toBe(500)
})
