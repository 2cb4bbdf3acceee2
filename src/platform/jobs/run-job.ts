import { atEnd, type Db, type Tx } from '../database/db.ts'
import { type ClaimedJob, deleteJob, giveBackJobs, postponeJob } from './jobs.sql.ts'
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
  const end = async (tx: Tx) => {
    await deleteJob(tx, claim)
    atEnd(noteEnd)
  }
  const about = { claim, attempt: job.attempts, createdAt: job.created_at, end, noteEnd }
  const outcome = await handler.run(job.payload, about)
  if (outcome?.laneRests) await giveBackJobs(db, [claim])
  else if (outcome) await postponeJob(db, job, outcome.againInMs, null)
  else if (!isEnded) await deleteJob(db, job)
  return outcome
}
