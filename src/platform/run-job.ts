import type { Db, Tx } from './db.ts'
import { endJobs } from './end-jobs.ts'
import { type ClaimedJob, deleteJob, postponeJob } from './jobs.sql.ts'
import type { JobHandler, JobOutcome } from './jobs.ts'

/** Runs a job that is leased here, and deletes it, unless its own transaction did, or puts it off. */
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
  const end = (tx: Tx) => endJobs(tx, [{ claim, noteEnd }])
  const about = { claim, attempt: job.attempts, createdAt: job.created_at, end, noteEnd }
  const outcome = await handler.run(job.payload, about)
  if (outcome) await postponeJob(db, job, outcome.againInMs, null)
  else if (!isEnded) await deleteJob(db, job)
  return outcome
}
