import { gsmTitle, SMS_MAX_SEPTETS, shorten, toGsm } from '../../messages/sms.rules.ts'
import { SMS, SMS_PARTS } from '../../messages/sms.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import type { Language } from '../../platform/values/language.rules.ts'

type Moved = { language: Language; eventTitle: string; ticketType: string; gate: string }

/** Fits one SMS part. The gate name is kept whole as far as possible; the other names are cut. */
export function gateMovedSms({ language, eventTitle, ticketType, gate: name }: Moved): string {
  const gate = shorten(toGsm(name), 50) || SMS_PARTS.aGate[language]
  const write = (title: string, type: string) =>
    fill(SMS.gateMoved, language, { title, type, gate })
  const room = SMS_MAX_SEPTETS - write('', '').length
  const type = toGsm(ticketType) || SMS_PARTS.aTicket[language]
  const shortType = shorten(type, Math.max(8, Math.floor(room / 2)))
  const title = shorten(gsmTitle(eventTitle, language), Math.max(8, room - shortType.length))
  return write(title, shortType)
}
