import { randomInt } from 'node:crypto'

/** Letters and digits that readers do not confuse, on paper or on a screen. */
const SYMBOLS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8

/** A code for one ticket: 31 ** 8 possible texts, with at least one letter. */
export function randomCode(): string {
  const code = Array.from({ length: LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')
  // Draws again after a text of digits only: USSD would use these digits instead of random digits.
  return /[A-Z]/.test(code) ? code : randomCode()
}

export const randomDigits = (length: 4 | 8): string =>
  String(randomInt(10 ** length)).padStart(length, '0')

/**
 * Draws `count` different texts that are not taken. Each round draws all texts that are still
 * missing and checks them with one statement.
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
