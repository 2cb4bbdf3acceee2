import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { newId } from '../platform/ids.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { guessesSeen } from './guesses-seen.job.ts'
import { mayWarn } from './limits.ts'

/**
 * Once the slow limit of an account is reached, its owner is told, once until it is over. Whether
 * there is such an account is looked up by the job.
 */
export async function warnOfGuesses(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  email: string,
): Promise<void> {
  if (!(await mayWarn(deps, email))) return
  await inTransaction(deps.db, (tx) => queueJob(tx, guessesSeen, { email, noticeId: newId() }))
}
