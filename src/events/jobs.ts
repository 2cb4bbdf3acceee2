import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

/**
 * The lane for notifications of many buyers, which are sent in batches, so that no sale waits
 * behind them.
 */
export const moveLane = declareLane('move', { atOnce: 1 })

/** Notifies the buyers of a rescheduled event. `after` is the last order of the previous batch. */
export const eventMoved = declareJob<{ changeId: string; after: string | null }>(
  'events.moved',
  moveLane,
)

/** Converts pictures one at a time, because each conversion takes a processor for seconds. */
export const pictureLane = declareLane('picture', { atOnce: 1 })

/** Makes the AVIF files of a picture, which take longer than its WebP and JPEG. */
export const imageStored = declareJob<{ imageKey: string }>('events.image_stored', pictureLane)

/** Finds the accent colour of a poster that was uploaded before colours were. */
export const posterUncoloured = declareJob<{ imageKey: string }>(
  'events.poster_uncoloured',
  pictureLane,
)
