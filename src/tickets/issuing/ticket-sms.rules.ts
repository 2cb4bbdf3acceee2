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
  /** The last date for which it is. Absent: `date`. */
  until?: string
  location: string
  ticketType: string
  /** The people that the ticket admits, or how often the add-on is redeemed. */
  quantity: number
  /** The people, or the redemptions, of a unit: 10 of a table. Absent: 1. */
  soldIn?: number
  /** Absent: 'entry'. */
  kind?: string
  gate: string
  ticketNumber: string
  /** Host of a complimentary ticket. */
  host?: string
  /** Link to the English page; the SMS links to the page in its language if there is room. */
  link: string
}

// Gate names up to this length stay whole, because holders look for a sign with the name.
const GATE_WHOLE = 20
const LEAST_TITLE = 8
const LEAST_TYPE = 5
/** Length to which a host is shortened. */
const HOST_MAX = 16
/** A host shrinks to this length, so that there is room for the venue. */
const HOST_LEAST = 8
/** Shortest gate, so that 'Gate A' stays. */
const LEAST_GATE = 6
/** A title up to this length stays whole, and a longer one gives way to the venue down to it. */
const TITLE_WHOLE = 24
/** A shortened venue has at least this many letters of its first words. */
const LEAST_VENUE = 5
/** Room for title and type and a whole gate. */
const LEAST = GATE_WHOLE + LEAST_TITLE + LEAST_TYPE

/**
 * 'Derby, Sun 3 Jan 4PM, Nyayo Stadium: 2 x VIP. Enter: Gate A. No. 1234 5678 9ABC DEFG.
 * https://…'. One SMS part, the whole ticket on a phone without internet. Day, hour, number, link
 * and a gate of up to 20 letters stay whole. The venue shrinks first, at the end of a word; then
 * the title, down to TITLE_WHOLE; then the venue is left out, and title, type and a longer gate
 * share the room. A complimentary ticket begins 'From Safaricom: Derby …'; its host shrinks before
 * the venue is left out.
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
  // A longer link only if names stay whole: the English page has a language switch.
  const isRoomy = SMS_AIM_SEPTETS - frameOf(day, own)('', '', '').length >= LEAST
  const link = isRoomy ? own : ticket.link
  const free = SMS_AIM_SEPTETS - frameOf(day, link)('', '', '').length
  const leastTitle = Math.min(title.length, LEAST_TITLE)
  const venue = venueBeside(title, TITLE_WHOLE, free - type.length - gate.length, ticket)
  const dated = frameOf(day + venue, link)
  const hasRoom =
    SMS_MAX_SEPTETS - dated('', '', '').length >= LEAST_TITLE + LEAST_TYPE + LEAST_GATE
  // An address above 59 characters leaves no room for day, hour and venue.
  const frame = hasRoom ? dated : frameOf('', link)
  const fixed = frame('', '', '').length
  // A long address may exceed 145 septets, so that names do not become too short.
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
 * 1234 5678 9ABC DEFH. lango.co.ke/my-ticket': two tickets in one part, a common gate named once.
 * Null if types, gates, five letters of the venue and the first eight letters of the title, up to
 * the end of their word, do not fit. The look-up page shows both tickets; phones open it without
 * 'https://'.
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

/** The fewest whole words with `least` letters, with '..' for the rest: 'Mashemeji..' */
function firstWords(text: string, least: number): string {
  const end = text.indexOf(' ', least)
  return end < 0 ? text : `${text.slice(0, end).replace(/[\s,;:.-]+$/, '')}..`
}

/**
 * ', Nyayo Stadium' as it fits into `room` with the whole title, or else with `leastTitle` letters of
 * the title.
 */
function venueBeside(title: string, leastTitle: number, room: number, ticket: TicketSms): string {
  const beside = (letters: number) => venueWithin(room - Math.min(title.length, letters), ticket)
  return beside(title.length) || beside(leastTitle)
}

/** ', Nyayo Stadium' without the town, or ', Nyayo..' cut at the end of a word; '' without room. */
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
