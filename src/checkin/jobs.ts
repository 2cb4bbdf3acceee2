import { moveLane } from '../events/jobs.ts'
import { declareJob } from '../platform/jobs/jobs.ts'

/** `after` is the id of the last ticket of the previous batch of holders. */
export const typeMoved = declareJob<{ moveId: string; after: string | null }>(
  'checkin.type_moved',
  moveLane,
)
