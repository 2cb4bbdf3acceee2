import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { declareJob, handleJob } from '../platform/jobs.ts'
import { selectAccountByEmail } from './accounts.sql.ts'
import { limitLinks } from './limits.ts'
import { queueLink } from './links.ts'

/**
 * Somebody forgot the password of this address. Whether it has an account is looked up later, so
 * that the answer takes as long either way.
 */
export const linkWanted = declareJob<{ email: string }>('accounts.link_wanted', 'mail')

/** A second run sends a second link, and the first is good no longer: one of them works. */
export const sendResetLink = (deps: Pick<Deps, 'db' | 'env' | 'clock'>) =>
  handleJob(linkWanted, async ({ email }) => {
    const account = await selectAccountByEmail(deps.db, email)
    if (!account || (await limitLinks(deps, account.id)) !== null) return
    await inTransaction(deps.db, (tx) => queueLink(tx, deps, account, 'reset'))
  })
