import type { Deps } from '../platform/deps.ts'
import { AppError, type ErrorCode } from '../platform/errors.ts'
import { countWithin, secondsUntilAllowed } from '../platform/limits.sql.ts'
import { ticketCounters } from './counters.ts'

const WINDOW_MS = 60_000

/**
 * What `find` finds. Numbers and references are long enough that guessing is hopeless, and who
 * misses often is stopped all the same: past the limit a hit and a miss are answered alike.
 */
export async function limitMisses<T>(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'metrics'>,
  address: string,
  miss: ErrorCode,
  find: () => Promise<T | null | undefined>,
): Promise<T> {
  const now = deps.clock.now()
  const key = `miss:${address}`
  const window = { max: deps.env.limits.missPerAddress, windowMs: WINDOW_MS }
  const wait = await secondsUntilAllowed(deps.db, key, window, now)
  if (wait !== null) throw new AppError('too_many_requests', { retryAfter: wait })
  const found = await find()
  if (found) return found
  ticketCounters(deps.metrics).lookupMisses.inc()
  // Others may have missed since the look at the count.
  const over = await countWithin(deps.db, key, window, now)
  if (over !== null) throw new AppError('too_many_requests', { retryAfter: over })
  throw new AppError(miss)
}
