import { closeUnusedAccounts } from '../accounts/accounts.sql.ts'
import { deleteOldAddresses } from '../accounts/audit-log.sql.ts'
import { forgetPairedBrowsers } from '../checkin/gate-phones.sql.ts'
import { deletePagesOfClosed, ownsEvents } from '../events/organizers/organizer.sql.ts'
import { deleteOldMessages, deleteOldReports } from '../messages/old-messages.sql.ts'
import { deleteOldCallbacks } from '../payments/callbacks/callbacks.sql.ts'
import { forgetOldStrays } from '../payments/forget-payers.sql.ts'
import { deleteAccountsOfClosed } from '../payouts/payout-accounts.sql.ts'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { deletePastAnswers } from '../questions/forget-answers.sql.ts'
import { deleteOldComplaints } from '../site/complaint.sql.ts'
import { KEPT_FOR } from '../site/kept-for.rules.ts'
import { deleteFormerSubscribers, deleteOldContacts } from '../site/site.sql.ts'

type Forgetting = {
  term: keyof typeof KEPT_FOR
  /** Deletes or empties up to `count` rows that are older than `before`; returns how many. */
  forget: (tx: Tx, before: Date, count: number) => Promise<number>
}

/**
 * Data that is stored for a fixed term and that no other sweep deletes. Data with a shorter life,
 * such as network addresses and unconfirmed transfers, has its own sweeps.
 */
const FORGETTINGS: readonly Forgetting[] = [
  { term: 'raw', forget: deleteOldCallbacks },
  { term: 'raw', forget: deleteOldReports },
  { term: 'sent', forget: deleteOldMessages },
  { term: 'letters', forget: deleteOldContacts },
  { term: 'letters', forget: deleteOldComplaints },
  { term: 'answers', forget: deletePastAnswers },
  { term: 'staff', forget: deleteOldAddresses },
  { term: 'staff', forget: forgetPairedBrowsers },
  {
    term: 'unused',
    forget: (tx, before, count) => closeUnusedAccounts(tx, { before, count, isUsed: ownsEvents }),
  },
  { term: 'unused', forget: deletePagesOfClosed },
  { term: 'unused', forget: (tx, _before, count) => deleteAccountsOfClosed(tx, count) },
  { term: 'accounts', forget: forgetOldStrays },
  { term: 'accounts', forget: deleteFormerSubscribers },
]

/** Small batches, so that no purchase waits long for a row. */
const BATCH = 500

/** Deletes personal data past its term. Returns 'more' if a batch was full. */
export async function forgetOld({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<'done' | 'more'> {
  let isMore = false
  for (const { term, forget } of FORGETTINGS) {
    const before = new Date(clock.now().getTime() - KEPT_FOR[term].ms)
    const count = await inTransaction(db, (tx) => forget(tx, before, BATCH))
    isMore ||= count === BATCH
  }
  return isMore ? 'more' : 'done'
}
