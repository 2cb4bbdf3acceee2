import { moveLane } from '../events/jobs.ts'
import { declareJob } from '../platform/jobs/jobs.ts'

/** Notify holders of a type that has moved to another gate, starting behind the cursor `after`. */
export const typeMoved = declareJob<{ moveId: string; after: string | null }>(
  'checkin.type_moved',
  moveLane,
)
