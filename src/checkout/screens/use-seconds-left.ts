import { useEffect, useState } from 'react'
import type { PendingOrder } from '../checkout.contract.ts'

const LOOK_MS = 250

/** What the prompt has left: the server's count, and our clock between two of its answers. */
export function useSecondsLeft(order: PendingOrder): number | null {
  const [counted, setCounted] = useState({ order, left: order.seconds_left })
  useEffect(() => {
    const { seconds_left } = order
    setCounted({ order, left: seconds_left })
    if (seconds_left === null) return
    const end = Date.now() + seconds_left * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000))
      setCounted({ order, left })
      if (left === 0) clearInterval(timer)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [order])
  return counted.order === order ? counted.left : order.seconds_left
}
