import { NUMBER_LENGTH, PAYLOAD_LENGTH, readTicketNumber } from '../../../tickets/number.rules.ts'
import { readShownNumber } from '../../checkin.rules.ts'

/** `isWhole`: the number has all sixteen symbols. Ten symbols are enough for a listed ticket. */
export type ShownNumber = { number: string; payload: string; isWhole: boolean }

export function readShown(text: string): ShownNumber | null {
  const number = readTicketNumber(readShownNumber(text))
  if (number) return { number, payload: number.slice(0, PAYLOAD_LENGTH), isWhole: true }
  const fewer = readTicketNumber(`${text}${'0'.repeat(NUMBER_LENGTH - PAYLOAD_LENGTH)}`)
  if (!fewer) return null
  const payload = fewer.slice(0, PAYLOAD_LENGTH)
  return { number: payload, payload, isWhole: false }
}
