import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import type { EventPayouts } from '../payouts.contract.ts'

/** Loads the payouts of an event and the amount that can be paid out. */
export const loadPayouts = (eventId: string) => (signal: AbortSignal) =>
  callApi<EventPayouts>(sessionFetch, `/api/events/${encodeURIComponent(eventId)}/payouts`, {
    signal,
  })
