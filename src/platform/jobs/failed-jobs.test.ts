import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { issuing, openJobQueue, sending } from '../../../test/job-queue.ts'
import { until } from '../../../test/until.ts'
import { handleJob } from './jobs.ts'

const { db, work, queue, jobs } = openJobQueue()

const failing = handleJob(sending, async () => {
  throw new Error('the gateway is down')
})

/**
 * PostgreSQL rounds times to the nearest millisecond, so a stored time may be later by up to this
 * many ms.
 */
const ROUNDED_MS = 1

test.each([
  [0, 1],
  [1, 2],
  [4, 16],
  [8, 256],
  [9, 300],
  [50, 300],
])(
  'a job that fails after %d failures is stored with its error and retried in %d seconds',
  async (failures, seconds) => {
    await queue(1)
    // The number of attempts must not matter: a job may run often without failing.
    await db().updateTable('job').set({ failures, attempts: 70 }).execute()
    const before = Date.now()
    work([failing])
    const job = await until(async () => {
      const [row] = await jobs()
      expect(row!.last_error).toBe('the gateway is down')
      return row!
    })
    expect(job).toMatchObject({ attempts: 71, failures: failures + 1 })
    expect(job.run_at.getTime()).toBeGreaterThanOrEqual(before + seconds * 1000)
    expect(job.run_at.getTime()).toBeLessThanOrEqual(Date.now() + ROUNDED_MS + seconds * 1000)
  },
)

test('a job that fails does not delay the others', async () => {
  for (let n = 0; n < 20; n++) await queue(n)
  const ran: number[] = []
  const handler = handleJob(sending, async ({ n }) => {
    if (n % 2 === 0) throw new Error('even')
    ran.push(n)
  })
  work([handler], { concurrency: 2 })
  await until(() => expect(ran).toHaveLength(10))
  await until(async () => {
    expect((await jobs()).map((job) => job.last_error)).toEqual(Array(10).fill('even'))
  })
})

test('a job that runs without an error has no failures in a row', async () => {
  await queue(1)
  await db().updateTable('job').set({ failures: 8 }).execute()
  work([handleJob(sending, async () => ({ againInMs: 3_600_000 }))])
  await until(async () => expect(await jobs()).toMatchObject([{ failures: 0, leased: false }]))
})

test.each([
  ['stops', '57P01'],
  ['has no disk space', '53100'],
  ['has no free connection', '53300'],
])(
  'a job that fails because the database %s is retried after one second',
  async (_problem, code) => {
    await queue(1)
    await db().updateTable('job').set({ failures: 50 }).execute()
    const before = Date.now()
    work([
      handleJob(sending, async () => {
        const statement = `do $$ begin raise exception 'x' using errcode = '${code}'; end $$`
        await sql.raw(statement).execute(db())
      }),
    ])
    const job = await until(async () => {
      const [row] = await jobs()
      expect(row!.last_error).toBe('x')
      return row!
    })
    expect(job.failures).toBe(51)
    expect(job.run_at.getTime()).toBeGreaterThanOrEqual(before + 1000)
    expect(job.run_at.getTime()).toBeLessThanOrEqual(Date.now() + ROUNDED_MS + 1000)
  },
)

test('a job that fails while the database is away is postponed once the database is back', async () => {
  await queue(1)
  await sql`create sequence tries`.execute(db())
  // Breaks the connection during the first two updates. A sequence counts the updates, because a
  // sequence keeps its value after a rollback.
  await sql`create function break_off() returns trigger language plpgsql as $$ begin
    if nextval('tries') < 3 then
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(10);
    end if;
    return new; end $$`.execute(db())
  await sql`create trigger break_off before update on job for each row
    when (new.last_error is not null) execute function break_off()`.execute(db())
  work([failing])
  await until(async () => expect(await jobs()).toMatchObject([{ failures: 1, leased: false }]))
  await sql`drop function break_off cascade`.execute(db())
  await sql`drop sequence tries`.execute(db())
})

test('a job without a handler is kept', async () => {
  await queue(1, issuing)
  work([failing])
  await until(async () => {
    expect(await jobs()).toMatchObject([{ last_error: 'no handler for the job test.issuing' }])
  })
})
