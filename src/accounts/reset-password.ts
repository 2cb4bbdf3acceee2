import { inTransaction } from '../platform/db.ts'
import { confirmAddress, setPassword } from './accounts.sql.ts'
import { AccountError } from './errors.ts'
import { endLinks, selectLink, useLink } from './links.sql.ts'
import { queueNotice } from './links.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'
import { endAllSessions } from './sessions.sql.ts'
import { hashToken } from './tokens.ts'

/**
 * Sets a new password for whoever has the link, and so the mailbox; this confirms the address too.
 * All sessions end: whoever knew the old password is signed out.
 */
export async function resetPassword(
  deps: AccountDeps,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const hash = hashToken(token)
  const link = await selectLink(deps.db, hash, deps.clock.now())
  if (link?.purpose !== 'reset') throw new AccountError('link_ended')
  checkPassword(password, link.email)
  const passwordHash = await deps.passwords.hash(password)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const id = await useLink(tx, { hash, purpose: 'reset', now })
    if (id === undefined) throw new AccountError('link_ended')
    await setPassword(tx, id, passwordHash, now)
    await confirmAddress(tx, id, now)
    await endLinks(tx, id, 'confirm', now)
    await endAllSessions(tx, id, 'password_reset', now)
    await queueNotice(tx, deps, link, 'changed')
  })
}
