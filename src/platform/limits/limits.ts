import type { Deps } from '../database/deps.ts'
import { AppError } from '../errors.ts'
import { countWithin, secondsUntilAllowed, uncount } from './limits.sql.ts'

type LimitDeps = Pick<Deps, 'db' | 'clock'>

/** At most `max` of `key` in a window, which begins with the first one counted. */
type Counted = {
  key: string
  max: number
  windowMs: number
  /**
   * Counted once it is known that it was not free. So what is free never stands in the way of
   * others, and many at once may pass together.
   */
  isCountedAfter?: boolean
  /** How many it counts for, where it is counted after; one if absent. The last may go beyond `max`. */
  by?: number
}

/** What counts is written down elsewhere: the seconds to wait, or null. */
type Asked = { wait: () => Promise<number | null> }

export type Limit = (Counted | Asked) & {
  /** For who is past it, where there is more to say than to wait a little. */
  text?: string
}

/**
 * Runs `work` within all of the limits, else throws too_many_requests with the seconds to wait.
 * Counted before it is tried, so that many at once get no further than one after the other, and
 * taken back where it is refused, fails, or answers what `isFree` says costs nothing.
 */
export async function within<T>(
  deps: LimitDeps,
  limits: Limit[],
  work: () => Promise<T>,
  isFree: (result: T) => boolean = () => false,
): Promise<T> {
  const now = deps.clock.now()
  const counted: Counted[] = []
  // A transaction that fails takes back itself what it counted, and takes no more statements.
  const undo = () => (deps.db.isTransaction ? null : takeBack(deps, counted, now))
  try {
    for (const limit of limits) {
      refuse(limit, await waitFor(deps, limit, now))
      if ('key' in limit && !limit.isCountedAfter) counted.push(limit)
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

/** Counts one more where that is within the limit; false if it is to be left, and nobody told. */
export async function isWithin({ db, clock }: LimitDeps, limit: Counted): Promise<boolean> {
  return (await countWithin(db, limit.key, limit, clock.now())) === null
}

/** The seconds until one more is within the limit; null if it is now. Counts nothing. */
export async function waitOf({ db, clock }: LimitDeps, limit: Counted): Promise<number | null> {
  return await secondsUntilAllowed(db, limit.key, limit, clock.now())
}

async function waitFor({ db }: LimitDeps, limit: Limit, now: Date): Promise<number | null> {
  if ('wait' in limit) return await limit.wait()
  const ask = limit.isCountedAfter ? secondsUntilAllowed : countWithin
  return await ask(db, limit.key, limit, now)
}

/** Others may have been counted since the look before: what is past the limit by now is refused. */
async function countAfter({ db }: LimitDeps, limits: Limit[], now: Date): Promise<void> {
  for (const limit of limits) {
    if (!('key' in limit && limit.isCountedAfter)) continue
    refuse(limit, await countWithin(db, limit.key, limit, now))
  }
}

async function takeBack({ db }: LimitDeps, counted: Counted[], now: Date): Promise<void> {
  for (const { key, windowMs } of counted) await uncount(db, key, windowMs, now)
}

function refuse({ text }: Limit, retryAfter: number | null): void {
  if (retryAfter === null) return
  throw new AppError('too_many_requests', { ...(text && { text }), retryAfter })
}
