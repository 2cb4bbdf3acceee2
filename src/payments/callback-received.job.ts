import { declareJob } from '../platform/jobs.ts'

/** A callback was stored and wants to be read. */
export const callbackReceived = declareJob<{ callbackId: number }>(
  'payments.callback_received',
  'settle',
)
