import { CHECK_BITS, PAYLOAD_LENGTH, toBits } from './number.rules.ts'
import { signPayload } from './sign-payload.ts'

/**
 * True where the number (16 bare symbols) was drawn under this key. `checkBits` is less than 30
 * only where a test measures how many random numbers would pass.
 */
export function verifyTicketNumber(number: string, key: Buffer, checkBits = CHECK_BITS): boolean {
  const unchecked = BigInt(CHECK_BITS - checkBits)
  const proof = toBits(number.slice(PAYLOAD_LENGTH))
  return signPayload(number.slice(0, PAYLOAD_LENGTH), key) >> unchecked === proof >> unchecked
}
