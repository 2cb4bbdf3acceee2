import {
  gsmTitle,
  SMS_AIM_SEPTETS,
  SMS_MAX_SEPTETS,
  shorten,
  toGsm,
} from '../messages/sms.rules.ts'
import { formatTicketNumber } from './number.rules.ts'

export type TicketSms = {
  eventTitle: string
  ticketType: string
  quantity: number
  gate: string
  ticketNumber: string
  link: string
}

// Signs say 'Gate C' or 'North Stand Entrance': such a name is what the holder looks for.
const GATE_WHOLE = 20
const LEAST_TITLE = 8
const LEAST_TYPE = 5

/**
 * 'Derby: 2 x VIP. Enter: Gate A. No. 1234 5678 9ABC DEFG. https://…' in one part for any title.
 * Number and link stand whole, and so does a gate of up to 20 letters; the title gives way first,
 * then the type, then a longer gate.
 */
export function ticketSms(ticket: TicketSms): string {
  const tail = ` No. ${formatTicketNumber(ticket.ticketNumber)}. ${ticket.link}`
  const title = gsmTitle(ticket.eventTitle)
  const type = toGsm(ticket.ticketType) || 'Ticket'
  const gate = toGsm(ticket.gate) || 'see link'
  const frame = (t: string, k: string, g: string) =>
    `${t}: ${ticket.quantity} x ${k}. Enter: ${g}.${tail}`
  const fixed = frame('', '', '').length
  // A long address of our own leaves too little; then the aim gives way to the limit.
  const least = GATE_WHOLE + LEAST_TITLE + LEAST_TYPE
  const room = Math.max(SMS_AIM_SEPTETS - fixed, Math.min(least, SMS_MAX_SEPTETS - fixed))
  const gateWhole = Math.min(GATE_WHOLE, room - LEAST_TITLE - LEAST_TYPE)
  const shortGate = shorten(gate, Math.max(gateWhole, room - title.length - type.length))
  const rest = room - shortGate.length
  const shortType = shorten(type, Math.max(Math.floor(rest / 2), rest - title.length))
  const shortTitle = shorten(title, rest - shortType.length)
  return frame(shortTitle, shortType, shortGate)
}
