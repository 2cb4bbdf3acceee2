import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { handleJob } from '../platform/jobs.ts'
import { selectAccountByEmail } from './accounts.sql.ts'
import { limitLinks } from './limit-links.ts'
import { linkWanted } from './link-wanted.job.ts'
import { queueLink } from './queue-link.ts'

/** A second run sends a second link, and the first is good no longer: one of them works. */
export const sendResetLink = (deps: Deps) =>
  handleJob(linkWanted, async ({ email }) => {
    const account = await selectAccountByEmail(deps.db, email)
    if (!account || (await limitLinks(deps, account.id)) !== null) return
    await inTransaction(deps.db, (tx) => queueLink(tx, deps, account, 'reset'))
  })
