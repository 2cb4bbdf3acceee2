/** Crockford's alphabet: no I, L, O or U. */
export const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const NUMBER_LENGTH = 16
/** The number of symbols that describe the ticket. The other six prove that it is genuine. */
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
 * Accepts spaces, dots, dashes, invisible marks, full-width letters and lower case. Reads I and L
 * as 1, and O as 0. Null if the text cannot be a ticket number.
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

/** Groups of four symbols. In an invalid text the last group may be shorter. */
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
 * Decodes a ticket number. Only the gate key proves that the number is genuine. In the number of an
 * add-on `admits` is 0: how often it can be redeemed is stored with the ticket. `typeOffset`
 * numbers entry types and add-on types separately.
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
 * Splits `quantity` people into tickets. Returns the people of each ticket. Each table or other
 * unit of several people is one ticket. Other tickets have at most MAX_ADMITS people.
 */
export function splitAdmits(quantity: number, soldIn: number): number[] {
  const most = soldIn === 1 ? MAX_ADMITS : soldIn
  const parts = Math.ceil(quantity / most)
  return Array.from({ length: parts }, (_, part) => Math.min(most, quantity - part * most))
}
