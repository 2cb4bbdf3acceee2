import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { countWithin, uncount } from '../platform/limits.sql.ts'

const HOUR_MS = 3600_000

/** Runs `work`, which makes accounts or mails; what it refuses costs nothing. */
export async function limitAccounts<T>(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  const now = clock.now()
  const key = `account:${address}`
  const max = env.limits.accountPerAddress
  const wait = await countWithin(db, key, { max, windowMs: HOUR_MS }, now)
  if (wait !== null) throw new AppError('too_many_requests', { retryAfter: wait })
  try {
    return await work()
  } catch (error) {
    await uncount(db, key, HOUR_MS, now)
    throw error
  }
}
