import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { confirmAddress } from './accounts.sql.ts'
import { AccountError } from './errors.ts'
import { useLink } from './links.sql.ts'
import { hashToken } from './tokens.ts'

/** Confirms an address: whoever has the link can read the mailbox. */
export async function confirmAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const accountId = await useLink(tx, { hash: hashToken(token), purpose: 'confirm', now })
    if (accountId === undefined) throw new AccountError('link_ended')
    await confirmAddress(tx, accountId, now)
  })
}
