import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { isSaleDue, mayBeCached, nextTurn } from '../sale-clock.rules.ts'
import { writtenAt } from '../sale-prices.rules.ts'

/** The time by the server's clock, in ms. A new object at each change. */
export type SaleClock = { now: number }

/** The longest wait in ms. A timer of a browser cannot wait longer than 24 days. */
const WAIT_MAX_MS = 3_600_000
/** All pages that wait for a sale read the event within this time in ms, not in one instant. */
const SPREAD_MS = 2000

function documentTiming(): PerformanceNavigationTiming | undefined {
  return (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]
}

/** When this device got the page from the server, by the device's clock. */
function documentReadAt(): number {
  return performance.timeOrigin + (documentTiming()?.responseStart ?? 0)
}

/**
 * Follows the server's clock: renders again when a price begins or ends, and reads the event again
 * when a sale begins or the promo code ends.
 */
export function useSaleClock(event: EventReply, revalidate: () => Promise<void>): SaleClock {
  const hydrated = useHydrated()
  const [first] = useState(hydrated ? null : event)
  // How far the server's clock is ahead of the device's. An event that did not come with the
  // document has just been read.
  const ahead = useMemo(
    () => writtenAt(event) - (event === first ? documentReadAt() : Date.now()),
    [event, first],
  )
  const [turned, setTurned] = useState({ of: event, now: writtenAt(event) })
  const clock = turned.of === event ? turned : { of: event, now: writtenAt(event) }
  const { now } = clock
  const codeEnds = event.promo?.ends_at ?? null
  const onTurn = useEffectEvent(() => {
    const at = Date.now() + ahead
    setTurned({ of: event, now: at })
    const isDue = isSaleDue(event.ticket_types, at) || (codeEnds && Date.parse(codeEnds) <= at)
    if (!isDue || document.hidden) return
    setTimeout(() => void revalidate(), Math.random() * SPREAD_MS)
  })
  const onDocument = useEffectEvent(() => {
    const page = documentTiming()
    if (first && page && mayBeCached(page)) void revalidate()
  })
  // The time in an old document is no longer the time now. A new reply has its own time.
  useEffect(() => onDocument(), [])
  useEffect(() => {
    const turn = nextTurn(event.ticket_types, now, codeEnds)
    if (turn === null) return
    const at = Date.now() + ahead
    // The page may have taken long to load.
    const wait = at - now > 1000 ? 0 : Math.min(turn - at, WAIT_MAX_MS)
    const timer = setTimeout(() => onTurn(), Math.max(0, wait))
    return () => clearTimeout(timer)
  }, [event, codeEnds, ahead, now])
  return clock
}
