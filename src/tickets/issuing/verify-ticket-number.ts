import { PAYLOAD_LENGTH, toBits } from '../number.rules.ts'
import { signPayload } from './sign-payload.ts'

/** True if the number (16 bare symbols) was drawn under this key. */
export function verifyTicketNumber(number: string, key: Buffer): boolean {
  const proof = toBits(number.slice(PAYLOAD_LENGTH))
  return signPayload(number.slice(0, PAYLOAD_LENGTH), key) === proof
}
