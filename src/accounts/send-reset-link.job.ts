import { mailLane } from '../messages/jobs.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { declareJob, handleJob } from '../platform/jobs/jobs.ts'
import { selectAccountByEmail } from './accounts.sql.ts'
import { mayMail } from './limits.ts'
import { queueConfirmLink, queueResetLink } from './links.ts'
import { selectNewestSignUp } from './sign-ups.sql.ts'

/**
 * Somebody forgot the password for this address. Whether it has an account is looked up in the
 * job, so that the reply takes equally long either way.
 */
export const linkWanted = declareJob<{ email: string }>('accounts.link_wanted', mailLane)

/**
 * To who signed up and has not confirmed yet, that link goes once more: it takes another password
 * too. A second run sends a second link and ends the first: one of them works.
 */
export const sendResetLink = (deps: Pick<Deps, 'db' | 'env' | 'clock'>) =>
  handleJob(linkWanted, async ({ email }) => {
    const account = await selectAccountByEmail(deps.db, email)
    const signUp = account?.confirmed_at
      ? undefined
      : await selectNewestSignUp(deps.db, email, deps.clock.now())
    if (!(account || signUp) || !(await mayMail(deps, email))) return
    await inTransaction(deps.db, async (tx) => {
      if (signUp) await queueConfirmLink(tx, deps, signUp)
      else if (account) await queueResetLink(tx, deps, account)
    })
  })
