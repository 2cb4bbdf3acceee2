import { gsmTitle, SMS_MAX_SEPTETS, shorten, toGsm } from '../messages/sms.rules.ts'

type Moved = { eventTitle: string; ticketType: string; gate: string }

/** In one part; the gate is whole as far as it can be, the rest is cut. */
export function gateMovedSms({ eventTitle, ticketType, gate }: Moved): string {
  const tail = '. Your ticket stays valid.'
  const to = shorten(toGsm(gate), 50)
  const room = SMS_MAX_SEPTETS - ': , now enter through '.length - tail.length - to.length
  const type = shorten(toGsm(ticketType), Math.max(8, Math.floor(room / 2)))
  const title = shorten(gsmTitle(eventTitle), Math.max(8, room - type.length))
  return `${title}: ${type}, now enter through ${to}${tail}`
}
