/** Crockford's alphabet: no I, L, O or U. */
export const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const NUMBER_LENGTH = 16
/** Symbols that describe the ticket; the other six prove that it is genuine. */
export const PAYLOAD_LENGTH = 10
export const MAX_ADMITS = 31
export const CHECK_BITS = 30

export function toSymbols(value: bigint, count: number): string {
  let text = ''
  for (let i = count - 1; i >= 0; i--) text += ALPHABET[Number((value >> BigInt(i * 5)) & 31n)]
  return text
}

const NUMBER = /^[0-9A-HJKMNP-TV-Z]{16}$/

/**
 * Accepts spaces, dots, dashes, invisible marks, full-width and lower case; I and L are 1, O is 0.
 * Null if the text cannot be a number.
 */
export function readTicketNumber(typed: string): string | null {
  const bare = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{DI}\p{Pd}\u2212.]/gu, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  return NUMBER.test(bare) ? bare : null
}

/** Accepts invalid text too, with a shorter last group. */
export function foursOf(number: string): string[] {
  return number.match(/.{1,4}/g) ?? []
}

/** '••••••••••••PQRS', for a reader who must not be able to enter with the ticket. */
export const maskNumber = (number: string): string => `${'•'.repeat(12)}${number.slice(-4)}`

/** 'ABCD EFGH JKMN PQRS' */
export function formatTicketNumber(number: string): string {
  return foursOf(number).join(' ')
}

/** An add-on, such as parking, is redeemed at gates of its own and opens no entrance. */
export type TicketKind = 'entry' | 'add_on'

/**
 * Decodes a number. Only the gate key proves that the number is genuine. The number of an add-on
 * has no people (`admits` 0); how often the add-on is redeemed is stored with the ticket. The type
 * offset counts entries and add-ons apart.
 */
export function readPayload(number: string): {
  kind: TicketKind
  typeOffset: number
  admits: number
} {
  const first = ALPHABET.indexOf(number[0]!)
  const second = ALPHABET.indexOf(number[1]!)
  // Type offset in 3 bits, people in 5.
  const admits = ((first & 0b11) << 3) | (second >> 2)
  return { kind: admits === 0 ? 'add_on' : 'entry', typeOffset: first >> 2, admits }
}

export const isAddOnNumber = (number: string): boolean => readPayload(number).kind === 'add_on'

/**
 * The people of each ticket. Tables and other units of several people are one ticket each; other
 * tickets have at most 31 people.
 */
export function splitAdmits(quantity: number, soldIn: number): number[] {
  const most = soldIn === 1 ? MAX_ADMITS : soldIn
  const parts = Math.ceil(quantity / most)
  return Array.from({ length: parts }, (_, part) => Math.min(most, quantity - part * most))
}
