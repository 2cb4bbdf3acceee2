import { setTimeout as pause } from 'node:timers/promises'

export const LIMIT_MS = 60_000
const POLL_MS = 25

/**
 * Polls until `look` returns a result. Fails with the name `what` if no result comes within
 * `limitMs`.
 */
export async function waitFor<T>(
  what: string,
  look: () => T | Promise<T>,
  limitMs = LIMIT_MS,
  pollMs = POLL_MS,
): Promise<Exclude<T, undefined | null | false>> {
  const end = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<T, undefined | null | false>
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`)
    await pause(pollMs)
  }
}
