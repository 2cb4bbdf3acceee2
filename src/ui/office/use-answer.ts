import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Answer, Problem } from '../api.ts'
import { useCaller } from './caller.tsx'

/**
 * Answers that are shown immediately when a page is opened again. They live as long as the
 * document, separately for each person.
 */
const kept = new Map<string, unknown>()

export type Asked<T> = {
  /** The newest answer; it stays while a newer one is on the way and if that one fails. */
  data: T | null
  /** When `data` came; milliseconds since 1970. */
  at: number
  /** Why the last try failed; null once one goes through. */
  problem: Problem | null
  ask: () => void
}

type Shown<T> = { key: string; data: T | null; at: number; problem: Problem | null }
type Load<T> = (signal: AbortSignal) => Promise<Answer<T>>

/**
 * The API's answer to a question, which is named by everything that it depends on. With `everyMs`
 * it is asked again at that interval, except while the tab is hidden.
 */
export function useAnswer<T>(question: string, load: Load<T>, everyMs?: number): Asked<T> {
  const key = `${useCaller().personId} ${question}`
  const [shown, setShown] = useState<Shown<T>>(() => remembered<T>(key))
  const [times, setTimes] = useState(0)
  const isAsking = useRef(false)
  const ask = useCallback(() => setTimes((before) => before + 1), [])

  const read = useEffectEvent(async (signal: AbortSignal) => {
    isAsking.current = true
    const answer = await load(signal)
    if (signal.aborted) return
    isAsking.current = false
    if (answer.ok) kept.set(key, { key, data: answer.data, at: Date.now(), problem: null })
    else kept.set(key, { ...remembered<T>(key), problem: answer })
    if (!answer.ok) console.warn(`${question} failed: ${answer.error}`)
    setShown(remembered<T>(key))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time is one more question
  useEffect(() => {
    setShown(remembered<T>(key))
    const abort = new AbortController()
    void read(abort.signal)
    return () => abort.abort()
  }, [key, times])

  useEffect(() => {
    if (!everyMs) return
    const askIfSeen = () => {
      if (!document.hidden && !isAsking.current) ask()
    }
    const askIfDue = () => {
      if (Date.now() - remembered<T>(key).at >= everyMs) askIfSeen()
    }
    // Asked at each interval, so that an answer never comes from before its request.
    const timer = setInterval(askIfSeen, everyMs)
    document.addEventListener('visibilitychange', askIfDue)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfDue)
    }
  }, [key, everyMs, ask])

  // The answer to another question is never shown, not even before the effect has run.
  const { data, at, problem } = shown.key === key ? shown : remembered<T>(key)
  return { data, at, problem, ask }
}

function remembered<T>(key: string): Shown<T> {
  return (kept.get(key) as Shown<T> | undefined) ?? { key, data: null, at: 0, problem: null }
}
