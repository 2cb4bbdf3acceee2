import { inTransaction } from '../platform/database/db.ts'
import { confirmAddress, setPassword } from './accounts.sql.ts'
import { AccountError } from './errors.ts'
import { deleteBrowsers } from './known-browsers.sql.ts'
import { rememberBrowser } from './known-browsers.ts'
import { selectLink, useLink } from './links.sql.ts'
import { queueNotice } from './links.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'
import { endAllSessions } from './sessions.sql.ts'
import type { Caller } from './sessions.ts'
import { deleteSignUps } from './sign-ups.sql.ts'
import { hashToken } from './tokens.ts'

type Reset = { token: string; password: string; caller: Caller }

/**
 * Sets a new password for whoever has the link, and so the mailbox; this confirms the address too.
 * All sessions end, and all browsers are strangers: whoever knew the old password is signed out.
 * This browser is known from now on; returned is what it is to keep.
 */
export async function resetPassword(
  deps: AccountDeps,
  { token, password, caller }: Reset,
): Promise<string> {
  const hash = hashToken(token)
  const link = await selectLink(deps.db, hash, deps.clock.now())
  if (!link) throw new AccountError('link_ended')
  checkPassword(password, link.email)
  const passwordHash = await deps.passwords.hash(password, caller.address)
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const id = await useLink(tx, { hash, now })
    if (id === undefined) throw new AccountError('link_ended')
    await setPassword(tx, id, passwordHash, now)
    await confirmAddress(tx, id, now)
    await deleteSignUps(tx, link.email)
    await endAllSessions(tx, id, 'password_reset', now)
    await deleteBrowsers(tx, id)
    await queueNotice(tx, deps, { to: link.email, about: 'changed' })
    return await rememberBrowser(tx, deps, { accountId: id, oldToken: caller.browserToken })
  })
}
