import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Db, inTransaction, openDatabase } from '../src/platform/database/db.ts'
import { declareJob, declareLane, type JobHandler, queueJob } from '../src/platform/jobs/jobs.ts'
import { startWorker, type Worker, type WorkerOptions } from '../src/platform/jobs/worker.ts'
import { makeLog } from '../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export type Payload = { n: number }
export const sending = declareJob<Payload>('test.sending', declareLane('send'))
export const issuing = declareJob<Payload>('test.issuing', declareLane('issue'))

/**
 * Opens a job queue for a test file. The queue is empty before each test and stopped at the end.
 */
export function openJobQueue() {
  let database: TestDatabase
  let db: Db
  const workers: Worker[] = []
  beforeAll(async () => {
    database = await createTestDatabase()
    db = openDatabase(database.url, 20)
  })
  afterAll(async () => {
    await db.destroy()
    await database.close()
  })
  beforeEach(async () => {
    await db.deleteFrom('job').execute()
  })
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  })
  return {
    db: () => db,
    url: () => database.url,
    work: (handlers: JobHandler[], options: Partial<WorkerOptions> = {}): Worker => {
      const lanes = [sending.lane, issuing.lane]
      const fixed = { db, log: makeLog('silent'), handlers, lanes, sweeps: [] }
      const worker = startWorker({ ...fixed, leaseMs: 60_000, concurrency: 16, ...options })
      workers.push(worker)
      return worker
    },
    queue: (n: number, kind = sending, delayMs = 0) =>
      inTransaction(db, (tx) => queueJob(tx, kind, { n }, delayMs)),
    jobs: () => db.selectFrom('job').selectAll().orderBy('id').execute(),
  }
}
