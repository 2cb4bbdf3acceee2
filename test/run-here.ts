import { claimJobs } from '../src/platform/jobs/jobs.sql.ts'
import { attachWorker } from '../src/platform/jobs/jobs.ts'
import { runJob } from '../src/platform/jobs/run-job.ts'
import { LANES, listHandlers } from '../src/worker.ts'
import type { Stage } from './stage.ts'

/** Runs queued jobs in this process, as the worker of an idle process does. */
export function runHere(stage: Stage) {
  const handlers = new Map(listHandlers(stage.deps).map((handler) => [handler.name, handler]))
  const openings = LANES.map(({ name }) => ({ lane: name, count: 16 }))
  let isNudged = false
  const stop = attachWorker(stage.db, () => {
    isNudged = true
  })
  return {
    stop,
    /** Runs all jobs one after another, including jobs queued by these jobs. */
    run: async () => {
      while (isNudged) {
        isNudged = false
        for (const job of await claimJobs(stage.db, openings, 60_000)) {
          await runJob(stage.db, job, handlers.get(job.name))
        }
      }
    },
  }
}
