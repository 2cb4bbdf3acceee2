import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Answer, Problem } from '../api.ts'
import { useCaller } from './caller.tsx'

/**
 * Responses by person and name. A page that is opened again shows the cached responses immediately.
 * Responses are cached until the document is closed.
 */
const cache = new Map<string, unknown>()

export type QueryState<T> = {
  /** The newest data. They stay during a reload, and after a reload that failed. */
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
 * Loads data from the API and caches the data. `name` identifies the data, so it must contain
 * everything on which `load` depends. With `everyMs` the data is loaded again at that interval
 * while the tab is visible, until `isFinal` returns true.
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

  // Never return the data of the previous key, even in the render that precedes the effect above.
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
    // Do not check the age of the data here. Data arrive shortly after their request, so at the
    // next interval they would be slightly too young, and every second interval would be skipped.
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
