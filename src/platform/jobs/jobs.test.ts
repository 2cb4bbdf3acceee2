import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { issuing, openJobQueue, type Payload, sending } from '../../../test/job-queue.ts'
import { until } from '../../../test/until.ts'
import { inTransaction, openDatabase } from '../database/db.ts'
import { claimJobs } from './jobs.sql.ts'
import {
  declareJob,
  declareLane,
  handleJob,
  type JobOutcome,
  queueJob,
  queueMissing,
} from './jobs.ts'
import type { Sweep } from './sweeps.ts'

const { db, url, work, queue, jobs } = openJobQueue()
const untilNoJobs = () => until(async () => expect(await jobs()).toEqual([]))

describe('a queued job', () => {
  test('runs once with its payload, and is deleted', async () => {
    const run = vi.fn(async (_payload: Payload): Promise<JobOutcome> => undefined)
    work([handleJob(sending, run)])
    await queue(7)
    await untilNoJobs()
    expect(run.mock.calls).toEqual([
      [{ n: 7 }, expect.objectContaining({ attempt: 1, createdAt: expect.any(Date) })],
    ])
  })

  test('does not exist if its transaction was rolled back', async () => {
    const failed = inTransaction(db(), async (tx) => {
      await queueJob(tx, sending, { n: 1 })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await jobs()).toEqual([])
  })

  test('among 300 jobs runs once like each of them with three workers', async () => {
    const ran: number[] = []
    const handler = handleJob(sending, async ({ n }) => {
      ran.push(n)
    })
    await inTransaction(db(), async (tx) => {
      for (let n = 0; n < 300; n++) await queueJob(tx, sending, { n })
    })
    for (let i = 0; i < 3; i++) work([handler])
    await untilNoJobs()
    expect(ran.sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n))
  })

  test('that returns a time runs again after that time, as the same job', async () => {
    const attempts: number[] = []
    const run = async (
      _payload: Payload,
      { attempt }: { attempt: number },
    ): Promise<JobOutcome> => {
      attempts.push(attempt)
      return attempt < 3 ? { againInMs: 0 } : undefined
    }
    work([handleJob(sending, run)])
    await queue(1)
    await untilNoJobs()
    expect(attempts).toEqual([1, 2, 3])
  })

  test('that keeps its slot runs again before the jobs behind it', async () => {
    const ran: number[] = []
    const run = async ({ n }: Payload): Promise<JobOutcome> => {
      ran.push(n)
      return ran.length < 3 ? { againInMs: 20, keepsSlot: true } : undefined
    }
    for (const n of [1, 2, 3]) await queue(n)
    // Jobs queued in the same millisecond have no defined order.
    await sql`update job set (created_at, run_at) = row(created_at - interval '1 s' / (payload->>'n')::int,
      run_at - interval '1 s' / (payload->>'n')::int)`.execute(db())
    work([handleJob(sending, run)], { concurrency: 1 })
    await untilNoJobs()
    expect(ran).toEqual([1, 1, 1, 2, 3])
  })

  test('that is not due waits', async () => {
    await queue(1, sending, 3_600_000)
    await queue(2)
    const ran: number[] = []
    work([handleJob(sending, async ({ n }) => void ran.push(n))])
    await until(async () => expect(await jobs()).toHaveLength(1))
    expect(ran).toEqual([2])
  })
})

describe('a lease', () => {
  test('is renewed while the job runs, so that no other worker starts it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let started = 0
    const handler = handleJob(sending, async () => {
      started += 1
      await promise
    })
    await queue(1)
    for (let i = 0; i < 3; i++) work([handler], { leaseMs: 3000 })
    const leases = new Set<number>()
    await until(async () => {
      const [job] = await jobs()
      leases.add(job!.run_at.getTime())
      // The job had its first lease and three renewals, one per third of a lease. So the job ran
      // for longer than one lease.
      expect(leases.size).toBeGreaterThan(3)
    })
    expect(started).toBe(1)
    resolve()
    await untilNoJobs()
    expect(started).toBe(1)
  })

  test('of a worker that died ends, and another worker runs the job', async () => {
    await queue(1)
    const [dead] = await claimJobs(db(), [{ lane: 'send', count: 1 }], 100)
    expect(dead).toMatchObject({ attempts: 1, payload: { n: 1 } })
    const attempts: number[] = []
    work([handleJob(sending, async (_payload, { attempt }) => void attempts.push(attempt))])
    await untilNoJobs()
    expect(attempts).toEqual([2])
  })
})

