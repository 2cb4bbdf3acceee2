import { inTransaction } from '../platform/database/db.ts'
import { selectCredentials } from './accounts.sql.ts'
import { plainEmail } from './entrance.rules.ts'
import { AccountError } from './errors.ts'
import { findKnownBrowser } from './known-browsers.ts'
import { limitSignIns } from './limits.ts'
import type { AccountDeps } from './passwords.ts'
import { type Caller, type Entered, enterAccount } from './sessions.ts'
import { warnOfGuesses } from './warn-of-guesses.ts'

type Credentials = { email: string; password: string; caller: Caller }

/**
 * Opens a session. For an unknown address, and for one that nobody has confirmed yet, the refusal
 * takes as long and reads the same, and all that is written down is the same.
 */
export async function signIn(
  deps: AccountDeps,
  { password, caller, ...typed }: Credentials,
): Promise<Entered> {
  deps.passwords.expectRoom(caller.address)
  const email = plainEmail(typed.email)
  const known = await selectCredentials(deps.db, email)
  const browser = await findKnownBrowser(deps.db, known?.id, caller.browserToken)
  const from = { email, address: caller.address, browser }
  const account = await limitSignIns(deps, from, async () => {
    const hash = known?.password_hash ?? null
    const isRight = await deps.passwords.verify(hash, password, caller.address)
    return isRight && known?.confirmed_at ? known : null
  })
  if (account === null) {
    if (browser === null) await warnOfGuesses(deps, email)
    throw new AccountError('invalid_credentials')
  }
  const { id: accountId, password_hash: checkedHash } = account
  return await inTransaction(deps.db, (tx) =>
    enterAccount(tx, deps, { accountId, checkedHash, caller }),
  )
}
