import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

/** Of its own, and one page after the other: nothing that sells waits behind it. */
export const moveLane = declareLane('move', { atOnce: 1 })

/** Buyers of a moved event are to be told, those whose orders come behind `after`. */
export const eventMoved = declareJob<{ changeId: string; after: string | null }>(
  'events.moved',
  moveLane,
)

/** One at a time: each keeps a whole processor busy for seconds. */
export const pictureLane = declareLane('picture', { atOnce: 1 })

/** A picture is stored as WebP and JPEG; its AVIF, slow to make, is still missing. */
export const imageStored = declareJob<{ imageKey: string }>('events.image_stored', pictureLane)
