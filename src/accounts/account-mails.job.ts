import { inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { handleJob } from '../platform/jobs/jobs.ts'
import { selectAccountByEmail } from './accounts.sql.ts'
import { guessesSeen, linkWanted, signedUp } from './jobs.ts'
import { mayMail } from './limits.ts'
import { LINK_MS, queueConfirmLink, queueNotice, queueResetLink } from './links.ts'
import { keepWithoutLink, selectNewestSignUp, selectSignUp } from './sign-ups.sql.ts'

/**
 * Mails the link that confirms a sign-up. If the address already has an account, notifies its owner
 * instead. Emails to one mailbox are limited, so that a stranger cannot flood it. If the job runs
 * twice, it mails a second link, and the first link no longer works.
 */
export const sendConfirmLink = (deps: Pick<Deps, 'db' | 'env' | 'clock'>) =>
  handleJob(signedUp, async ({ signUpId }) => {
    const signUp = await selectSignUp(deps.db, signUpId)
    if (!signUp || !(await mayMail(deps, signUp.email))) return
    const { email } = signUp
    await inTransaction(deps.db, async (tx) => {
      const account = await selectAccountByEmail(tx, email)
      if (!account?.confirmed_at) return await queueConfirmLink(tx, deps, signUp)
      await keepSignUp(tx, deps, signUpId)
      await queueNotice(tx, deps, { to: email, about: 'known' })
    })
  })

/**
 * Mails a link to a new password. An address with an unconfirmed sign-up gets its confirmation link
 * again, which accepts a new password too. A second run of the job mails a second link, and the
 * first link no longer works.
 */
export const sendResetLink = (deps: Pick<Deps, 'db' | 'env' | 'clock'>) =>
  handleJob(linkWanted, async ({ email }) => {
    const account = await selectAccountByEmail(deps.db, email)
    const signUp = await selectNewestSignUp(deps.db, email, deps.clock.now())
    if (!(account || signUp) || !(await mayMail(deps, email))) return
    await inTransaction(deps.db, async (tx) => {
      if (signUp && !account?.confirmed_at) return await queueConfirmLink(tx, deps, signUp)
      if (signUp) await keepSignUp(tx, deps, signUp.id)
      if (account) await queueResetLink(tx, deps, account)
    })
  })

/**
 * Keeps a sign-up for an address that already has an account. The sign-up has no link and expires
 * like any unconfirmed sign-up. Without the sign-up, the response to a sign-in with its password
 * would be different and reveal the account.
 */
async function keepSignUp(tx: Tx, { clock }: Pick<Deps, 'clock'>, id: string): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + LINK_MS.confirm)
  await keepWithoutLink(tx, id, expiresAt)
}

export const notifyOfGuesses = (deps: Pick<Deps, 'db' | 'env' | 'clock'>) =>
  handleJob(guessesSeen, async ({ email, noticeId }) => {
    const account = await selectAccountByEmail(deps.db, email)
    if (!account?.confirmed_at) return
    await inTransaction(deps.db, (tx) =>
      queueNotice(tx, deps, { to: email, about: 'guessed', id: noticeId }),
    )
  })
