import { mailLane } from '../messages/message-queued.job.ts'
import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { declareJob, handleJob } from '../platform/jobs.ts'
import { selectAccountByEmail } from './accounts.sql.ts'
import { mayMail } from './limits.ts'
import { queueLink } from './links.ts'

/**
 * Somebody forgot the password for this address. Whether it has an account is looked up in the
 * job, so that the reply takes equally long either way.
 */
export const linkWanted = declareJob<{ email: string }>('accounts.link_wanted', mailLane)

/** A second run sends a second link and ends the first: one of them works. */
export const sendResetLink = (deps: Pick<Deps, 'db' | 'env' | 'clock'>) =>
  handleJob(linkWanted, async ({ email }) => {
    const account = await selectAccountByEmail(deps.db, email)
    if (!account || !(await mayMail(deps, account.id))) return
    await inTransaction(deps.db, (tx) => queueLink(tx, deps, account, 'reset'))
  })
