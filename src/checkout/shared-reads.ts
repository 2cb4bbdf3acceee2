/** More would let those at the front wait for the answers of those behind. */
const TOGETHER_MAX = 500

type Asked<T> = PromiseWithResolvers<T | null> & { key: string }

/** Asked for what stands under a key; `soon` is for who may wait for a moment. */
export type SharedRead<T> = (key: string, when?: 'now' | 'soon') => Promise<T | null>

/**
 * Reads that are asked for while one is under way become one: whoever comes then gets the one after
 * it, since the one that runs may have begun before what this caller knows of was written. So however
 * many ask, one statement at a time answers them. What may come soon begins `pauseMs` after the one
 * before at the earliest, so that those who only wait cost the same, however many they are.
 */
export function shareReads<T>(
  read: (keys: string[]) => Promise<Map<string, T>>,
  pauseMs: number,
): SharedRead<T> {
  const waiting = new Map<string, Asked<T>>()
  let running = false
  let begun = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  let hurried = false

  function begin(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (running || waiting.size === 0) return
    const next = [...waiting.values()].slice(0, TOGETHER_MAX)
    for (const { key } of next) waiting.delete(key)
    if (waiting.size === 0) hurried = false
    running = true
    begun = performance.now()
    const over = (settle: () => void) => {
      running = false
      settle()
      goOn()
    }
    read(next.map(({ key }) => key)).then(
      (found) =>
        over(() => {
          for (const { key, resolve } of next) resolve(found.get(key) ?? null)
        }),
      (error) =>
        over(() => {
          for (const { reject } of next) reject(error)
        }),
    )
  }

  function goOn(): void {
    if (running || waiting.size === 0) return
    const left = begun + pauseMs - performance.now()
    // More than one read can hold: the rest has waited already.
    if (hurried || left <= 0 || waiting.size >= TOGETHER_MAX) begin()
    else timer ??= setTimeout(begin, left)
  }

  return (key, when = 'now') => {
    const asked = waiting.get(key) ?? { key, ...Promise.withResolvers<T | null>() }
    waiting.set(key, asked)
    if (when === 'now') hurried = true
    goOn()
    return asked.promise
  }
}
