export const SUBSCRIBED = 'Successfully subscribed to newsletter!'
export const SUBSCRIBE_FAILED = 'Failed to subscribe'
export const CONSENT =
  'By subscribing you agree to receive news about events by email. Every email has a link to unsubscribe.'
export const UNSUBSCRIBED = 'You are unsubscribed.'
export const UNSUBSCRIBE_FAILED = 'This did not work. Please try again in a moment.'

/** Where one unsubscribes in one step: a page for people, one click for mail programs. */
export function unsubscribeUrl(origin: string, token: string): string {
  return `${origin}/newsletter/unsubscribe/${token}`
}

/** 'a•••@example.com': the owner recognises it, nobody else learns it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}
