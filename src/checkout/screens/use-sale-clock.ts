import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { isSaleDue, mayBeCached, nextTurn } from '../sale-clock.rules.ts'
import { writtenAt } from '../sale-prices.rules.ts'

/** The time by the server's clock, in ms. Each change makes a new object. */
export type SaleClock = { now: number }

/** The longest wait in ms. Timers of browsers cannot wait for longer than 24 days. */
const WAIT_MAX_MS = 3_600_000
/** Pages that wait for a sale read the event at random times within this number of ms. */
const SPREAD_MS = 2000

function documentTiming(): PerformanceNavigationTiming | undefined {
  return (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]
}

/** When this device got the page from the server, by the device's clock. */
function documentReadAt(): number {
  return performance.timeOrigin + (documentTiming()?.responseStart ?? 0)
}

/**
 * Follows the server's clock. Renders again when a price begins or ends, and reads the event again
 * when a sale begins or the promo code ends.
 */
export function useSaleClock(event: EventReply, revalidate: () => Promise<void>): SaleClock {
  const hydrated = useHydrated()
  const [first] = useState(hydrated ? null : event)
  // How far the server's clock is ahead of the device's clock. An event that did not come with the
  // document was read just now.
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
  // The time in an old document is wrong, so the page reads the event again with the present time.
  useEffect(() => onDocument(), [])
  useEffect(() => {
    const turn = nextTurn(event.ticket_types, now, codeEnds)
    if (turn === null) return
    const at = Date.now() + ahead
    // If the page has taken long to load, updates it immediately.
    const wait = at - now > 1000 ? 0 : Math.min(turn - at, WAIT_MAX_MS)
    const timer = setTimeout(() => onTurn(), Math.max(0, wait))
    return () => clearTimeout(timer)
  }, [event, codeEnds, ahead, now])
  return clock
}
