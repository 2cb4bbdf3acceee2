import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

/**
 * The lane for notifications of an event's buyers. An event may have many buyers, so notifications
 * are sent in batches, and no sale waits behind them.
 */
export const moveLane = declareLane('move', { atOnce: 1 })

/**
 * Notifies a batch of the buyers of a rescheduled event. `after` is the id of the last order of the
 * previous batch.
 */
export const eventMoved = declareJob<{ changeId: string; after: string | null }>(
  'events.moved',
  moveLane,
)

/** Converts pictures one at a time, because each conversion takes a processor for seconds. */
export const pictureLane = declareLane('picture', { atOnce: 1 })

/**
 * Makes the AVIF files of a picture. They take longer than WebP and JPEG, so they are not made
 * during the upload.
 */
export const imageStored = declareJob<{ imageKey: string }>('events.image_stored', pictureLane)

/** Replaces the drawn card of an event whose title or category changed. */
export const cardOutdated = declareJob<{ eventId: string }>('events.card_outdated', pictureLane)
