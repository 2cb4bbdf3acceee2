import { moveLane } from '../../events/jobs.ts'
import { declareJob } from '../../platform/jobs/jobs.ts'

/** Holders of a type that has another gate are to be told, those behind `after`. */
export const typeMoved = declareJob<{ moveId: string; after: string | null }>(
  'checkin.type_moved',
  moveLane,
)
