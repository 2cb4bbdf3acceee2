import { declareJob, declareLane } from '../../platform/jobs/jobs.ts'

/** One at a time: each keeps a whole processor busy for seconds. */
export const pictureLane = declareLane('picture', { atOnce: 1 })

/** A picture is stored as WebP and JPEG; its AVIF, slow to make, is still missing. */
export const imageStored = declareJob<{ imageKey: string }>('events.image_stored', pictureLane)
