import { mailLane } from '../messages/jobs.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { declareJob, handleJob } from '../platform/jobs/jobs.ts'
import { selectAccountByEmail } from './accounts.sql.ts'
import { mayMail } from './limits.ts'
import { queueConfirmLink, queueNotice } from './links.ts'
import { deleteSignUp, selectSignUp } from './sign-ups.sql.ts'

/** Somebody signed up. */
export const signedUp = declareJob<{ signUpId: string }>('accounts.signed_up', mailLane)

/**
 * Mails the link that confirms the address, or, where it has an account, tells its owner. Limited, so
 * that nobody can flood somebody else's mailbox. A second run sends a second link, and the first one
 * no longer works.
 */
export const sendConfirmLink = (deps: Pick<Deps, 'db' | 'env' | 'clock'>) =>
  handleJob(signedUp, async ({ signUpId }) => {
    const signUp = await selectSignUp(deps.db, signUpId)
    if (!signUp || !(await mayMail(deps, signUp.email))) return
    const { email } = signUp
    await inTransaction(deps.db, async (tx) => {
      const account = await selectAccountByEmail(tx, email)
      if (!account?.confirmed_at) return await queueConfirmLink(tx, deps, signUp)
      await deleteSignUp(tx, signUpId)
      await queueNotice(tx, deps, { to: email, about: 'known' })
    })
  })
