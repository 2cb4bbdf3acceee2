import { createHmac } from 'node:crypto'
import { CHECK_BITS } from '../number.rules.ts'

/**
 * The proof in a ticket number: the first 30 bits of HMAC-SHA256 of its first ten symbols under
 * the event's gate key.
 */
export function signPayload(payload: string, key: Buffer): bigint {
  const digest = createHmac('sha256', key).update(payload).digest()
  return digest.readBigUInt64BE(0) >> BigInt(64 - CHECK_BITS)
}
