import { CHECK_BITS, PAYLOAD_LENGTH, toBits } from './number.rules.ts'
import { signPayload } from './sign-payload.ts'

/** As the check is; less of it, or proofs kept, only where a test measures random numbers. */
const CHECK = { bits: CHECK_BITS, sign: signPayload }

/** True where the number (16 bare symbols) was drawn under this key. */
export function verifyTicketNumber(number: string, key: Buffer, { bits, sign } = CHECK): boolean {
  const unchecked = BigInt(CHECK_BITS - bits)
  const proof = toBits(number.slice(PAYLOAD_LENGTH))
  return sign(number.slice(0, PAYLOAD_LENGTH), key) >> unchecked === proof >> unchecked
}
