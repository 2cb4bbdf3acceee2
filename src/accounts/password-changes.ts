import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { confirmAddress, selectCredentials, setPassword } from './accounts.sql.ts'
import { emailFault, plainEmail, WRONG_PASSWORD } from './entrance.rules.ts'
import { AccountError } from './errors.ts'
import { linkWanted } from './jobs.ts'
import { limitGuesses } from './limits.ts'
import { endLinks, selectLink, useLink } from './links.sql.ts'
import { queueNotice } from './links.ts'
import { type AccountDeps, checkPassword } from './passwords.ts'
import { deleteBrowsers, endAllSessions, endOtherSessions } from './sessions.sql.ts'
import { type Caller, rememberBrowser } from './sessions.ts'
import { endSignUpLinks } from './sign-ups.sql.ts'
import { hashToken } from './tokens.ts'

type PasswordChange = {
  account: { id: string; email: string }
  /** The session that changes the password. It stays open. */
  sessionId: string
  oldPassword: string
  password: string
  caller: Caller
}

/**
 * Changes the password of a signed-in account. Requires the old password, because the bearer may
 * come from a machine that was left open. Wrong passwords are limited as at a sign-in from a known
 * browser. Signs all other devices out, forgets their browsers, and ends the mailed links.
 */
export async function changePassword(
  deps: AccountDeps,
  { account, sessionId, oldPassword, password, caller }: PasswordChange,
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
    // Not 401: after a 401 a browser renews its bearer and sends the request again.
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

type PasswordReset = { token: string; password: string; caller: Caller }

/**
 * Sets a new password for the holder of the link, who can read the mailbox, and confirms the
 * address. Ends all sessions and forgets all browsers, so that holders of the old password are
 * signed out. Returns the cookie that makes this browser known.
 */
export async function resetPassword(
  deps: AccountDeps,
  { token, password, caller }: PasswordReset,
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
    await endSignUpLinks(tx, link.email)
    await endAllSessions(tx, id, 'password_reset', now)
    await deleteBrowsers(tx, id)
    await queueNotice(tx, deps, { to: link.email, about: 'changed' })
    return await rememberBrowser(tx, deps, { accountId: id, oldToken: caller.browserToken })
  })
}

/** Queues the job that mails a link to a new password if the address has an account. */
export async function requestReset({ db }: Pick<Deps, 'db'>, typed: string): Promise<void> {
  const text = emailFault(typed)
  if (text) refuseField('email', text)
  await inTransaction(db, (tx) => queueJob(tx, linkWanted, { email: plainEmail(typed) }))
}
