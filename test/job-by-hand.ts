import type { RunningJob } from '../src/platform/jobs/jobs.ts'

/** Makes a job for a handler that a test calls directly. The job has no row in the queue. */
export function jobByHand(createdAt = new Date()): RunningJob {
  return {
    claim: { id: 0, attempts: 1 },
    attempt: 1,
    createdAt,
    end: async () => {},
    noteEnd: () => {},
  }
}
