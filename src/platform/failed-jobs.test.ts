import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type Db, inTransaction, openDatabase } from './db.ts'
import {
  declareJob,
  declareLane,
  handleJob,
  type JobHandler,
  queueJob,
  startWorker,
  type Worker,
  type WorkerOptions,
} from './jobs.ts'
import { makeLog } from './log.ts'

type Payload = { n: number }
const sending = declareJob<Payload>('test.sending', declareLane('send'))
const issuing = declareJob<Payload>('test.issuing', declareLane('issue'))

let database: TestDatabase
let db: Db
const workers: Worker[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 20)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await db.deleteFrom('job').execute()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

function work(handlers: JobHandler[], options: Partial<WorkerOptions> = {}): Worker {
  const worker = startWorker({
    db,
    log: makeLog('silent'),
    handlers,
    lanes: [sending.lane, issuing.lane],
    sweeps: [],
    leaseMs: 60_000,
    concurrency: 16,
    ...options,
  })
  workers.push(worker)
  return worker
}

const queue = (n: number, kind = sending, delayMs = 0) =>
  inTransaction(db, (tx) => queueJob(tx, kind, { n }, delayMs))

const jobs = () => db.selectFrom('job').selectAll().orderBy('id').execute()
/** Waits until what is expected holds; the bound is for a test that fails. */
const until = <T>(holds: () => T) => vi.waitFor(holds, { timeout: 15_000, interval: 10 })

const failing = handleJob(sending, async () => {
  throw new Error('the gateway is down')
})

test.each([
  [0, 1],
  [1, 2],
  [4, 16],
  [8, 256],
  [9, 300],
  [50, 300],
])(
  'a job that fails after %d failures is kept, with its error, for %d seconds',
  async (failures, seconds) => {
    await queue(1)
    // However often it ran: most of what waits its turn has run more often.
    await db.updateTable('job').set({ failures, attempts: 70 }).execute()
    const before = Date.now()
    work([failing])
    const job = await until(async () => {
      const [row] = await jobs()
      expect(row!.last_error).toBe('the gateway is down')
      return row!
    })
    expect(job).toMatchObject({ attempts: 71, failures: failures + 1 })
    expect(job.run_at.getTime()).toBeGreaterThanOrEqual(before + seconds * 1000)
    expect(job.run_at.getTime()).toBeLessThanOrEqual(Date.now() + seconds * 1000)
  },
)

test('a job that fails does not hold up the others', async () => {
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

test('a job that failed is one that never did as soon as it gets on', async () => {
  await queue(1)
  await db.updateTable('job').set({ failures: 8 }).execute()
  work([handleJob(sending, async () => ({ againInMs: 3_600_000 }))])
  await until(async () => expect(await jobs()).toMatchObject([{ failures: 0, leased: false }]))
})

test.each([
  ['stops', '57P01'],
  ['has no room', '53100'],
  ['has no connection left', '53300'],
])(
  'a job that fails because the database %s is done as soon as it is there again',
  async (_what, code) => {
    await queue(1)
    await db.updateTable('job').set({ failures: 50 }).execute()
    const before = Date.now()
    work([
      handleJob(sending, async () => {
        const statement = `do $$ begin raise exception 'x' using errcode = '${code}'; end $$`
        await sql.raw(statement).execute(db)
      }),
    ])
    const job = await until(async () => {
      const [row] = await jobs()
      expect(row!.last_error).toBe('x')
      return row!
    })
    expect(job.failures).toBe(51)
    expect(job.run_at.getTime()).toBeGreaterThanOrEqual(before + 1000)
    expect(job.run_at.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  },
)

test('a job that fails and finds no database to be put back in is put back once there is one', async () => {
  await queue(1)
  await sql`create sequence tries`.execute(db)
  // Its connection ends in the middle of the statement; what was drawn is drawn all the same.
  await sql`create function break_off() returns trigger language plpgsql as $$ begin
    if nextval('tries') < 3 then
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(10);
    end if;
    return new; end $$`.execute(db)
  await sql`create trigger break_off before update on job for each row
    when (new.last_error is not null) execute function break_off()`.execute(db)
  work([failing])
  await until(async () => expect(await jobs()).toMatchObject([{ failures: 1, leased: false }]))
  await sql`drop function break_off cascade`.execute(db)
  await sql`drop sequence tries`.execute(db)
})

test('a job that fails for want of a handler is kept', async () => {
  await queue(1, issuing)
  work([failing])
  await until(async () => {
    expect(await jobs()).toMatchObject([{ last_error: 'no handler for the job test.issuing' }])
  })
})
