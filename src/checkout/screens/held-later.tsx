import { type ComponentType, useEffect, useState } from 'react'
import { heldOrders } from './held-orders.ts'

type Props = { eventId: string }

/** Loads the notice of bought tickets only if this browser has bought tickets for the event. */
export function HeldLater({ eventId }: Props) {
  const [Held, setHeld] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    if (!heldOrders(Date.now()).some((order) => order.eventId === eventId)) return
    import('./held-tickets.tsx').then(
      (module) => setHeld(() => module.HeldTickets),
      // Without the notice the tickets are still under 'My ticket'.
      () => {},
    )
  }, [eventId])
  return Held && <Held eventId={eventId} />
}
