import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

/**
 * Notifications have a lane of their own and run page by page, so that no sale waits behind them.
 */
export const moveLane = declareLane('move', { atOnce: 1 })

/** Notifies buyers of a rescheduled event, those with orders after `after`. */
export const eventMoved = declareJob<{ changeId: string; after: string | null }>(
  'events.moved',
  moveLane,
)

/** Conversions run singly, because each takes a processor for seconds. */
export const pictureLane = declareLane('picture', { atOnce: 1 })

/** Makes the AVIF files of a picture, which take longer than its WebP and JPEG. */
export const imageStored = declareJob<{ imageKey: string }>('events.image_stored', pictureLane)
