import { declareJob } from '../platform/jobs.ts'

/** An SMS waits to be sent. */
export const messageQueued = declareJob<{ messageId: string }>('messages.queued', 'send')

/** An e-mail waits to be sent; in a lane of its own, for mail servers are slow. */
export const emailQueued = declareJob<{ messageId: string }>('messages.email_queued', 'mail')
