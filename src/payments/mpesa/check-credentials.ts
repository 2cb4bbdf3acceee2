import type { Deps } from '../../platform/database/deps.ts'
import { claimTokenRefresh, selectToken, storeToken } from './token.sql.ts'
import { askForToken, REFRESH_MS, storedToken } from './token.ts'

/** The reason if another process has just begun to request a token. */
export const BUSY = 'a process of the shop requests a token now; try again in 15 seconds'

/**
 * Requests an access token with our key and secret. Returns null if M-Pesa gave a token, otherwise
 * the reason. A new token invalidates the token that the shop uses, so the new one is stored for
 * all processes. After a refusal the shop keeps its token.
 */
export async function checkCredentials(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
): Promise<string | null> {
  const isOurTurn = await claimTokenRefresh(deps.db, deps.clock.now(), REFRESH_MS)
  if (!isOurTurn) return BUSY
  const { value, expiresInMs, reason } = await askForToken(deps.env.mpesa)
  const given = value && storedToken(value, expiresInMs, deps.clock.now().getTime())
  await storeToken(deps.db, given || (await selectToken(deps.db)))
  return value ? null : reason
}
