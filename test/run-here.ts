import { takeHere } from '../src/platform/jobs/hand-over.ts'
import type { ClaimedJob } from '../src/platform/jobs/jobs.sql.ts'
import { runJob } from '../src/platform/jobs/run-job.ts'
import { listHandlers } from '../src/worker.ts'
import type { Stage } from './stage.ts'

/** Like the worker of an idle process: jobs queued here run here. */
export function runHere(stage: Stage) {
  const handed: ClaimedJob[] = []
  const stop = takeHere(stage.db, {
    leaseMs: 60_000,
    reserve: (_lane, count) => count,
    free: () => {},
    take: (job) => handed.push(job),
    leave: () => {},
  })
  const handlers = new Map(listHandlers(stage.deps).map((handler) => [handler.name, handler]))
  return {
    stop,
    /** Runs all jobs, and the jobs that they queue, one after the other. */
    run: async () => {
      for (let job = handed.shift(); job; job = handed.shift()) {
        await runJob(stage.db, job, handlers.get(job.name))
      }
    },
  }
}
