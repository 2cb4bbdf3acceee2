import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { selectAccount } from './accounts.sql.ts'
import { AccountError } from './errors.ts'
import { limitLinks } from './limits.ts'
import { queueLink } from './links.ts'

/** Mails another link to confirm the address of whoever is signed in. */
export async function resendConfirmation(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  accountId: string,
): Promise<void> {
  const account = await selectAccount(deps.db, accountId)
  if (!account) throw new AppError('unauthorized')
  if (account.confirmed_at !== null) throw new AccountError('already_confirmed')
  await limitLinks(deps, accountId, () =>
    inTransaction(deps.db, (tx) => queueLink(tx, deps, account, 'confirm')),
  )
}
