import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time, so that response times reveal nothing about the secrets. */
export function isOneOf(secret: string, secrets: readonly string[]): boolean {
  return secrets.map((ours) => timingSafeEqual(hash(secret), hash(ours))).includes(true)
}
