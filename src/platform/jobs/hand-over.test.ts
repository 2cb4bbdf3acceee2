import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openJobQueue, type Payload, sending, until } from '../../../test/job-queue.ts'
import { type Db, inTransaction, openDatabase, type Tx } from '../database/db.ts'
import { takeHere } from './hand-over.ts'
import { handleJob, queueJob } from './jobs.ts'
import type { WorkerOptions } from './worker.ts'

const { db, url, work, queue, jobs } = openJobQueue()
const untilNoJobs = () => until(async () => expect(await jobs()).toEqual([]))

type Seen = { n: number; xmin: string; leased: boolean }

/** The row as its job finds it: claimed, another transaction would have written it. */
async function seeRow({ n }: Payload): Promise<Seen> {
  const { rows } = await sql<Seen>`select (payload->>'n')::int as n, xmin::text, leased from job
    where (payload->>'n')::int = ${n}`.execute(db())
  return rows[0]!
}

async function queueIn(tx: Tx, n: number): Promise<string> {
  await queueJob(tx, sending, { n })
  const { rows } = await sql<{
    xid: string
  }>`select pg_current_xact_id()::xid::text as xid`.execute(tx)
  return rows[0]!.xid
}

/** A worker that has asked once whether there is something to do, and found nothing. */
async function workIdle(handler: Parameters<typeof work>[0][0], options?: Partial<WorkerOptions>) {
  const worker = work([handler], options)
  await queue(0)
  await untilNoJobs()
  return worker
}

describe('a job that is queued where a worker is free', () => {
  test('runs as it was inserted, without being asked for', async () => {
    const seen: Seen[] = []
    await workIdle(handleJob(sending, async (payload) => void seen.push(await seeRow(payload))))
    await until(async () => {
      const xid = await inTransaction(db(), (tx) => queueIn(tx, seen.length))
      await untilNoJobs()
      expect(seen.at(-1)).toEqual({ n: seen.length - 1, xmin: xid, leased: true })
    })
  })

  test('does not run where its transaction is rolled back, and leaves its place to others', async () => {
    const seen: Seen[] = []
    const handler = handleJob(sending, async (payload) => void seen.push(await seeRow(payload)))
    await workIdle(handler, { concurrency: 1 })
    seen.length = 0
    const failed = inTransaction(db(), async (tx) => {
      await queueIn(tx, 1)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await until(async () => {
      const xid = await inTransaction(db(), (tx) => queueIn(tx, 2))
      await untilNoJobs()
      expect(seen.at(-1)!.xmin).toBe(xid)
    })
    expect(seen.every(({ n }) => n === 2)).toBe(true)
  })

  test('runs once where its transaction had to begin again', async () => {
    const ran: number[] = []
    await workIdle(handleJob(sending, async ({ n }) => void ran.push(n)))
    let tries = 0
    await inTransaction(db(), async (tx) => {
      await queueJob(tx, sending, { n: ++tries })
      if (tries === 1) {
        await sql`do $$ begin raise exception 'x' using errcode = '40001'; end $$`.execute(tx)
      }
    })
    await untilNoJobs()
    expect(ran).toEqual([0, 2])
  })

  test('waits where it is to run later', async () => {
    const ran: number[] = []
    await workIdle(handleJob(sending, async ({ n }) => void ran.push(n)))
    await queue(1, sending, 3_600_000)
    await queue(2)
    await until(async () => {
      expect(await jobs()).toMatchObject([{ leased: false, attempts: 0 }])
    })
    expect(ran).toEqual([0, 2])
  })
})

describe('jobs that are queued where a worker is busy', () => {
  test('run only so many at once', async () => {
    let [running, most, ran] = [0, 0, 0]
    const handler = handleJob(sending, async () => {
      most = Math.max(most, ++running)
      await sql`select pg_sleep(0.001)`.execute(db())
      running -= 1
      ran += 1
    })
    await workIdle(handler, { concurrency: 3 })
    const some = (tx: Tx) => Promise.all([1, 2, 3, 4].map((n) => queueJob(tx, sending, { n })))
    await Promise.all(Array.from({ length: 8 }, () => inTransaction(db(), some)))
    await untilNoJobs()
    expect([most, ran]).toEqual([3, 33])
  })

  test('overtake nobody', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ran: number[] = []
    const handler = handleJob(sending, async ({ n }) => {
      ran.push(n)
      if (n === 1) await promise
      // While it runs and after it there is one in the table that came first.
      if (n < 3 && n > 0) await queue(n + 3)
    })
    await workIdle(handler, { concurrency: 1 })
    for (const n of [1, 2, 3]) await queue(n)
    resolve()
    await until(() => expect(ran).toHaveLength(6))
    expect(ran).toEqual([0, 1, 2, 3, 4, 5])
  })
})

describe('a job that was handed over', () => {
  test('is another one’s at once where its process stops', async () => {
    const ran: number[] = []
    const worker = await workIdle(handleJob(sending, async ({ n }) => void ran.push(n)))
    await inTransaction(db(), async (tx) => {
      await queueJob(tx, sending, { n: 1 })
      await worker.stop()
    })
    await until(async () => expect(await jobs()).toMatchObject([{ leased: false }]))
    expect(ran).toEqual([0])
    work([handleJob(sending, async ({ n }) => void ran.push(n))])
    await untilNoJobs()
    expect(ran).toEqual([0, 1])
  })

  test('is another one’s where its process dies, once its lease ends', async () => {
    const other = openDatabase(url(), 1)
    const end = takeHere(other, deadTaker(100))
    await inTransaction(other, (tx) => queueJob(tx, sending, { n: 1 }))
    expect(await jobs()).toMatchObject([{ leased: true, attempts: 1 }])
    const attempts: number[] = []
    work([handleJob(sending, async (_payload, { attempt }) => void attempts.push(attempt))])
    await untilNoJobs()
    expect(attempts).toEqual([2])
    end()
    await other.destroy()
  })
})

/** Takes what it is given and does nothing with it. */
const deadTaker = (leaseMs: number) => ({
  leaseMs,
  reserve: (_lane: string, count: number) => count,
  free: () => {},
  take: () => {},
  leave: () => {},
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

  test('is gone with its commit', async () => {
    expect(await runEnding(db(), false)).toEqual([])
  })

  test('is done all the same where that was rolled back and its run was not', async () => {
    expect(await runEnding(db(), true)).toHaveLength(1)
  })
})
