import type { Deps } from '../database/deps.ts'
import { AppError, type ErrorText } from '../errors.ts'
import { countWithin, secondsUntilAllowed, uncount } from './limits.sql.ts'

type LimitDeps = Pick<Deps, 'db' | 'clock'>

/** At most `max` of `key` in a window, which begins with the first count. */
export type Limit = {
  key: string
  max: number
  windowMs: number
  /**
   * Counted after the work, if its result was not free. So free results never block others, and
   * many parallel calls may pass.
   */
  isCountedAfter?: boolean
  /**
   * The amount to count; default 1. If counted before the work, it must fit into `max`; if counted
   * after, the last count may go beyond `max`.
   */
  by?: number
  /** Replaces the usual text of too_many_requests. */
  text?: ErrorText
}

/**
 * Runs `work` within all limits, or throws too_many_requests with the seconds to wait. Counts
 * before the work runs, so that parallel calls get no further than sequential ones. Takes the count
 * back if a limit refuses, the work fails, or `isFree` is true of its result.
 */
export async function within<T>(
  deps: LimitDeps,
  limits: Limit[],
  work: () => Promise<T>,
  isFree: (result: T) => boolean = () => false,
): Promise<T> {
  const now = deps.clock.now()
  const counted: Limit[] = []
  // A failed transaction rolls its counts back, and accepts no more statements.
  const undo = () => (deps.db.isTransaction ? null : takeBack(deps, counted, now))
  try {
    for (const limit of limits) {
      refuseBeyond(limit, await waitFor(deps, limit, now))
      if (!limit.isCountedAfter) counted.push(limit)
    }
    const result = await work()
    if (isFree(result)) await takeBack(deps, counted.splice(0), now)
    else await countAfter(deps, limits, now)
    return result
  } catch (error) {
    await undo()
    throw error
  }
}

/** Counts one more if the limit allows; false if it does not. */
export async function isWithin({ db, clock }: LimitDeps, limit: Limit): Promise<boolean> {
  return (await countWithin(db, limit.key, limit, clock.now())) === null
}

/** Seconds until one more is within the limit; null if one is now. Counts nothing. */
export async function waitOf({ db, clock }: LimitDeps, limit: Limit): Promise<number | null> {
  return await secondsUntilAllowed(db, limit.key, limit, clock.now())
}

async function waitFor({ db }: LimitDeps, limit: Limit, now: Date): Promise<number | null> {
  const { key, by = 1, windowMs } = limit
  if (limit.isCountedAfter) return await secondsUntilAllowed(db, key, limit, now)
  if (by > limit.max) return Math.ceil(windowMs / 1000)
  return await countWithin(db, key, { by, windowMs, max: limit.max - by + 1 }, now)
}

/** Refuses if parallel calls have used up the limit since the check before the work. */
async function countAfter({ db }: LimitDeps, limits: Limit[], now: Date): Promise<void> {
  for (const limit of limits) {
    if (!limit.isCountedAfter) continue
    refuseBeyond(limit, await countWithin(db, limit.key, limit, now))
  }
}

async function takeBack({ db }: LimitDeps, counted: Limit[], now: Date): Promise<void> {
  for (const limit of counted) await uncount(db, limit, now)
}

function refuseBeyond({ text }: Limit, retryAfter: number | null): void {
  if (retryAfter !== null) throw tooManyRequests(retryAfter, text)
}

/** `retryAfter` is in seconds; `text` replaces the usual text. */
export function tooManyRequests(retryAfter: number, text?: ErrorText): AppError {
  return new AppError('too_many_requests', { ...(text && { text }), retryAfter })
}
