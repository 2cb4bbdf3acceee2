import { signPayload } from '../src/tickets/issuing/ticket-numbers.ts'
import { PAYLOAD_LENGTH, toBits } from '../src/tickets/number.rules.ts'

/** Whether the ticket number (16 symbols without spaces) was made with this key. */
export function verifyTicketNumber(number: string, key: Buffer): boolean {
  const proof = toBits(number.slice(PAYLOAD_LENGTH))
  return signPayload(number.slice(0, PAYLOAD_LENGTH), key) === proof
}
