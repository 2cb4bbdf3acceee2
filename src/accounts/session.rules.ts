/** Seconds for which a bearer is good. */
export const ACCESS_TOKEN_S = 600

export function tokenKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}

/** The browser looks every CHECK_MS whether its bearer ends within RENEW_MS, and renews it then. */
export const CHECK_MS = 30_000
export const RENEW_MS = 90_000

export const ENTRANCE = '/organizer/signin'
export const DASHBOARD = '/organizer/dashboard'

/** The entrance, with where the visitor wanted to go. */
export function entranceFor(wanted: string): string {
  return wanted === DASHBOARD ? ENTRANCE : `${ENTRANCE}?to=${encodeURIComponent(wanted)}`
}

/** Where a sign-in leads: back to a page of the back office, never to another site. */
export function destinationOf(wanted: string | null): string {
  const isOurs = wanted !== null && /^\/organizer\/[\w/.~%?&=+-]*$/.test(wanted)
  const isEntrance = /^\/organizer\/(signin|signup|forgot|reset|confirm)\b/.test(wanted ?? '')
  return isOurs && !isEntrance ? wanted : DASHBOARD
}
