import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

export const sendLane = declareLane('send')

/** An SMS waits to be sent. */
export const messageQueued = declareJob<{ messageId: string }>('messages.queued', sendLane)

/** Of its own: mail servers are slow. */
export const mailLane = declareLane('mail')

/** An e-mail waits to be sent. */
export const emailQueued = declareJob<{ messageId: string }>('messages.email_queued', mailLane)
