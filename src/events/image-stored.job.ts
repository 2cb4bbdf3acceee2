import { declareJob } from '../platform/jobs.ts'

/** A picture is stored as WebP and JPEG; its AVIF, slow to make, is still missing. */
export const imageStored = declareJob<{ imageKey: string }>('events.image_stored', 'picture')
