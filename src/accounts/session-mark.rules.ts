/**
 * The name of the mark, a cookie that says only that there is a session. Scripts can read the mark,
 * but not the session cookie. The mark's number changes with every new bearer token.
 */
export const MARK_COOKIE = 'lango_signed_in'

/** The mark's number in `document.cookie`; 0 if there is none. */
export function readMark(cookies: string): number {
  return Number(/(?:^|; )lango_signed_in=(\d+)/.exec(cookies)?.[1] ?? 0)
}
