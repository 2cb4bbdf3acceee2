import { createHmac, randomBytes } from 'node:crypto'
import { CHECK_BITS, NUMBER_LENGTH, PAYLOAD_LENGTH, toSymbols } from '../number.rules.ts'

const RANDOM_BITS = 42n
/**
 * The maximum number of attempts to generate a free number for a ticket. A number is taken if
 * another ticket has it, or if gate phones could not distinguish it from another ticket of the
 * event (index ticket__list_hash). At an event with 50,000 tickets, about one number in 85,000 is
 * taken.
 */
export const MAX_DRAWS = 10

/**
 * Generates a number: 3 bits for the type offset, 5 bits for the admitted people (1 to 31), 42
 * random bits, then the proof. Sample data passes its own random bits, so that its numbers are the
 * same on every machine.
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
 * Computes the proof in a ticket number: the first 30 bits of the HMAC-SHA256 of the number's first
 * ten symbols with the event's gate key.
 */
export function signPayload(payload: string, key: Buffer): bigint {
  const digest = createHmac('sha256', key).update(payload).digest()
  return digest.readBigUInt64BE(0) >> BigInt(64 - CHECK_BITS)
}
