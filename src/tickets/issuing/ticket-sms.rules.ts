import {
  gsmName,
  gsmTitle,
  SMS_AIM_SEPTETS,
  SMS_MAX_SEPTETS,
  shorten,
  smsWhen,
  tightWhen,
} from '../../messages/sms.rules.ts'
import { SMS, SMS_PARTS } from '../../messages/sms.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import { type Language, linkIn, pathPrefix } from '../../platform/values/language.rules.ts'
import { formatTicketNumber } from '../number.rules.ts'

export type TicketSms = {
  language: Language
  eventTitle: string
  /** YYYY-MM-DD and HH:MM in Nairobi. */
  date: string
  time: string
  /** The last date for which the ticket is valid. If absent, `date` is the only date. */
  until?: string
  location: string
  ticketType: string
  /** How many people the ticket admits, or how often the add-on can be redeemed. */
  quantity: number
  /** How many people, or redemptions, a sold unit has, such as 10 for a table. If absent: 1. */
  soldIn?: number
  /** If absent, the ticket is an 'entry'. */
  kind?: string
  gate: string
  ticketNumber: string
  /** The organizer or sponsor who gives a complimentary ticket. */
  host?: string
  /** Link to the English page. If there is room, the SMS links to the page in its own language. */
  link: string
}

// Gate names up to this length stay whole, because holders look for a sign with the name.
const GATE_WHOLE = 20
const LEAST_TITLE = 8
const LEAST_TYPE = 5
/** A host's name is first shortened to this length. */
const HOST_MAX = 16
/** A host's name is shortened further, down to this length, to make room for the venue. */
const HOST_LEAST = 8
/** Gate names are never shortened below this length, so that 'Gate A' stays whole. */
const LEAST_GATE = 6
/** A title is never shortened below this length to make room for the venue. */
const TITLE_WHOLE = 24
/** A shortened venue has at least this many letters of its first words. */
const LEAST_VENUE = 5
/** The room that the shortest title, the shortest type and a whole gate need. */
const LEAST = GATE_WHOLE + LEAST_TITLE + LEAST_TYPE

/**
 * 'Derby, Sun 3 Jan 4PM, Nyayo Stadium: 2 x VIP. Enter: Gate A. No. 1234 5678 9ABC DEFG.
 * https://…'. One SMS part with all that a phone without internet needs. Day, hour, number, link
 * and a gate of up to 20 letters are never shortened. The venue is shortened first, at the end of a
 * word; then the title, down to TITLE_WHOLE. If this is not enough, the venue is left out, and
 * title, type and a longer gate share the room. A complimentary ticket begins 'From Safaricom:
 * Derby …'. Its host is shortened before the venue is left out.
 */
export function ticketSms(ticket: TicketSms): string {
  const whole = writeTicketSms(ticket, HOST_MAX)
  if (!ticket.host) return whole.sms
  for (let max = HOST_MAX; max >= HOST_LEAST; max--) {
    const { sms, venue } = writeTicketSms(ticket, max)
    if (venue !== '') return sms
  }
  return whole.sms
}

function writeTicketSms(ticket: TicketSms, hostMax: number): { sms: string; venue: string } {
  const { language } = ticket
  const number = formatTicketNumber(ticket.ticketNumber)
  const title = gsmTitle(ticket.eventTitle, language)
  const type = gsmName(ticket.ticketType, SMS_PARTS.aTicket[language])
  const gate = gsmName(ticket.gate, SMS_PARTS.aGate[language])
  const host = shorten(gsmName(ticket.host ?? '', ''), hostMax)
  const from = host === '' ? '' : fill(SMS_PARTS.givenBy, language, { host })
  // An add-on, such as parking, opens no entrance.
  const words = ticket.kind === 'add_on' ? SMS.addOn : SMS.ticket
  const frameOf = (when: string, link: string) => (t: string, k: string, g: string) =>
    from +
    fill(words, language, { title: t, when, what: unitsInSms(ticket, k), gate: g, number, link })
  const day = `, ${tightWhen(ticket, language)}`
  const own = linkIn(language, ticket.link)
  // Uses the longer link only if the names stay whole. The English page has a language switch.
  const isRoomy = SMS_AIM_SEPTETS - frameOf(day, own)('', '', '').length >= LEAST
  const link = isRoomy ? own : ticket.link
  const free = SMS_AIM_SEPTETS - frameOf(day, link)('', '', '').length
  const leastTitle = Math.min(title.length, LEAST_TITLE)
  const venue = venueBeside(title, TITLE_WHOLE, free - type.length - gate.length, ticket)
  const dated = frameOf(day + venue, link)
  const hasRoom =
    SMS_MAX_SEPTETS - dated('', '', '').length >= LEAST_TITLE + LEAST_TYPE + LEAST_GATE
  // A link above 59 characters leaves no room for day, hour and venue.
  const frame = hasRoom ? dated : frameOf('', link)
  const fixed = frame('', '', '').length
  // With a long link the SMS may exceed 145 septets, so that names do not become too short.
  const least = venue === '' ? Math.min(LEAST, SMS_MAX_SEPTETS - fixed) : 0
  const room = Math.max(SMS_AIM_SEPTETS - fixed, least)
  const leastType = Math.min(type.length, LEAST_TYPE)
  const gateWhole = Math.min(GATE_WHOLE, room - leastTitle - leastType)
  const shortGate = shorten(gate, Math.max(gateWhole, room - title.length - type.length))
  const rest = room - shortGate.length
  const wholeTitle = Math.min(title.length, TITLE_WHOLE)
  const shortType = shorten(type, Math.max(Math.floor(rest / 2), rest - wholeTitle))
  const shortTitle = shorten(title, rest - shortType.length)
  return { sms: withWholeDay(frame(shortTitle, shortType, shortGate), ticket), venue }
}

