import { setTimeout as delay } from 'node:timers/promises'
import { atEnd, type Db, isDatabaseAbsent, type Tx } from '../database/db.ts'
import type { Log } from '../log.ts'
import { type ClaimedJob, deleteJob, giveBackJobs, postponeJob } from './jobs.sql.ts'
import type { JobHandler, JobOutcome } from './jobs.ts'

const BACKOFF_MAX_MS = 5 * 60_000
/** Short: while the database is away every job fails, and can succeed as soon as it is back. */
const DATABASE_RETRY_MS = 1000

/**
 * Runs a leased job. Then postpones the job if the handler returned a pause, and otherwise deletes
 * it unless the job's own transaction has deleted it.
 */
export async function runJob(
  db: Db,
  job: ClaimedJob,
  handler: JobHandler | undefined,
): Promise<JobOutcome> {
  if (!handler) throw new Error(`no handler for the job ${job.name}`)
  let isEnded = false
  const claim = { id: job.id, attempts: job.attempts }
  const noteEnd = (isCommitted: boolean) => {
    isEnded ||= isCommitted
  }
  const end = async (tx: Tx) => {
    await deleteJob(tx, claim)
    atEnd(noteEnd)
  }
  const running = { claim, attempt: job.attempts, createdAt: job.created_at, end, noteEnd }
  const outcome = await handler.run(job.payload, running)
  if (outcome?.keepsSlot) await giveBackJobs(db, [claim])
  else if (outcome) await postponeJob(db, job, outcome.againInMs, null)
  else if (!isEnded) await deleteJob(db, job)
  return outcome
}

/**
 * Runs a leased job. Resolves when its slot is free again. If the job throws, the error is logged
 * and the job is retried later.
 */
export async function occupySlot(
  job: ClaimedJob,
  handler: JobHandler | undefined,
  deps: { db: Db; log: Log },
  stopping: AbortSignal,
): Promise<void> {
  try {
    const outcome = await runJob(deps.db, job, handler)
    if (outcome?.keepsSlot) await pause(outcome.againInMs, stopping)
  } catch (error) {
    deps.log.error({ err: error, job: job.name, attempt: job.attempts }, 'a job failed')
    await retryLater(job, error, deps, stopping)
  }
}

const pause = (ms: number, stopping: AbortSignal) =>
  delay(ms, undefined, { signal: stopping }).catch(() => {})

/** Postpones a failed job. Retries until the database is reached: the lease still runs. */
async function retryLater(
  job: ClaimedJob,
  error: unknown,
  { db, log }: { db: Db; log: Log },
  stopping: AbortSignal,
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  for (let isFirst = true; ; isFirst = false) {
    try {
      await postponeJob(db, job, backoffMs(job, error), message)
      return
    } catch (failure) {
      if (isFirst) log.error({ err: failure, job: job.name }, 'a failed job could not be postponed')
      if (stopping.aborted || !isDatabaseAbsent(failure)) return
      await pause(DATABASE_RETRY_MS, stopping)
    }
  }
}

/** The pause in ms. Doubles with each failure in a row, except if the database was away. */
function backoffMs({ failures }: ClaimedJob, error: unknown): number {
  if (isDatabaseAbsent(error)) return DATABASE_RETRY_MS
  return Math.min(1000 * 2 ** Math.min(failures, 10), BACKOFF_MAX_MS)
}
