import { randomInt } from 'node:crypto'
import { ALPHABET } from '../../tickets/number.rules.ts'

/** Makes a token of 80 random bits: short enough for an SMS, and impossible to guess. */
export function newLinkToken(): string {
  return Array.from({ length: 16 }, () => ALPHABET[randomInt(32)]).join('')
}
