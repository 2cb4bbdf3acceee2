import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { endSession, endSessionOfToken } from './sessions.sql.ts'
import { hashToken, readBearer } from './tokens.ts'

/** Ends the session of the cookie, of the bearer, or of both; their bearers no longer work. */
export async function signOut(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  shown: { refreshToken: string | undefined; authorization: string | undefined },
): Promise<void> {
  const bearer = shown.authorization ? await readBearer(deps, shown.authorization) : null
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { refreshToken } = shown
    if (refreshToken) await endSessionOfToken(tx, hashToken(refreshToken), 'signed_out', now)
    if (bearer) await endSession(tx, bearer.id, 'signed_out', now)
  })
}
