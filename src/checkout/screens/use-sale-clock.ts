import { useEffect, useEffectEvent, useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import { writtenAt } from '../choice.rules.ts'
import { isSaleDue, nextTurn } from '../sale-clock.rules.ts'

/** The time by the server's clock, in ms. A new object at each turn. */
export type SaleClock = { now: number }

/** The longest wait in ms. A timer of a browser cannot wait longer than 24 days. */
const WAIT_MAX_MS = 3_600_000
/** All pages that wait for a sale read the event within this time in ms, not in one instant. */
const SPREAD_MS = 2000

/** When this device got the page from the server, by the device's clock. */
function documentReadAt(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return performance.timeOrigin + (page?.responseStart ?? 0)
}

/**
 * Follows the server's clock: renders again when a price begins or ends, and reads the event again
 * when a sale begins. `readAt` is the time at which the page got the event, by the device's clock;
 * null if the event came with the document.
 */
export function useSaleClock(
  event: EventReply,
  { readAt, revalidate }: { readAt: number | null; revalidate: () => Promise<void> },
): SaleClock {
  const [turned, setTurned] = useState({ of: event, now: writtenAt(event) })
  const clock = turned.of === event ? turned : { of: event, now: writtenAt(event) }
  const { now } = clock
  const onTurn = useEffectEvent((at: number) => {
    setTurned({ of: event, now: at })
    if (!isSaleDue(event.ticket_types, at) || document.hidden) return
    setTimeout(() => void revalidate(), Math.random() * SPREAD_MS)
  })
  useEffect(() => {
    const turn = nextTurn(event.ticket_types, now)
    if (event.as_of === undefined || turn === null) return
    const ahead = writtenAt(event) - (readAt ?? documentReadAt())
    // The page may have taken long to load.
    const isLate = Date.now() + ahead - now > 1000
    const wait = isLate ? 0 : Math.min(turn - Date.now() - ahead, WAIT_MAX_MS)
    const timer = setTimeout(() => onTurn(Date.now() + ahead), Math.max(0, wait))
    return () => clearTimeout(timer)
  }, [event, readAt, now])
  return clock
}
