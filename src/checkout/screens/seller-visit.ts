import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { jsonPost } from '../../ui/api.ts'
import { readStored, store } from '../../ui/stored.ts'

const KEY = 'lango.visits'

/**
 * Reports a visit by the link of a seller, once for each browser, event, seller and day. Programs
 * that make previews run no script, so they report none. A report that is lost is not repeated.
 */
export function reportVisit(eventId: string, seller: number, now: number): void {
  const today = nairobiDate(new Date(now))
  const stored = readStored<Record<string, string>>('localStorage', KEY) ?? {}
  const ofToday = Object.entries(stored).filter(([, day]) => day === today)
  const visit = `${eventId} ${seller}`
  if (ofToday.some(([known]) => known === visit)) return
  store('localStorage', KEY, { ...Object.fromEntries(ofToday), [visit]: today })
  const report = { ...jsonPost({ seller }), keepalive: true }
  fetch(`/api/events/${eventId}/visits`, report).catch(() => {})
}
