import { readStored, store } from '../../ui/stored.ts'

const KEY = 'lango.invitation'

/**
 * Keeps the link of an SMS invitation in this browser while its reader signs up. The confirmation
 * email opens a new tab, which cannot read the memory of this page.
 */
export function keepInvitation(token: string): void {
  store('localStorage', KEY, token)
}

/** The path of the page for the kept invitation. Null if no invitation is kept. */
export function keptInvitation(): string | null {
  const token = readStored<unknown>('localStorage', KEY)
  return typeof token === 'string' && /^[\w-]+$/.test(token) ? `/organizer/join#${token}` : null
}

/** Forgets the kept invitation if it has this `token`, after it was seen or has ended. */
export function forgetInvitation(token: string): void {
  if (readStored<unknown>('localStorage', KEY) === token) store('localStorage', KEY, null)
}
