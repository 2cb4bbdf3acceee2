import { mailLane } from '../messages/jobs.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { declareJob, handleJob } from '../platform/jobs/jobs.ts'
import { selectAccountByEmail } from './accounts.sql.ts'
import { queueNotice } from './links.ts'

/** Somebody tries passwords for this address, from one place or from many. */
export const guessesSeen = declareJob<{ email: string; noticeId: string }>(
  'accounts.guesses_seen',
  mailLane,
)

export const tellOfGuesses = (deps: Pick<Deps, 'db' | 'env' | 'clock'>) =>
  handleJob(guessesSeen, async ({ email, noticeId }) => {
    const account = await selectAccountByEmail(deps.db, email)
    if (!account?.confirmed_at) return
    await inTransaction(deps.db, (tx) =>
      queueNotice(tx, deps, { to: email, about: 'guessed', id: noticeId }),
    )
  })
