/** The most keys of one read. A larger read would delay the responses to the earliest callers. */
const KEYS_MAX = 500

type PendingRead<T> = PromiseWithResolvers<T | null> & { key: string }

/** Reads the value of a key, or null. 'soon' allows a delay, so that more callers share a read. */
export type SharedRead<T> = (key: string, when?: 'now' | 'soon') => Promise<T | null>

/**
 * Batches reads: callers that arrive while a read runs share the next read. They cannot share the
 * running read, because it may have begun before the row that they want was written. So one
 * statement runs at a time, for any number of callers. A read for which all callers passed 'soon'
 * begins at least `pauseMs` after the previous read began.
 */
export function shareReads<T>(
  read: (keys: string[]) => Promise<Map<string, T>>,
  pauseMs: number,
): SharedRead<T> {
  const waiting = new Map<string, PendingRead<T>>()
  let running = false
  let begun = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  let hurried = false

  function begin(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (running || waiting.size === 0) return
    const batch = [...waiting.values()].slice(0, KEYS_MAX)
    for (const { key } of batch) waiting.delete(key)
    if (waiting.size === 0) hurried = false
    running = true
    begun = performance.now()
    const finish = (settle: () => void) => {
      running = false
      settle()
      schedule()
    }
    read(batch.map(({ key }) => key)).then(
      (found) =>
        finish(() => {
          for (const { key, resolve } of batch) resolve(found.get(key) ?? null)
        }),
      (error) =>
        finish(() => {
          for (const { reject } of batch) reject(error)
        }),
    )
  }

  function schedule(): void {
    if (running || waiting.size === 0) return
    const left = begun + pauseMs - performance.now()
    // A full batch begins immediately.
    if (hurried || left <= 0 || waiting.size >= KEYS_MAX) begin()
    else timer ??= setTimeout(begin, left)
  }

  return (key, when = 'now') => {
    const pending = waiting.get(key) ?? { key, ...Promise.withResolvers<T | null>() }
    waiting.set(key, pending)
    if (when === 'now') hurried = true
    schedule()
    return pending.promise
  }
}
