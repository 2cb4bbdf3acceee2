import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Answer, Problem } from '../api.ts'
import { useCaller } from './caller.tsx'

/**
 * Responses by person and key. A page that is opened again shows the cached responses immediately.
 * They are kept until the document is closed.
 */
const cache = new Map<string, unknown>()

export type QueryState<T> = {
  /** The newest data. They stay while a reload runs, and if the reload fails. */
  data: T | null
  /** When `data` arrived, in ms since 1970. */
  at: number
  /** Why the last request failed. Null after a request that succeeded. */
  problem: Problem | null
  reload: () => void
}

type CachedQuery<T> = { key: string; data: T | null; at: number; problem: Problem | null }
type Load<T> = (signal: AbortSignal) => Promise<Answer<T>>

/**
 * Loads data from the API and caches it. `name` identifies the data: it contains everything that
 * `load` depends on. With `everyMs` the data is loaded again at that interval, except while the tab
 * is hidden, until `isFinal` says that it will not change any more.
 */
export function useQuery<T>(
  name: string,
  load: Load<T>,
  everyMs?: number,
  isFinal?: (data: T) => boolean,
): QueryState<T> {
  const key = `${useCaller().personId} ${name}`
  const [shown, setShown] = useState<CachedQuery<T>>(() => readCache<T>(key))
  const [count, setCount] = useState(0)
  const isLoading = useRef(false)
  const reload = useCallback(() => setCount((before) => before + 1), [])

  const read = useEffectEvent(async (signal: AbortSignal) => {
    isLoading.current = true
    const answer = await load(signal)
    if (signal.aborted) return
    isLoading.current = false
    if (answer.ok) cache.set(key, { key, data: answer.data, at: Date.now(), problem: null })
    else cache.set(key, { ...readCache<T>(key), problem: answer })
    if (!answer.ok) console.warn(`${name} failed: ${answer.error}`)
    setShown(readCache<T>(key))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each count is one more request
  useEffect(() => {
    setShown(readCache<T>(key))
    const abort = new AbortController()
    void read(abort.signal)
    return () => abort.abort()
  }, [key, count])

  // Never return the data of the previous key, not even in the render before the effect runs.
  const { data, at, problem } = shown.key === key ? shown : readCache<T>(key)
  const isOver = data !== null && isFinal?.(data)

  useEffect(() => {
    if (!everyMs || isOver) return
    const reloadIfVisible = () => {
      if (!document.hidden && !isLoading.current) reload()
    }
    const reloadIfDue = () => {
      if (Date.now() - readCache<T>(key).at >= everyMs) reloadIfVisible()
    }
    // The age of the data is not checked here: data arrive shortly after their request, so at the
    // next interval they would still be slightly too young, and every second interval would be
    // skipped.
    const timer = setInterval(reloadIfVisible, everyMs)
    document.addEventListener('visibilitychange', reloadIfDue)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', reloadIfDue)
    }
  }, [key, everyMs, isOver, reload])

  return { data, at, problem, reload }
}

function readCache<T>(key: string): CachedQuery<T> {
  return (cache.get(key) as CachedQuery<T> | undefined) ?? { key, data: null, at: 0, problem: null }
}
