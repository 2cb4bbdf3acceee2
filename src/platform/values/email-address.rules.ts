/** The longest address that mail servers accept (RFC 5321). */
export const EMAIL_MAX = 254

export const EMAIL_ERROR = 'Please enter a valid email address'

// The characters of RFC 5321 and 6531, without characters that some programs read differently:
// quotes, brackets and commas in the mailer's library, % and ! in old mail servers, =? in decoders
// of headers.
const ATOM = "(?:(?!=\\?)[\\p{L}\\p{M}\\p{N}#$&'*+/=?^_`{|}~-])+"
// A part of the domain. A part in its ASCII form (xn--) has only ASCII letters.
const LABEL = '(?!xn--[^.]*\\P{ASCII})[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
// A public domain has a dot, and its last part has two characters or more, not only digits. Names and
// addresses of a local network are refused: no buyer's mailbox is there.
const DOMAIN = `(?:${LABEL}\\.)+(?!.$|\\p{N}+$)${LABEL}`
// Some letters and marks are invisible, such as the Hangul filler and variation selectors.
const UNSEEN = '\\p{Default_Ignorable_Code_Point}'
const ADDRESS = new RegExp(`^(?!.*${UNSEEN})${ATOM}(?:\\.${ATOM})*@${DOMAIN}$`, 'iu')

/**
 * True if the text is a valid address, without surrounding spaces. Whether the mailbox exists can
 * only be found out by sending an email.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX && ADDRESS.test(text) && text === text.normalize('NFKC')
}

/** Null if the typed address is valid, or if nothing is typed. */
export const optionalEmailFault = (typed: string): string | null =>
  typed.trim() !== '' && readEmailAddress(typed) === null ? EMAIL_ERROR : null

/** The typed address in the spelling in which addresses are stored; null if it is invalid. */
export function readEmailAddress(typed: string): string | null {
  const address = typed.normalize('NFKC').trim()
  return isEmailAddress(address) ? address : null
}
