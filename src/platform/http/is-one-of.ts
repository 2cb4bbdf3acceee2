import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether a caller gave one of our secrets. Compares in constant time, so that response times reveal
 * nothing about the secrets.
 */
export function isOneOf(given: string, secrets: readonly string[]): boolean {
  return secrets.map((secret) => timingSafeEqual(hash(given), hash(secret))).includes(true)
}
