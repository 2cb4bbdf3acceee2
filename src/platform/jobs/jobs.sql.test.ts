import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keepDatabase } from '../../../test/database.ts'
import { inTransaction } from '../database/db.ts'
import { claimJobs, deleteJob, extendLeases, insertJob, postponeJob } from './jobs.sql.ts'

const { db } = keepDatabase(10)
beforeEach(async () => {
  await db.deleteFrom('job').execute()
})

const queue = (n: number, delayMs = 0, lane = 'send') =>
  inTransaction(db, (tx) =>
    insertJob(tx, { name: 'test.sending', lane: { name: lane } }, { n }, delayMs),
  )
const jobs = () => db.selectFrom('job').selectAll().orderBy('id').execute()

describe('a lease', () => {
  test('keeps a claimed job from all other workers', async () => {
    for (let n = 0; n < 5; n++) await queue(n)
    const claimed = await Promise.all(
      Array.from({ length: 8 }, () => claimJobs(db, [{ lane: 'send', count: 2 }], 60_000)),
    )
    const ids = claimed.flat().map((job) => job.id)
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
    expect(await claimJobs(db, [{ lane: 'send', count: 10 }], 60_000)).toEqual([])
  })

  test('is given to at most `count` jobs of each lane', async () => {
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

  test('is given to at most `count` jobs with every plan of PostgreSQL', async () => {
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

  test('that was lost cannot finish, postpone or renew the job of its next worker', async () => {
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

  test('is extended for the listed jobs only', async () => {
    await queue(1)
    await queue(2)
    const claimed = await claimJobs(db, [{ lane: 'send', count: 2 }], 60_000)
    await extendLeases(db, [claimed[0]!], 600_000)
    const [one, other] = (await jobs()).map((job) => job.run_at.getTime())
    expect(Math.abs(one! - other!)).toBeGreaterThanOrEqual(500_000)
  })

  test('is renewed without waiting for a job that a transaction is finishing', async () => {
    await queue(1)
    await queue(2)
    const claimed = await claimJobs(db, [{ lane: 'send', count: 2 }], 60_000)
    const [one, two] = claimed.sort((a, b) => a.id - b.id)
    await inTransaction(db, async (tx) => {
      await deleteJob(tx, two!)
      // The renewal must not wait for the second job while it has the first job locked, because
      // this would be a deadlock.
      await extendLeases(db, [one!, two!], 600_000)
      await deleteJob(tx, one!)
      const [left] = await jobs()
      expect(left!.run_at.getTime() - Date.now()).toBeGreaterThan(300_000)
    })
    expect(await jobs()).toEqual([])
  }, 10_000)

  test('is not renewed for a job that was postponed meanwhile', async () => {
    await queue(1)
    const [claimed] = await claimJobs(db, [{ lane: 'send', count: 1 }], 60_000)
    await postponeJob(db, claimed!, 1000, null)
    const [before] = await jobs()
    // The renewal started before the job was postponed.
    await extendLeases(db, [claimed!], 60_000)
    expect(await jobs()).toEqual([before])
  })
})

test('a delay starts by the clock of the database, by which it also ends', async () => {
  // The clock of this process is an hour fast, but times must come from the database's clock.
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  await queue(1, 500)
  const [{ now }] = (await sql<{ now: Date }>`select now()`.execute(db)).rows as [{ now: Date }]
  const [row] = await jobs()
  const waits = row!.run_at.getTime() - now.getTime()
  vi.useRealTimers()
  expect(waits).toBeLessThanOrEqual(500)
  expect(row!.run_at.getTime() - row!.created_at.getTime()).toBe(500)
})