describe('a lane', () => {
  test('does not wait for a slow lane, and runs at most `concurrency` jobs at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const slow = handleJob(sending, async () => {
      running += 1
      most = Math.max(most, running)
      await promise
      running -= 1
    })
    const issued: number[] = []
    const quick = handleJob(issuing, async ({ n }) => void issued.push(n))
    for (let n = 0; n < 10; n++) await queue(n)
    work([slow, quick], { concurrency: 3 })
    await until(() => expect(running).toBe(3))
    for (let n = 0; n < 10; n++) await queue(n, issuing)
    await until(() => expect(issued).toHaveLength(10))
    expect(running).toBe(3)
    resolve()
    await untilNoJobs()
    expect(most).toBe(3)
  })

  test('runs at most `atOnce` jobs at the same time', async () => {
    const lonely = declareJob<Payload>('test.lonely', declareLane('lonely', { atOnce: 1 }))
    const { promise, resolve } = Promise.withResolvers<void>()
    const issued: number[] = []
    let begun = 0
    const slow = handleJob(lonely, async () => {
      begun += 1
      await promise
    })
    for (let n = 0; n < 3; n++) await queue(n, lonely)
    work([slow, handleJob(issuing, async ({ n }) => void issued.push(n))], {
      lanes: [lonely.lane, issuing.lane],
    })
    await until(() => expect(begun).toBe(1))
    for (let n = 0; n < 10; n++) await queue(n, issuing)
    await until(() => expect(issued).toHaveLength(10))
    expect(begun).toBe(1)
    resolve()
    await untilNoJobs()
    expect(begun).toBe(3)
  })

  test('must be listed, and its name must be unique', () => {
    const handler = handleJob(sending, async () => undefined)
    expect(() => work([handler], { lanes: [issuing.lane] })).toThrow('test.sending is not listed')
    const lanes = [sending.lane, declareLane('send')]
    expect(() => work([handler], { lanes })).toThrow('two lanes are named send')
  })

  test('runs first the job that has been due for the longest time', async () => {
    const ran: number[] = []
    for (const n of [3, 1, 2]) await queue(n, sending, -60_000 + n * 1000)
    work([handleJob(sending, async ({ n }) => void ran.push(n))], { concurrency: 1 })
    await untilNoJobs()
    expect(ran).toEqual([1, 2, 3])
  })
})

describe('a worker', () => {
  test('that stops finishes its running jobs and starts no others', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const handler = handleJob(sending, async () => {
      begin()
      await promise
    })
    const worker = work([handler], { concurrency: 1 })
    await queue(1)
    await queue(2)
    await begun
    const stopped = worker.stop()
    expect(worker.isAlive()).toBe(false)
    resolve()
    await stopped
    expect(await jobs()).toMatchObject([{ payload: { n: 2 }, attempts: 0 }])
  })

  test('survives the loss of all its connections', async () => {
    const ran: number[] = []
    const worker = work([handleJob(sending, async ({ n }) => void ran.push(n))])
    await queue(1)
    await untilNoJobs()
    const other = openDatabase(url(), 1)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other)
    await other
      .insertInto('job')
      .values({ name: sending.name, lane: 'send', payload: '{"n":2}' })
      .execute()
    await until(() => expect(ran).toEqual([1, 2]))
    expect(worker.isAlive()).toBe(true)
    await other.destroy()
  })

  test('repeats its sweeps, also a sweep that fails', async () => {
    const counts = { good: 0, bad: 0 }
    const sweep = (name: keyof typeof counts, fail: boolean): Sweep => ({
      name,
      everyMs: 1,
      run: async () => {
        counts[name] += 1
        if (fail) throw new Error('no')
      },
    })
    work([], { sweeps: [sweep('good', false), sweep('bad', true)] })
    await until(() => {
      expect(counts.good).toBeGreaterThan(3)
      expect(counts.bad).toBeGreaterThan(3)
    })
  })
})

describe('a job that a sweep queues', () => {
  type Page = { of: string; after: number | null }
  const paging = declareJob<Page>('test.paging', sending.lane)
  const other = declareJob<Page>('test.other', paging.lane)
  const list = async () =>
    (await jobs()).map(({ name, payload, failures }) => ({ name, failures, ...(payload as Page) }))
  const find = (...all: string[]) =>
    inTransaction(db(), (tx) =>
      queueMissing(
        tx,
        paging,
        'of',
        all.map((of) => ({ of, after: null })),
      ),
    )

  // spec: work-once
  test('is queued once, and not if a failed job about the same row exists', async () => {
    await inTransaction(db(), async (tx) => {
      await queueJob(tx, paging, { of: 'a', after: 7 })
      await queueJob(tx, other, { of: 'b', after: 7 })
    })
    await sql`update job set failures = 3, run_at = now() + interval '5 minutes'`.execute(db())
    for (let sweep = 0; sweep < 3; sweep++) await find('a', 'b', 'c')
    expect(await list()).toEqual([
      { name: 'test.paging', failures: 3, of: 'a', after: 7 },
      { name: 'test.other', failures: 3, of: 'b', after: 7 },
      { name: 'test.paging', failures: 0, of: 'b', after: null },
      { name: 'test.paging', failures: 0, of: 'c', after: null },
    ])
  })

  test('runs immediately, and again if the sweep finds its row again', async () => {
    const ran: string[] = []
    work([handleJob(paging, async ({ of }) => void ran.push(of))])
    await find('a', 'b')
    await untilNoJobs()
    await find('b')
    await untilNoJobs()
    await find()
    expect(ran.sort()).toEqual(['a', 'b', 'b'])
  })
})
