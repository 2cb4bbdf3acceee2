/** The pattern of the specification (section 5). Matches the whole text. */
const TYPED = /^(0|254)[71]\d{8}$/

export const PHONE_ERROR =
  'Please enter a valid phone number starting with 0 or 254 (e.g., 0712345678 or 254712345678)'

// Spaces, brackets, dots, dashes of any kind, and the invisible marks of contact lists and messengers.
const MARKS = /[\s\p{DI}\p{Pd}\u2212·•().]/gu

/** Removes these marks from a typed or pasted code. Full-width signs become ASCII, others stay. */
export function withoutMarks(typed: string): string {
  return typed.normalize('NFKC').replace(MARKS, '')
}

/**
 * The digits of a phone number as people write and paste it. Removes marks, 'tel:', a leading + or
 * 00 before 254, and the (0) of '+254 (0)712'. Full-width signs become ASCII. Other characters
 * stay.
 */
export function bareNumber(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/254\s*\(0\)/, '254')
    .replace(MARKS, '')
    .replace(/^(tel:)?(\+|00(?=254))?/i, '')
}

/** '2547…' or '2541…' from a number as people write it; null if it is no Kenyan mobile number. */
export function normalisePhone(typed: string): string | null {
  const bare = bareNumber(typed)
  if (!TYPED.test(bare)) return null
  return bare.startsWith('0') ? `254${bare.slice(1)}` : bare
}

/**
 * The second sentence of the error text, about the fault of the number. Null if nothing was typed.
 */
export function phoneHint(typed: string): string | null {
  const bare = bareNumber(typed)
  if (bare === '') return null
  const own = bare.replace(/^(0|254)/, '')
  const isLocal = own !== bare || own.length === 9
  if (!isLocal || !/^[71]\d+$/.test(own)) return 'This is not a Kenyan mobile number.'
  if (own.length < 9) return 'This number is too short.'
  if (own.length > 9) return 'This number is too long.'
  return 'Put a 0 in front of this number.'
}

/** The English error text for a number that `normalisePhone` cannot read. */
export function phoneError(typed: string): string {
  const hint = phoneHint(typed)
  return hint === null ? PHONE_ERROR : `${PHONE_ERROR}. ${hint}`
}

/** The error text for a typed number; null for a valid number. */
export const phoneFault = (typed: string): string | null =>
  normalisePhone(typed) ? null : phoneError(typed)

/** True for a complete number, '2547…' or '2541…', that is neither masked nor hashed. */
export function isPlainPhone(text: string): boolean {
  return /^254[17]\d{8}$/.test(text)
}

/** '0712 345 678'. A text that is no complete number, such as '' or 'Erased', stays. */
export const localPhone = (msisdn: string): string =>
  isPlainPhone(msisdn) ? `0${msisdn.slice(3, 6)} ${msisdn.slice(6, 9)} ${msisdn.slice(9)}` : msisdn

/**
 * '07•• ••• 678', the only masked form: the owner recognises the number, and a stranger cannot
 * guess the rest. A text without digits, such as '' or 'Erased', stays.
 */
export const maskPhone = (msisdn: string): string =>
  /\d/.test(msisdn) ? `0${msisdn.slice(3, 4)}•• ••• ${msisdn.slice(-3)}` : msisdn

/** Replaces the spaces of a phone number by spaces at which no line breaks. */
export const unbroken = (phone: string) => phone.replaceAll(' ', '\u00a0')

/** 'a•••@lango.co.ke' */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')
