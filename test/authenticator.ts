import { codeOf, stepOf } from '../src/accounts/totp.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Reads a secret as an authenticator app does. Spaces are ignored. */
function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/\s/g, '')].map((letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/**
 * The code that an authenticator app shows `off` time steps after `now`, or before it if `off` is
 * negative.
 */
export function codeFrom(secret: string, now: Date, off = 0): string {
  return codeOf(fromBase32(secret), stepOf(now) + off)
}
