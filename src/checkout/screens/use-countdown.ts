import { useEffect, useState } from 'react'
import type { PendingOrder } from '../checkout.contract.ts'

const LOOK_MS = 250

type Counted = 'seconds_left' | 'other_phone_in'

/**
 * Remaining seconds of an order: the server's figure, counted down by the local clock until the
 * next reply.
 */
export function useCountdown(order: PendingOrder, what: Counted): number | null {
  const { [what]: seconds } = order
  const [counted, setCounted] = useState({ order, left: seconds })
  useEffect(() => {
    if (seconds === null) return
    const end = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000))
      setCounted((before) =>
        before.order === order && before.left === left ? before : { order, left },
      )
      if (left === 0) clearInterval(timer)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [order, seconds])
  return counted.order === order ? counted.left : seconds
}
