import { moveLane } from '../events/jobs.ts'
import { declareJob } from '../platform/jobs/jobs.ts'

/**
 * Notifies holders of a type that has moved to another gate, one batch per job. `after` is the
 * cursor behind the previous batch.
 */
export const typeMoved = declareJob<{ moveId: string; after: string | null }>(
  'checkin.type_moved',
  moveLane,
)
