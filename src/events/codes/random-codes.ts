import { randomInt } from 'node:crypto'

/** Letters and digits that look unlike each other, on paper and on a screen. */
const SYMBOLS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8

/** A code for one ticket: 31 ** 8 possible texts, with at least one letter. */
export function randomCode(): string {
  const code = Array.from({ length: LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')
  // A code of digits only would have to be its own code by USSD.
  return /[A-Z]/.test(code) ? code : randomCode()
}

export const randomDigits = (length: 4 | 8): string =>
  String(randomInt(10 ** length)).padStart(length, '0')

/**
 * Draws `count` different texts that are not taken. Draws again for the ones that are, in rounds, so
 * that a round costs one statement.
 */
export async function drawFree(
  count: number,
  draw: () => string,
  selectTaken: (drawn: string[]) => Promise<Set<string>>,
): Promise<string[]> {
  const free = new Set<string>()
  while (free.size < count) {
    const drawn = Array.from({ length: count - free.size }, draw)
    const taken = await selectTaken(drawn)
    for (const text of drawn) if (!taken.has(text)) free.add(text)
  }
  return [...free]
}
