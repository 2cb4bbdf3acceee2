/** Crockford's alphabet: no I, L, O or U. */
export const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const NUMBER_LENGTH = 16
/** The first ten symbols say what the ticket is; the last six prove it. */
export const PAYLOAD_LENGTH = 10
export const MAX_ADMITS = 31
export const CHECK_BITS = 30

/** The lowest `count` times five bits of `value`. */
export function toSymbols(value: bigint, count: number): string {
  let text = ''
  for (let i = count - 1; i >= 0; i--) text += ALPHABET[Number((value >> BigInt(i * 5)) & 31n)]
  return text
}

export function toBits(symbols: string): bigint {
  let value = 0n
  for (const symbol of symbols) value = (value << 5n) | BigInt(ALPHABET.indexOf(symbol))
  return value
}

const NUMBER = /^[0-9A-HJKMNP-TV-Z]{16}$/

/**
 * The 16 bare symbols from what a person typed or a page was asked for: spaces, hyphens and lower
 * case are fine, I and L are read as 1, O as 0. Null if it cannot be a number.
 */
export function readTicketNumber(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  return NUMBER.test(bare) ? bare : null
}

/** A number in fours, for the eye; what cannot be one too, as far as it goes. */
export function foursOf(number: string): string[] {
  return number.match(/.{1,4}/g) ?? []
}

/** 'ABCD EFGH JKMN PQRS' */
export function formatTicketNumber(number: string): string {
  return foursOf(number).join(' ')
}

/** What the payload of a number says; whether it is genuine only the gate key can tell. */
export function readPayload(number: string): { typeOffset: number; admits: number } {
  const first = ALPHABET.indexOf(number[0]!)
  const second = ALPHABET.indexOf(number[1]!)
  // 3 bits of offset, then 5 of admits: they straddle the first two symbols.
  return { typeOffset: first >> 2, admits: ((first & 0b11) << 3) | (second >> 2) }
}

/** How a line of many people is split into tickets, each for at most 31. */
export function splitAdmits(quantity: number): number[] {
  const parts = Math.ceil(quantity / MAX_ADMITS)
  return Array.from({ length: parts }, (_, part) =>
    Math.min(MAX_ADMITS, quantity - part * MAX_ADMITS),
  )
}
