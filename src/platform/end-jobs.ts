import { atEnd, type Tx } from './db.ts'
import { deleteJob, deleteJobs } from './jobs.sql.ts'
import type { RunningJob } from './jobs.ts'

type Ending = Pick<RunningJob, 'claim' | 'noteEnd'>

/** What they are about is done together: they are, too, once this transaction is committed. */
export async function endJobs(tx: Tx, jobs: readonly Ending[]): Promise<void> {
  if (jobs.length === 1) await deleteJob(tx, jobs[0]!.claim)
  else if (jobs.length > 1) {
    await deleteJobs(
      tx,
      jobs.map(({ claim }) => claim),
    )
  }
  atEnd((isCommitted) => {
    for (const { noteEnd } of jobs) noteEnd(isCommitted)
  })
}
