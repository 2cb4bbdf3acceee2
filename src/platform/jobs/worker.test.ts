import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openJobQueue, type Payload, sending } from '../../../test/job-queue.ts'
import { until } from '../../../test/until.ts'
import { type Db, inTransaction, type Tx } from '../database/db.ts'
import { handleJob, queueJob } from './jobs.ts'
import { pollPauseMs } from './worker.ts'

const { db, work, queue, jobs } = openJobQueue()
const untilNoJobs = () => until(async () => expect(await jobs()).toEqual([]))

test('a worker polls four times a second, and every two seconds after half a minute without requests or jobs', () => {
  expect([0, 29_999, 30_000].map(pollPauseMs)).toEqual([250, 250, 2000])
})

describe('a job queued in the process of an idle worker', () => {
  test('starts after its commit and not at the next poll', async () => {
    work([handleJob(sending, async () => undefined)], { idleMs: () => Infinity })
    const begun = performance.now()
    for (let n = 0; n < 10; n++) {
      await queue(n)
      await untilNoJobs()
    }
    // If the jobs waited for polls, each would start up to two seconds later.
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test('starts if it is queued while the worker polls', async () => {
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>()
    const { promise: isQueued, resolve: release } = Promise.withResolvers<void>()
    const locked = inTransaction(db(), async (tx) => {
      await sql`lock table job in exclusive mode`.execute(tx)
      lock()
      await isQueued
      await queueJob(tx, sending, { n: 1 })
    })
    await isLocked
    work([handleJob(sending, async () => undefined)], { idleMs: () => Infinity })
    await untilWaiting()
    const begun = performance.now()
    release()
    await locked
    await untilNoJobs()
    expect(performance.now() - begun).toBeLessThan(1500)
  })

  test('runs once if its transaction had to start again', async () => {
    const ran: number[] = []
    work([handleJob(sending, async ({ n }) => void ran.push(n))])
    let tries = 0
    await inTransaction(db(), async (tx) => {
      await queueJob(tx, sending, { n: ++tries })
      if (tries === 1) {
        await sql`do $$ begin raise exception 'x' using errcode = '40001'; end $$`.execute(tx)
      }
    })
    await untilNoJobs()
    expect(ran).toEqual([2])
  })
})

/** Waits until a statement of this database waits for a lock on the table of jobs. */
async function untilWaiting(): Promise<void> {
  await until(async () => {
    const { rows } = await sql`select from pg_locks l join pg_class c on c.oid = l.relation
      where c.relname = 'job' and not l.granted and l.database =
        (select oid from pg_database where datname = current_database())`.execute(db())
    expect(rows).toHaveLength(1)
  })
}

describe('jobs queued in the process of a busy worker', () => {
  test('run at most `concurrency` at the same time', async () => {
    let [running, most, ran] = [0, 0, 0]
    const handler = handleJob(sending, async () => {
      most = Math.max(most, ++running)
      await sql`select pg_sleep(0.001)`.execute(db())
      running -= 1
      ran += 1
    })
    work([handler], { concurrency: 3 })
    const some = (tx: Tx) => Promise.all([1, 2, 3, 4].map((n) => queueJob(tx, sending, { n })))
    await Promise.all(Array.from({ length: 8 }, () => inTransaction(db(), some)))
    await untilNoJobs()
    expect([most, ran]).toEqual([3, 32])
  })

  test('run after the jobs that were queued before them', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ran: number[] = []
    const handler = handleJob(sending, async ({ n }) => {
      ran.push(n)
      if (n === 1) await promise
      // While this job runs, jobs that were queued earlier are waiting.
      if (n < 3) await queue(n + 3)
    })
    work([handler], { concurrency: 1 })
    for (const n of [1, 2, 3]) await queue(n)
    resolve()
    await until(() => expect(ran).toHaveLength(5))
    expect(ran).toEqual([1, 2, 3, 4, 5])
  })
})

describe('a worker that stops', () => {
  test('leaves a job that is committed meanwhile to another worker', async () => {
    const ran: number[] = []
    const handler = handleJob(sending, async ({ n }: Payload) => void ran.push(n))
    const worker = work([handler])
    await inTransaction(db(), async (tx) => {
      await queueJob(tx, sending, { n: 1 })
      await worker.stop()
    })
    expect(await jobs()).toMatchObject([{ leased: false, attempts: 0 }])
    work([handler])
    await untilNoJobs()
    expect(ran).toEqual([1])
  })

  test('gives back the jobs that its last poll claims', async () => {
    await queue(1)
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>()
    const { promise: isStopping, resolve: release } = Promise.withResolvers<void>()
    const locked = inTransaction(db(), async (tx) => {
      await sql`lock table job in exclusive mode`.execute(tx)
      lock()
      await isStopping
    })
    await isLocked
    const ran: number[] = []
    const worker = work([handleJob(sending, async ({ n }) => void ran.push(n))])
    await untilWaiting()
    const stopped = worker.stop()
    release()
    await Promise.all([locked, stopped])
    expect(await jobs()).toMatchObject([{ leased: false, attempts: 1 }])
    expect(ran).toEqual([])
  })
})

describe('a job that ends in its own transaction', () => {
  async function runEnding(on: Db, isRolledBack: boolean): Promise<unknown[]> {
    const left: unknown[] = []
    const handler = handleJob(sending, async (_payload, job) => {
      const ended = inTransaction(on, async (tx) => {
        await job.end(tx)
        if (isRolledBack) throw new Error('no')
      })
      await ended.catch(() => {})
      left.push(...(await jobs()))
    })
    work([handler])
    await queue(1)
    await untilNoJobs()
    return left
  }

  test('is deleted by its commit', async () => {
    expect(await runEnding(db(), false)).toEqual([])
  })

  test('is deleted after its run if that transaction was rolled back', async () => {
    expect(await runEnding(db(), true)).toHaveLength(1)
  })
})
