import type { Deps } from '../platform/deps.ts'
import { countWithin } from '../platform/limits.sql.ts'

const HOUR_MS = 3600_000

/** Null where one more link may be mailed to the account, else the seconds to wait. */
export async function limitLinks(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  accountId: string,
): Promise<number | null> {
  const limit = { max: env.limits.linkPerAccount, windowMs: HOUR_MS }
  return await countWithin(db, `link:${accountId}`, limit, clock.now())
}
