import { readStored, store } from '../../ui/stored.ts'

const KEY = 'lango.invitation'

/**
 * Keeps the link of an invitation by SMS in this browser, while its reader signs up. A tab of its
 * own opens from the email that confirms the sign-up, so the memory of a page is not enough.
 */
export function keepInvitation(token: string): void {
  store('localStorage', KEY, token)
}

/** The page of the kept invitation; null if there is none. */
export function keptInvitation(): string | null {
  const token = readStored<unknown>('localStorage', KEY)
  return typeof token === 'string' && /^[\w-]+$/.test(token) ? `/organizer/join#${token}` : null
}

/** Forgets the invitation, if it is the kept one: a signed-in person has seen it, or it has ended. */
export function forgetInvitation(token: string): void {
  if (readStored<unknown>('localStorage', KEY) === token) store('localStorage', KEY, null)
}
