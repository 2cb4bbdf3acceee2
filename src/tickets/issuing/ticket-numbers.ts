import { createHmac, randomBytes } from 'node:crypto'
import { CHECK_BITS, NUMBER_LENGTH, PAYLOAD_LENGTH, toSymbols } from '../number.rules.ts'

const RANDOM_BITS = 42n
/**
 * How often a number is drawn for a ticket. A number is taken if another ticket has it, or if gate
 * phones could not tell it from another ticket of the event (index ticket__list_hash): about one
 * draw in 85,000 at an event with 50,000 tickets.
 */
export const MAX_DRAWS = 10

/**
 * Draws a new number: 3 bits of type offset, 5 of admits (1 to 31), 42 random bits, then the proof.
 * Sample data passes its own random bits, to be the same on every machine.
 */
export function drawTicketNumber(
  typeOffset: number,
  admits: number,
  key: Buffer,
  random: bigint = drawBits(),
): string {
  const head = (BigInt(typeOffset) << 5n) | BigInt(admits)
  const payload = toSymbols((head << RANDOM_BITS) | random, PAYLOAD_LENGTH)
  return payload + toSymbols(signPayload(payload, key), NUMBER_LENGTH - PAYLOAD_LENGTH)
}

function drawBits(): bigint {
  return randomBytes(8).readBigUInt64BE() & ((1n << RANDOM_BITS) - 1n)
}

/**
 * The proof in a ticket number: the first 30 bits of HMAC-SHA256 of its first ten symbols, under
 * the event's gate key.
 */
export function signPayload(payload: string, key: Buffer): bigint {
  const digest = createHmac('sha256', key).update(payload).digest()
  return digest.readBigUInt64BE(0) >> BigInt(64 - CHECK_BITS)
}
