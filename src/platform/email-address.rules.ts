/** The longest address that mail servers take (RFC 5321). */
export const EMAIL_MAX = 254

export const EMAIL_ERROR = 'Please enter a valid email address'

// Brackets, quotes, commas and their like would make the mailer's library find another address in
// it, or several, and nobody knows whose.
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;"@]+$/u

/** Whether a mail could go there, without what people type around it; only a mail can tell more. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX && ADDRESS.test(text)
}
