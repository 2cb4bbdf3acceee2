import type { RunningJob } from '../src/platform/jobs/jobs.ts'

/** A job for a handler that a test runs directly, without a row in the queue. */
export function jobByHand(createdAt = new Date()): RunningJob {
  return {
    claim: { id: 0, attempts: 1 },
    attempt: 1,
    createdAt,
    end: async () => {},
    noteEnd: () => {},
  }
}
