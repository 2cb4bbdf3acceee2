import type { Schedule } from '../../events/reschedule.rules.ts'
import { MOVED_EMAIL } from '../../messages/emails.text.ts'
import {
  gsmName,
  gsmTitle,
  SMS_MAX_SEPTETS,
  shorten,
  smsDate,
  smsShortDate,
  smsTime,
} from '../../messages/sms.rules.ts'
import { SMS, SMS_PARTS } from '../../messages/sms.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import { type Language, linkIn } from '../../platform/values/language.rules.ts'
import { formatDate, formatTime } from '../../ui/dates.rules.ts'
import { type BuyerEmail, buyerEmail, type EmailFrame } from '../buyer-email.rules.ts'

type RescheduleMessage = {
  language: Language
  eventTitle: string
  old: Schedule
  now: Schedule
  /** The last day on which a refund can be requested, YYYY-MM-DD. */
  until: string
  /** The link to the recipient's refund page (/r/{token}). */
  link: string
  /** Whether only one day of the event moved. The texts then name the old date. */
  isDay?: boolean
}

const LEAST_TITLE = 8
/** Minimum number of letters of a shortened venue, so that recipients still recognise the venue. */
const LEAST_PLACE = 10

/**
 * The SMS with the old and the new schedule, without the parts that did not change. Long titles and
 * venues are shortened, so that the SMS fits one part.
 */
export const movedSms = (moved: RescheduleMessage): string =>
  writeMoved(moved, withRefund(moved, SMS.moved))

/**
 * The SMS for the holder of a transferred ticket. The refund that the holder may request goes to
 * the phone that paid.
 */
export const ticketMovedSms = (moved: RescheduleMessage): string =>
  writeMoved(moved, withRefund(moved, SMS.ticketMoved))

/** The SMS for the holder of a complimentary or free ticket, for which there is no refund. */
export const complimentaryMovedSms = (moved: Omit<RescheduleMessage, 'until' | 'link'>): string =>
  writeMoved({ ...moved, link: '' }, (title, change) =>
    fill(SMS.givenMoved, moved.language, { title, change }),
  )

type Write = (title: string, change: string, link: string) => string

function withRefund(
  { until, language }: RescheduleMessage,
  text: typeof SMS.moved | typeof SMS.ticketMoved,
): Write {
  return (title, change, link) =>
    fill(text, language, { title, change, until: smsShortDate(until, language), link })
}

/** Joins the old and the new value. */
type Between = (from: string, to: string) => string

function writeMoved({ link, ...moved }: Omit<RescheduleMessage, 'until'>, write: Write): string {
  const both: Between = (from, to) => fill(SMS_PARTS.was, moved.language, { old: from, now: to })
  const alone: Between = (_, to) => to
  // If a long link makes the SMS too long, leaves out the weekday first, then the old schedule. The
  // email has both.
  const texts = [both, alone].flatMap((between) =>
    [smsDate, smsShortDate].map((dayText) => writeChange(moved, link, write, { between, dayText })),
  )
  return texts.find((text) => text.length <= SMS_MAX_SEPTETS) ?? texts.at(-1)!
}

function writeChange(
  { language, eventTitle, old, now, isDay }: Omit<RescheduleMessage, 'until' | 'link'>,
  plain: string,
  write: Write,
  { between: both, dayText }: { between: Between; dayText: typeof smsDate },
): string {
  const isWhen = old.date !== now.date || old.time !== now.time
  const isWhere = old.location !== now.location
  const isNew = `${SMS_PARTS[whatIsNew(old, now)][language]} `
  // For a moved day, the label names the old date before the new schedule.
  const label = isDay
    ? fill(SMS_PARTS.dayIsNow, language, { day: dayText(old.date, language) })
    : isNew
  const between = isDay && old.time === now.time ? (_: string, to: string) => to : both
  const when = isWhen
    ? between(oldText({ old, now }, language), newText(now, language, dayText))
    : ''
  const roomIn = (link: string) =>
    SMS_MAX_SEPTETS -
    write('', label, link).length -
    when.length -
    (isWhen && isWhere ? ', '.length : 0)
  const leastPlace = '?'.repeat(LEAST_PLACE)
  const least = LEAST_TITLE + (isWhere ? between(leastPlace, leastPlace).length : 0)
  // Link to the page in the recipient's language if the names still fit. If not, link to the
  // English page, which has a language switch.
  const own = plain === '' ? '' : linkIn(language, plain)
  const link = roomIn(own) >= least ? own : plain
  const room = roomIn(link)
  const titleRoom = Math.max(LEAST_TITLE, isWhere ? Math.floor(room / 3) : room)
  const title = shorten(gsmTitle(eventTitle, language), titleRoom)
  const fixed = between('', '').length
  const places = between('?', '?').length - fixed
  const left = Math.floor((room - title.length - fixed) / places)
  const cut = (place: string) => shorten(place, Math.max(LEAST_PLACE, left))
  const from = cut(gsmName(old.location, ''))
  const to = cut(gsmName(now.location, SMS_PARTS.aVenue[language]))
  // If the old venue has no letters of GSM-7, the SMS names only the new venue.
  const venues = from === '' ? to : between(from, to)
  const where = isWhere ? venues : ''
  return write(title, label + [when, where].filter((part) => part !== '').join(', '), link)
}

/** '12 Dec 3PM', without the part that did not change. */
function oldText({ old, now }: { old: Schedule; now: Schedule }, language: Language): string {
  const day = old.date === now.date ? [] : [smsShortDate(old.date, language)]
  return [...day, ...(old.time === now.time ? [] : [smsTime(old.time)])].join(' ')
}

/** 'Sat 19 Dec 3PM' */
const newText = ({ date, time }: Schedule, language: Language, dayText: typeof smsDate): string =>
  `${dayText(date, language)} ${smsTime(time)}`

/**
 * The most important change between two schedules: of the date; otherwise of the time; otherwise of
 * the place.
 */
function whatIsNew(old: Schedule, now: Schedule): 'newDate' | 'newTime' | 'newPlace' {
  if (old.date !== now.date) return 'newDate'
  return old.time === now.time ? 'newPlace' : 'newTime'
}

/** The parts of a schedule that differ from `other`, in words. */
function changedText(schedule: Schedule, other: Schedule, language: Language): string {
  const { date, time, location } = schedule
  return [
    ...(date === other.date ? [] : [formatDate(date, language)]),
    ...(time === other.time ? [] : [formatTime(time)]),
    ...(location === other.location ? [] : [location]),
  ].join(', ')
}

/** Writes the email about a reschedule. `refund` is null for tickets without a payment. */
export function movedEmail(
  facts: EmailFrame &
    Omit<RescheduleMessage, 'until' | 'link'> & {
      refund: Pick<RescheduleMessage, 'until' | 'link'> | null
    },
): BuyerEmail {
  const { language, eventTitle: title, old, now, refund, isDay } = facts
  const subject = fill(MOVED_EMAIL.subject, language, { title })
  const day = formatDate(old.date, language)
  const lines = [
    isDay
      ? fill(MOVED_EMAIL.movedDay, language, { title, day })
      : fill(MOVED_EMAIL.moved, language, { title }),
    fill(MOVED_EMAIL[whatIsNew(old, now)], language, { place: changedText(now, old, language) }),
    fill(MOVED_EMAIL.was, language, { place: changedText(old, now, language) }),
    ...(refund
      ? [fill(MOVED_EMAIL.refund, language, { until: formatDate(refund.until, language) })]
      : []),
  ]
  return buyerEmail(facts, { subject, heading: title, lines, links: refund ? [refund.link] : [] })
}
