import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

export const settleLane = declareLane('settle')

/** Reads a stored callback. */
export const callbackReceived = declareJob<{ callbackId: number }>(
  'payments.callback_received',
  settleLane,
)
