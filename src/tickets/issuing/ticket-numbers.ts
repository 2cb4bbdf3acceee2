import { createHmac, randomBytes } from 'node:crypto'
import {
  CHECK_BITS,
  NUMBER_LENGTH,
  PAYLOAD_LENGTH,
  type TicketKind,
  toSymbols,
} from '../number.rules.ts'

const RANDOM_BITS = 42n
/**
 * Maximum attempts to find a free number. An attempt fails if the number is taken, or has the list
 * hash of another ticket of the event (ticket__list_hash): 1 in 85,000 at 50,000 tickets.
 */
export const MAX_DRAWS = 10

/** Draws a number for a ticket of this type. An add-on's number has no people (decisions/0232). */
export function drawNumberOf(
  { kind, type_offset }: { kind: TicketKind; type_offset: number },
  admits: number,
  key: Buffer,
): string {
  return drawTicketNumber(type_offset, kind === 'add_on' ? 0 : admits, key)
}

/**
 * Draws a number: 3 bits for the type offset, 5 for the people (1 to 31, 0 for an add-on), 42
 * random bits, then 30 bits of proof. Sample data passes fixed random bits, equal on every machine.
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

/** First 30 bits of the HMAC-SHA256 of the number's first ten symbols. */
export function signPayload(payload: string, key: Buffer): bigint {
  const digest = createHmac('sha256', key).update(payload).digest()
  return digest.readBigUInt64BE(0) >> BigInt(64 - CHECK_BITS)
}
