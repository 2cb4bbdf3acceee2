import { signPayload } from '../src/tickets/issuing/ticket-numbers.ts'
import { ALPHABET, PAYLOAD_LENGTH } from '../src/tickets/number.rules.ts'

export function toBits(symbols: string): bigint {
  let value = 0n
  for (const symbol of symbols) value = (value << 5n) | BigInt(ALPHABET.indexOf(symbol))
  return value
}

/** Whether the ticket number (16 symbols without spaces) was made with this key. */
export function verifyTicketNumber(number: string, key: Buffer): boolean {
  const proof = toBits(number.slice(PAYLOAD_LENGTH))
  return signPayload(number.slice(0, PAYLOAD_LENGTH), key) === proof
}
