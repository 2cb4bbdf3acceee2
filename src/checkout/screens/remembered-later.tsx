import { type ComponentType, useEffect, useState } from 'react'
import { rememberedOrders } from './remembered-orders.ts'

type Props = { eventId: string }

/** Loads the notice about bought tickets only if this browser has bought tickets of the event. */
export function RememberedLater({ eventId }: Props) {
  const [Notice, setNotice] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    if (!rememberedOrders(Date.now()).some((order) => order.eventId === eventId)) return
    import('./remembered-tickets.tsx').then(
      (module) => setNotice(() => module.RememberedTickets),
      // If loading fails, the buyer can still find the tickets under 'My ticket'.
      () => {},
    )
  }, [eventId])
  return Notice && <Notice eventId={eventId} />
}
