/** The longest address that mail servers take (RFC 5321). */
export const EMAIL_MAX = 254

export const EMAIL_ERROR = 'Please enter a valid email address'

// RFC 5321 and 6531, without what could be another address to somebody on the way: quotes, brackets
// and commas to the mailer's library, % and ! to old mail servers, =? to whoever decodes headers.
const ATOM = "(?:(?!=\\?)[\\p{L}\\p{M}\\p{N}#$&'*+/=?^_`{|}~-])+"
// A label in its ASCII form has no other letters.
const LABEL = '(?!xn--[^.]*\\P{ASCII})[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const DOMAIN = `(?:${LABEL}(?:\\.${LABEL})*|\\[[\\w.:]+\\])`
// Some letters and marks show nothing, as the Hangul filler and variation selectors.
const UNSEEN = '\\p{Default_Ignorable_Code_Point}'
const ADDRESS = new RegExp(`^(?!.*${UNSEEN})${ATOM}(?:\\.${ATOM})*@${DOMAIN}$`, 'iu')

/** Whether a mail could go there, without what people type around it; only a mail can tell more. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX && ADDRESS.test(text) && text === text.normalize('NFKC')
}

/** The address that was typed, in the one spelling that is stored; null if it is none. */
export function readEmailAddress(typed: string): string | null {
  const address = typed.normalize('NFKC').trim()
  return isEmailAddress(address) ? address : null
}
