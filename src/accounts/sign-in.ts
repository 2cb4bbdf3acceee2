import { inTransaction } from '../platform/db.ts'
import { selectCredentials } from './accounts.sql.ts'
import { plainEmail } from './entrance.rules.ts'
import { AccountError } from './errors.ts'
import { limitSignIns } from './limits.ts'
import type { AccountDeps } from './passwords.ts'
import { type OpenSession, openSession } from './sessions.ts'

type Credentials = {
  email: string
  password: string
  address: string
  /** Of this browser's session until now, which the new one replaces. */
  oldToken: string | undefined
}

/** Opens a session. For an unknown address the refusal takes as long and reads the same. */
export async function signIn(
  deps: AccountDeps,
  { password, address, oldToken, ...typed }: Credentials,
): Promise<OpenSession> {
  const email = plainEmail(typed.email)
  const accountId = await limitSignIns(deps, { email, address }, async () => {
    const known = await selectCredentials(deps.db, email)
    const isRight = await deps.passwords.verify(known?.password_hash ?? null, password)
    return isRight && known ? known.id : null
  })
  if (accountId === null) throw new AccountError('invalid_credentials')
  return await inTransaction(deps.db, (tx) => openSession(tx, deps, { accountId, oldToken }))
}
