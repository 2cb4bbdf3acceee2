import type { Deps } from '../../platform/database/deps.ts'
import { claimTokenRefresh, selectToken, storeToken } from './token.sql.ts'
import { askForToken, REFRESH_MS, storedToken } from './token.ts'

export const BUSY = 'a process of the shop requests a token now; try again in 15 seconds'

/**
 * Requests a token. Returns null, or the reason why M-Pesa gave no token. The new token makes the
 * present token invalid, so the new token is stored for all processes.
 */
export async function checkCredentials(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
): Promise<string | null> {
  const isOurTurn = await claimTokenRefresh(deps.db, deps.clock.now(), REFRESH_MS)
  if (!isOurTurn) return BUSY
  const { value, expiresInMs, reason } = await askForToken(deps.env.mpesa)
  const token = value && storedToken(value, expiresInMs, deps.clock.now().getTime())
  await storeToken(deps.db, token || (await selectToken(deps.db)))
  return value ? null : reason
}
