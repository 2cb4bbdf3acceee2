import { moveLane } from '../events/jobs.ts'
import { declareJob } from '../platform/jobs/jobs.ts'

/**
 * Notifies a batch of holders of a ticket type that has moved to another gate. `after` is the id of
 * the last ticket of the previous batch.
 */
export const typeMoved = declareJob<{ moveId: string; after: string | null }>(
  'checkin.type_moved',
  moveLane,
)
