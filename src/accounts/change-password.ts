import { inTransaction } from '../platform/database/db.ts'
import { refuseField } from '../platform/errors.ts'
import { selectCredentials, setPassword } from './accounts.sql.ts'
import { WRONG_PASSWORD } from './entrance.rules.ts'
import { deleteBrowsers } from './known-browsers.sql.ts'
import { limitGuesses } from './limits.ts'
import { endLinks } from './links.sql.ts'
import { queueNotice } from './links.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'
import { endOtherSessions } from './sessions.sql.ts'
import type { Caller } from './sessions.ts'
import { hashToken } from './tokens.ts'

type Change = {
  account: { id: string; email: string }
  /** The session in which it is changed; it stays open. */
  sessionId: string
  oldPassword: string
  password: string
  caller: Caller
}

/**
 * Changes the password of somebody who is signed in and knows the old one: a bearer alone, found
 * on a machine that was left open, is not enough, and may guess as often as a browser at the sign-in.
 * Every other device is signed out and unknown, and a mailed link to a new password no longer works.
 */
export async function changePassword(
  deps: AccountDeps,
  { account, sessionId, oldPassword, password, caller }: Change,
): Promise<void> {
  const { id, email } = account
  checkPassword(password, email)
  const { address, browserToken } = caller
  const isKnown = await limitGuesses(deps, `session:${sessionId}`, async () => {
    const known = await selectCredentials(deps.db, email)
    const hash = known?.password_hash ?? null
    return (await deps.passwords.verify(hash, oldPassword, address)) || null
  })
  if (!isKnown) {
    // Not 401: a browser would answer that by renewing its bearer and asking again.
    refuseField('old_password', WRONG_PASSWORD)
  }
  const passwordHash = await deps.passwords.hash(password, address)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await setPassword(tx, id, passwordHash, now)
    await endLinks(tx, id, now)
    await endOtherSessions(tx, { accountId: id, sessionId, now })
    await deleteBrowsers(tx, id, browserToken ? hashToken(browserToken) : undefined)
    await queueNotice(tx, deps, { to: email, about: 'changed' })
  })
}
