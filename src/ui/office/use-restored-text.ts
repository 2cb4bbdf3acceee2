import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Texts by history entry. Kept in memory only, because texts such as phone numbers must not appear
 * in an address.
 */
const kept = new Map<string, string>()

/**
 * A text field's state that is restored when the user goes back to the page. A link sets the first
 * text with `state={{ search }}`.
 */
export function useRestoredText(): [string, (text: string) => void] {
  const { key, state } = useLocation()
  const [text, setText] = useState(() => kept.get(key) ?? String(state?.search ?? ''))
  useEffect(() => {
    kept.set(key, text)
  }, [key, text])
  return [text, setText]
}
