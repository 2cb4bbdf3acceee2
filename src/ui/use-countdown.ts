import { useEffect, useState } from 'react'

const LOOK_MS = 250

/** When each reply was first shown, in ms. A screen opened again continues its countdown. */
const firstShown = new WeakMap<object, number>()

function endOf(reply: object, seconds: number): number {
  const from = firstShown.get(reply) ?? Date.now()
  firstShown.set(reply, from)
  return from + seconds * 1000
}

const leftUntil = (end: number) => Math.max(0, Math.round((end - Date.now()) / 1000))

/**
 * The remaining seconds: starts from the server's figure and counts down by the local clock until
 * the next reply. Null while `seconds` is null.
 */
export function useCountdown(reply: object, seconds: number | null): number | null {
  const countLeft = () => (seconds === null ? null : leftUntil(endOf(reply, seconds)))
  const [counted, setCounted] = useState(() => ({ reply, left: countLeft() }))
  useEffect(() => {
    if (seconds === null) return
    const end = endOf(reply, seconds)
    const timer = setInterval(() => {
      const left = leftUntil(end)
      setCounted((before) =>
        before.reply === reply && before.left === left ? before : { reply, left },
      )
      if (left === 0) clearInterval(timer)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [reply, seconds])
  return counted.reply === reply ? counted.left : countLeft()
}
