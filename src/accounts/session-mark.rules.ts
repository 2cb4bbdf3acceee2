/**
 * A cookie that says only that there is a session. Scripts can read it; the one that carries the
 * session is hidden from them. Its number changes with every bearer that is given out.
 */
export const MARK_COOKIE = 'lango_signed_in'

/** The mark's number in `document.cookie`; 0 if there is none. */
export function readMark(cookies: string): number {
  return Number(/(?:^|; )lango_signed_in=(\d+)/.exec(cookies)?.[1] ?? 0)
}
