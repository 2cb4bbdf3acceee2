import { declareJob, declareLane } from '../platform/jobs/jobs.ts'

export const sendLane = declareLane('send')

/** Sends an SMS. */
export const messageQueued = declareJob<{ messageId: string }>('messages.queued', sendLane)

/** The lane of emails. It is separate from the lane of SMS, because mail servers are slow. */
export const mailLane = declareLane('mail')

/** Sends an email. */
export const emailQueued = declareJob<{ messageId: string }>('messages.email_queued', mailLane)
