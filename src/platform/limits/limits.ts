import type { Deps } from '../database/deps.ts'
import { AppError, type ErrorText } from '../errors.ts'
import { countWithin, secondsUntilAllowed, uncount } from './limits.sql.ts'

type LimitDeps = Pick<Deps, 'db' | 'clock'>

/** `key` may be counted up to `max` times in a window, which begins with its first count. */
export type Limit = {
  key: string
  max: number
  windowMs: number
  /**
   * True to count after the work instead of before. Counts only if `isFree` (see `within`) is false
   * for the result, so free results never use up the limit. But parallel calls can all do the work
   * before one of them is counted.
   */
  isCountedAfter?: boolean
  /**
   * The amount to count; default 1. If the count is made before the work, the amount must fit into
   * `max`. If the count is made after the work, the last count may exceed `max`.
   */
  by?: number
  /** Replaces the usual text of too_many_requests. */
  text?: ErrorText
}

/**
 * How many networks of one /48 of IPv6 may use up their limits. A household has one network, a
 * mobile operator's /48 has thousands of phones, and a rented server has the whole /48.
 */
const NETWORKS = 10

/** The /48 of an IPv6 network such as 'a:b:c:d::/64'. Null for an IPv4 address. */
export function prefixOf(address: string): string | null {
  const groups = address.endsWith('::/64') ? address.split(':').slice(0, 3) : null
  return groups && `${groups.join(':')}::/48`
}

/**
 * Adds the limit of the /48 to each limit whose key ends with an IPv6 network, unless the caller
 * has a limit for this /48.
 */
function withPrefixes(limits: readonly Limit[]): Limit[] {
  return limits.flatMap((limit) => {
    const [name = ''] = limit.key.split(':')
    const prefix = prefixOf(limit.key.slice(name.length + 1))
    const key = `${name}:${prefix}`
    const isAlone = prefix === null || limits.some((other) => other.key === key)
    return isAlone ? [limit] : [limit, { ...limit, key, max: NETWORKS * limit.max }]
  })
}

/**
 * Runs `work` within all limits, or throws too_many_requests with the seconds to wait. Counts
 * before the work runs, so that parallel calls cannot exceed a limit, except for limits with
 * `isCountedAfter`. Reverses the counts if a limit refuses, if the work fails, or if `isFree`
 * returns true for the result.
 */
export async function within<T>(
  deps: LimitDeps,
  all: readonly Limit[],
  work: () => Promise<T>,
  isFree: (result: T) => boolean = () => false,
): Promise<T> {
  const now = deps.clock.now()
  const limits = withPrefixes(all)
  const counted: Limit[] = []
  // A failed transaction rolls its counts back, and accepts no more statements.
  const undo = () => (deps.db.isTransaction ? null : takeBack(deps, counted, now))
  try {
    for (const [at, limit] of limits.entries()) {
      const wait = await waitFor(deps, limit, now)
      if (wait !== null) throw await refusalOf(deps, { limit, wait }, limits.slice(at + 1), now)
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

/** Adds to the count of `limit`. Returns false, and counts nothing, if the limit is reached. */
export async function isWithin({ db, clock }: LimitDeps, limit: Limit): Promise<boolean> {
  return (await countWithin(db, limit.key, limit, clock.now())) === null
}

/** The seconds until one more count fits into the limit; null if it fits now. Counts nothing. */
export async function waitOf({ db, clock }: LimitDeps, limit: Limit): Promise<number | null> {
  return await secondsUntilAllowed(db, limit.key, limit, clock.now())
}

/**
 * The limit to pass to `countWithin`, which counts while the count is below `max`. `max` is lowered
 * so that the new total is at most the original `max`. Unchanged if the count is made after the
 * work, because then the last count may exceed `max`.
 */
function withRoom(limit: Limit): Limit {
  return limit.isCountedAfter ? limit : { ...limit, max: limit.max - (limit.by ?? 1) + 1 }
}

async function waitFor({ db }: LimitDeps, limit: Limit, now: Date): Promise<number | null> {
  const { key, by = 1, windowMs, max } = limit
  if (limit.isCountedAfter) return await secondsUntilAllowed(db, key, limit, now)
  if (by > max) return Math.ceil(windowMs / 1000)
  return await countWithin(db, key, withRoom(limit), now)
}

type Refusal = { limit: Limit; wait: number }

/** The error of the limit with the longest wait: the caller is admitted only after this wait. */
async function refusalOf(
  { db }: LimitDeps,
  first: Refusal,
  others: readonly Limit[],
  now: Date,
): Promise<AppError> {
  let longest = first
  for (const limit of others) {
    const wait = (await secondsUntilAllowed(db, limit.key, withRoom(limit), now)) ?? 0
    if (wait > longest.wait) longest = { limit, wait }
  }
  return tooManyRequests(longest.wait, longest.limit.text)
}

/** Counts after the work. Throws if parallel calls have reached the limit in the meantime. */
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

/** The error of a limit. `retryAfter` is in seconds; `text` replaces the usual text. */
export function tooManyRequests(retryAfter: number, text?: ErrorText): AppError {
  return new AppError('too_many_requests', { ...(text && { text }), retryAfter })
}
