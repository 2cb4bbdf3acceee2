import { useEffect, useState } from 'react'

const LOOK_MS = 250

/**
 * The remaining seconds: starts from the server's figure and counts down by the local clock until
 * the next reply. Null while `seconds` is null.
 */
export function useCountdown(reply: object, seconds: number | null): number | null {
  const [counted, setCounted] = useState({ reply, left: seconds })
  useEffect(() => {
    if (seconds === null) return
    const end = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000))
      setCounted((before) =>
        before.reply === reply && before.left === left ? before : { reply, left },
      )
      if (left === 0) clearInterval(timer)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [reply, seconds])
  return counted.reply === reply ? counted.left : seconds
}
