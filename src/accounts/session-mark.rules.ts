/**
 * The name of a cookie that says only that there is a session. Scripts can read this cookie, but
 * not the session cookie. The cookie's number changes with every new bearer.
 */
export const MARK_COOKIE = 'lango_signed_in'

/** The mark's number in `document.cookie`; 0 if there is none. */
export function readMark(cookies: string): number {
  return Number(/(?:^|; )lango_signed_in=(\d+)/.exec(cookies)?.[1] ?? 0)
}
