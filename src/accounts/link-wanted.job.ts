import { mailLane } from '../messages/message-queued.job.ts'
import { declareJob } from '../platform/jobs.ts'

/**
 * Somebody forgot the password of this address. Whether it has an account is looked up later, so
 * that the answer takes as long either way.
 */
export const linkWanted = declareJob<{ email: string }>('accounts.link_wanted', mailLane)
