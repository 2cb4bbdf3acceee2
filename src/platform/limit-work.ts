import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'
import { countWithin, uncount } from './limits.sql.ts'

/** Runs `work` unless it was done `max` times in the window; what it refuses costs nothing. */
export async function limitWork<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { key, max, windowMs }: { key: string; max: number; windowMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const now = clock.now()
  const wait = await countWithin(db, key, { max, windowMs }, now)
  if (wait !== null) throw new AppError('too_many_requests', { retryAfter: wait })
  try {
    return await work()
  } catch (error) {
    await uncount(db, key, windowMs, now)
    throw error
  }
}
