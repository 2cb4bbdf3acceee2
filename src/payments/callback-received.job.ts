import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

export const settleLane = declareLane('settle')

/** A callback was stored and wants to be read. */
export const callbackReceived = declareJob<{ callbackId: number }>(
  'payments.callback_received',
  settleLane,
)
