import { NUMBER_LENGTH, PAYLOAD_LENGTH, readTicketNumber } from '../../../tickets/number.rules.ts'
import { readShownNumber } from '../../checkin.rules.ts'

/**
 * A scanned or typed number. `isWhole` is true if it has all sixteen symbols; otherwise it has only
 * the first ten, which are enough for a listed ticket.
 */
export type ShownNumber = { number: string; payload: string; isWhole: boolean }

/** Reads a ticket number from a text. Null if the text contains no ticket number. */
export function readShown(text: string): ShownNumber | null {
  const number = readTicketNumber(readShownNumber(text))
  if (number) return { number, payload: number.slice(0, PAYLOAD_LENGTH), isWhole: true }
  const fewer = readTicketNumber(`${text}${'0'.repeat(NUMBER_LENGTH - PAYLOAD_LENGTH)}`)
  if (!fewer) return null
  const payload = fewer.slice(0, PAYLOAD_LENGTH)
  return { number: payload, payload, isWhole: false }
}
