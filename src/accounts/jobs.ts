import { mailLane } from '../messages/jobs.ts'
import { declareJob } from '../platform/jobs/jobs.ts'

/** Mails the link that confirms a sign-up. */
export const signedUp = declareJob<{ signUpId: string }>('accounts.signed_up', mailLane)

/**
 * Mails a link to a new password. The check whether the address has an account is in the job, so
 * that the response takes equally long either way.
 */
export const linkWanted = declareJob<{ email: string }>('accounts.link_wanted', mailLane)

/** Notifies the owner of an account of many wrong passwords. */
export const guessesSeen = declareJob<{ email: string; noticeId: string }>(
  'accounts.guesses_seen',
  mailLane,
)