/**
 * 'Derby, Sun 3 Jan 4PM, Nyayo Stadium: 2 x VIP (Gate A) 1234 5678 9ABC DEFG; 1 x Terrace (Gate B)
 * 1234 5678 9ABC DEFH. lango.co.ke/my-ticket': two tickets in one SMS part. Names a common gate
 * only once. Null if types, gates, five letters of the venue, and the title's first words with at
 * least eight letters do not fit. The link opens the look-up page, which shows both tickets. Phones
 * open the link without 'https://'.
 */
export function pairSms(first: TicketSms, second: TicketSms): string | null {
  const { language } = first
  if (smsWhen(first, language) !== smsWhen(second, second.language)) return null
  const page = `${new URL(first.link).host}${pathPrefix(language)}/my-ticket`
  const title = gsmTitle(first.eventTitle, language)
  const [gate, other] = [shortGate(first), shortGate(second)]
  const [shared, own, others] = gate === other ? [`, ${gate}`] : ['', ` (${gate})`, ` (${other})`]
  const lines = `${shortTicket(first, own)}; ${shortTicket(second, others)}`
  const frameOf = (venue: string) => (t: string) =>
    `${t}, ${tightWhen(first, language)}${venue}${shared}: ${lines}. ${page}`
  const leastTitle = firstWords(title, LEAST_TITLE).length
  const free = SMS_AIM_SEPTETS - frameOf('')('').length
  const venue = venueBeside(title, leastTitle, free, first)
  const room = SMS_AIM_SEPTETS - frameOf(venue)('').length
  const isVenueLost = venue === '' && gsmName(first.location, '') !== ''
  if (isVenueLost || room < leastTitle) return null
  return withWholeDay(frameOf(venue)(shorten(title, room)), first)
}

/** '2 x VIP (Gate A) 1234 5678 9ABC DEFG' */
function shortTicket(ticket: TicketSms, gate = ''): string {
  const type = gsmName(ticket.ticketType, SMS_PARTS.aTicket[ticket.language])
  return `${unitsInSms(ticket, type)}${gate} ${formatTicketNumber(ticket.ticketNumber)}`
}

type SmsUnits = Pick<TicketSms, 'language' | 'quantity' | 'soldIn' | 'kind'>

/**
 * '2 x VIP'; of a type sold in units of several, 'Table of 10 (3 people)' or 'Drinks (3 uses)':
 * '3 x Table of 10' would be 30 people.
 */
export function unitsInSms(
  { language, quantity, soldIn = 1, kind }: SmsUnits,
  type: string,
): string {
  if (soldIn === 1) return `${quantity} x ${type}`
  const [one, several] =
    kind === 'add_on' ? [SMS_PARTS.oneUse, SMS_PARTS.uses] : [SMS_PARTS.person, SMS_PARTS.people]
  const count = quantity === 1 ? one[language] : fill(several, language, { count: quantity })
  return `${type} (${count})`
}

const shortGate = ({ gate, language }: TicketSms) => gsmName(gate, SMS_PARTS.aGate[language])

/** The fewest first words that have `least` letters. '..' replaces the rest: 'Mashemeji..' */
function firstWords(text: string, least: number): string {
  const end = text.indexOf(' ', least)
  return end < 0 ? text : `${text.slice(0, end).replace(/[\s,;:.-]+$/, '')}..`
}

/**
 * ', Nyayo Stadium', shortened so that it fits into `room` together with the whole title. If it
 * does not fit, counts only `leastTitle` letters of the title.
 */
function venueBeside(title: string, leastTitle: number, room: number, ticket: TicketSms): string {
  const beside = (letters: number) => venueWithin(room - Math.min(title.length, letters), ticket)
  return beside(title.length) || beside(leastTitle)
}

/** ', Nyayo Stadium' without the town, or cut after a word: ', Nyayo..'. '' without room. */
function venueWithin(room: number, { location }: TicketSms): string {
  const venue = gsmName(location.split(',')[0]!, '')
  const most = room - ', '.length
  if (venue === '' || most < LEAST_VENUE) return ''
  if (venue.length <= most) return `, ${venue}`
  const end = venue.lastIndexOf(' ', most - 2)
  const words = venue.slice(0, Math.max(0, end)).replace(/[\s,;:.-]+$/, '')
  return words.length >= LEAST_VENUE ? `, ${words}..` : ''
}

/** In Swahili, 'Jpili' instead of 'Jpl' if there is room: no Kenyan writes 'Jpl'. */
function withWholeDay(sms: string, ticket: TicketSms): string {
  const { language } = ticket
  const text = sms.replace(`, ${tightWhen(ticket, language)}`, `, ${smsWhen(ticket, language)}`)
  return text.length <= SMS_AIM_SEPTETS ? text : sms
}
