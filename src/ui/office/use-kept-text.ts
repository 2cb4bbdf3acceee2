import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** By visit of a page; in memory alone, for what must stand in no address. */
const kept = new Map<string, string>()

/** A user's text that is restored when the user returns to the page. */
export function useKeptText(): [string, (text: string) => void] {
  const { key } = useLocation()
  const [text, setText] = useState(() => kept.get(key) ?? '')
  useEffect(() => {
    kept.set(key, text)
  }, [key, text])
  return [text, setText]
}
