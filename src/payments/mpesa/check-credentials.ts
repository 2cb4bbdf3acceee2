import type { Deps } from '../../platform/database/deps.ts'
import { claimTokenRefresh, selectToken, storeToken } from './token.sql.ts'
import { askForToken, REFRESH_MS, storedToken } from './token.ts'

/**
 * Requests a token with our key and secret. Returns null, or why M-Pesa gave none. A new token ends
 * the one that the shop uses, so it is stored for all processes; after a refusal the shop keeps its
 * own.
 */
export async function checkCredentials(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
): Promise<string | null> {
  const isOurTurn = await claimTokenRefresh(deps.db, deps.clock.now(), REFRESH_MS)
  if (!isOurTurn) return 'a process of the shop requests a token now; try again in 15 seconds'
  const { value, expiresInMs, reason } = await askForToken(deps.env.mpesa)
  const given = value && storedToken(value, expiresInMs, deps.clock.now().getTime())
  await storeToken(deps.db, given || (await selectToken(deps.db)))
  return value ? null : reason
}
