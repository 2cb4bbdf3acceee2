import type { Db, Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import {
  deleteUnusedBrowsers,
  insertBrowser,
  isKnownBrowser,
  moveBrowser,
} from './known-browsers.sql.ts'
import { BROWSERS_MAX } from './session.rules.ts'
import { drawToken, hashToken } from './tokens.ts'

/** A browser that signed in to this account before, as its limit names it; else null. */
export async function findKnownBrowser(
  db: Db,
  accountId: string | undefined,
  token: string | undefined,
): Promise<string | null> {
  if (token === undefined || accountId === undefined) return null
  const hash = hashToken(token)
  return (await isKnownBrowser(db, hash, accountId)) ? hash.toString('base64url') : null
}

/**
 * Makes a browser known to an account that it signed in to; returns what it is to keep as a cookie.
 * That is new each time: a copy of the old one, wherever it is, opens nothing any more.
 */
export async function rememberBrowser(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { accountId, oldToken }: { accountId: string; oldToken: string | undefined },
): Promise<string> {
  const { token, hash } = drawToken()
  if (oldToken) await moveBrowser(tx, hashToken(oldToken), hash)
  await insertBrowser(tx, { hash, accountId, now: clock.now() })
  await deleteUnusedBrowsers(tx, accountId, BROWSERS_MAX)
  return token
}
