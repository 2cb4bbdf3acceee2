import {
  gsmName,
  SMS_MAX_SEPTETS,
  septets,
  shorten,
  smsTime,
  writeSms,
} from '../../messages/sms.rules.ts'
import { SMS, SMS_PARTS } from '../../messages/sms.text.ts'
import { type Language, linkIn } from '../../platform/values/language.rules.ts'
import { nairobiDate, nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { questionsText } from '../../questions/reminding/asking-sms.rules.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'

/** Hours in Nairobi between which reminders are sent. A later SMS would wake people up. */
const FROM_HOUR = 18
const UNTIL_HOUR = 22
const DAY_MS = 24 * 3_600_000
const GATE_LONGEST = 24

/** The date of the events whose holders are reminded now. Null if it is not evening. */
export function remindedDay(now: Date): string | null {
  const hour = Number(nairobiDateTime(now).slice(11, 13))
  if (hour < FROM_HOUR || hour >= UNTIL_HOUR) return null
  return nairobiDate(new Date(now.getTime() + DAY_MS))
}

/** Midnight before the event. After it, the word 'tomorrow' in the SMS would be wrong. */
export const reminderEnd = (day: string) => new Date(`${day}T00:00:00+03:00`)

type Reminder = {
  language: Language
  eventTitle: string
  time: string
  gate: string
  ticketNumber: string
  link: string
  /** The number of the organizer's questions without an answer. */
  questions?: number
}

/** Fits one SMS part. A longer text loses the line about questions, and then the link. */
export function reminderSms(reminder: Reminder): string {
  const { language, eventTitle: title, ticketNumber, questions = 0 } = reminder
  const gate = shorten(gsmName(reminder.gate, SMS_PARTS.aGate[language]), GATE_LONGEST)
  const rest = { time: smsTime(reminder.time), gate, number: formatTicketNumber(ticketNumber) }
  // Link to the page in the reader's language. If that link is too long, link to the English page,
  // which has a language switch.
  const links = [linkIn(language, reminder.link), reminder.link]
  const asking =
    questions > 0 ? links.map((link) => `${questionsText(questions, language)}: ${link}`) : []
  for (const link of [...asking, ...links]) {
    const whole = writeSms(SMS.reminder, language, { title, ...rest, link: ` ${link}` })
    if (septets(whole) <= SMS_MAX_SEPTETS) return whole
  }
  return writeSms(SMS.reminder, language, { title, ...rest, link: '' })
}
