export const SUBSCRIBED = 'Successfully subscribed to newsletter!'
export const SUBSCRIBE_FAILED = 'Failed to subscribe'
export const CONSENT =
  'By subscribing you agree to receive news about events by email. Every email has a link to unsubscribe.'
export const UNSUBSCRIBED = 'You are unsubscribed.'
export const UNSUBSCRIBE_FAILED = 'Something went wrong. Please try again in a moment.'

/**
 * The unsubscribe address. A browser gets a page there; a mail program unsubscribes with one POST
 * (RFC 8058).
 */
export function unsubscribeUrl(origin: string, token: string): string {
  return `${origin}/newsletter/unsubscribe/${token}`
}

/**
 * Masks an address as 'a•••@example.com': its owner recognises the address, and strangers learn
 * nothing.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}
