import { AppError } from '../errors.ts'

/** Over so long the pace is taken; a batch that ends leaves many at once. */
const PACE_OVER_MS = 250
/** So few are let in at any pace: fewer say nothing of what the line can do. */
const ALWAYS = 16
/** For so long who was refused is expected back. */
const BACK_WITHIN_MS = 5000
const RETRY_S = { least: 2, most: 30 }

export type WorkLine = {
  readonly name: string
  /** Lets one more in, or throws `overloaded`. Returns what to call once it is done, once or more. */
  enter(): () => void
  /** What whoever comes now is refused with; null where there is room. Each one told is counted. */
  refusal(): AppError | null
}

type Options = {
  name: string
  /** Nobody is let in who would wait for longer. */
  waitMs: number
  /** What is done in a second, until that is known. */
  perSecond: number
  /** Told of each who is refused. */
  onRefused: () => void
  now?: () => number
}

/**
 * Work that may be too much. Who would be in it for too long is refused at once: as many as are in
 * it, at the pace at which it has been done of late. So how many it holds follows from what the
 * machine and the database can do, and what waits outside (a long poll) does not count.
 */
export function openLine(options: Options): WorkLine {
  const { name, waitMs, onRefused, now = () => performance.now() } = options
  let inside = 0
  let emptySince = now()
  let perMs = options.perSecond / 1000
  let span = { began: now(), done: 0, least: 0, full: false }
  let refused = { count: 0, at: now() }

  const begin = () => {
    span = { began: now(), done: 0, least: inside, full: false }
  }

  function refuse(): AppError {
    const at = now()
    const stillOut = refused.count * Math.exp((refused.at - at) / BACK_WITHIN_MS)
    refused = { count: stillOut + 1, at }
    span.full = true
    onRefused()
    const seconds = Math.ceil(refused.count / perMs / 1000)
    return overloaded(Math.min(RETRY_S.most, Math.max(RETRY_S.least, seconds)))
  }

  function leave(): void {
    inside -= 1
    if (inside === 0) emptySince = now()
    span.done += 1
    span.least = Math.min(span.least, inside)
    const took = now() - span.began
    if (took < PACE_OVER_MS) return
    const pace = span.done / took
    // What came one by one was done as fast as it came: only more than was thought says anything.
    if (pace > perMs || span.full || span.least >= ALWAYS - 1) perMs = (perMs + pace) / 2
    begin()
  }

  const refusal = () => (inside >= Math.max(ALWAYS, perMs * waitMs) ? refuse() : null)

  return {
    name,
    refusal,
    enter: () => {
      const failure = refusal()
      if (failure) throw failure
      // While nobody was in it, it did nothing.
      if (inside === 0) span.began += now() - emptySince
      inside += 1
      let isIn = true
      return () => {
        if (isIn) leave()
        isIn = false
      }
    },
  }
}

/** By the seconds after which to come again: to make one (its stack) costs a fifth of a refusal. */
const failures = new Map<number, AppError>()

function overloaded(retryAfter: number): AppError {
  const failure = failures.get(retryAfter) ?? new AppError('overloaded', { retryAfter })
  failures.set(retryAfter, failure)
  return failure
}
