import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { emailFault, plainEmail } from './entrance.rules.ts'
import { linkWanted } from './send-reset-link.job.ts'

/** Queues the job that mails a link to a new password if the address has an account. */
export async function requestReset({ db }: Pick<Deps, 'db'>, typed: string): Promise<void> {
  const text = emailFault(typed)
  if (text) refuseField('email', text)
  await inTransaction(db, (tx) => queueJob(tx, linkWanted, { email: plainEmail(typed) }))
}
