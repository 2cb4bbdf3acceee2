import type { EventDay } from './event.rules.ts'
import { heldDays } from './sales.rules.ts'

type Start = { date: string; time: string }
type HeldDay = Start & { cancelled_at?: string | null | undefined }
type OwnDay = HeldDay & { n: number }

/**
 * Date and time of the first day that takes place, or of an event of one day. For the last day, see
 * `lastDate`.
 */
export const firstHeld = (event: Start & { days?: readonly HeldDay[] | undefined }): Start =>
  heldDays(event.days ?? [])[0] ?? event

/**
 * When an event is for a ticket type, as `startOf` and `lastDateOf` find it: the first of the type's
 * days that take place, or of all if none does, with its time, and the last date if there are several.
 * Days are in order of time.
 */
export function whenFor(
  { date, time, days = [] }: Start & { days?: readonly OwnDay[] | undefined },
  { day_numbers: numbers = [] }: { day_numbers?: readonly number[] | undefined },
): Start & { until?: string } {
  const own = heldDays(days.filter(({ n }) => numbers.includes(n)))
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) return { date, time }
  return { date: first.date, time: first.time, ...(last !== first && { until: last.date }) }
}

export type CalendarFacts = {
  /**
   * Identifies the calendar entry. The id never changes, so a calendar that imports the entry again
   * updates it.
   */
  uid: string
  title: string
  description: string
  location: string
  url: string
  /** YYYY-MM-DD and HH:MM in Nairobi. */
  date: string
  time: string
  cancelled: boolean
  updatedAt: Date
}

/**
 * The assumed length of an event, because organizers do not state when an event ends. Short enough
 * that a calendar shows no evening event on the next day.
 */
const LENGTH_MS = 3 * 3600_000
const NAIROBI = '+03:00'
/**
 * Revisions are numbered by the seconds since this instant, so a later change has a higher number.
 */
const SEQUENCE_FROM = Date.UTC(2020, 0)

/**
 * Writes an event, or each of its days, as an RFC 5545 entry for a calendar to store. Has no METHOD,
 * because METHOD would make the entry a message between calendars and would require an organizer.
 * Times are in UTC, so no table of time zones is needed.
 */
export function writeCalendar(...entries: CalendarFacts[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lango//Tickets//EN',
    'CALSCALE:GREGORIAN',
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')
}

function entryLines(facts: CalendarFacts): string[] {
  const start = new Date(`${facts.date}T${facts.time}:00${NAIROBI}`)
  return [
    'BEGIN:VEVENT',
    `UID:${facts.uid}`,
    `DTSTAMP:${stamp(facts.updatedAt)}`,
    `LAST-MODIFIED:${stamp(facts.updatedAt)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(new Date(start.getTime() + LENGTH_MS))}`,
    `SEQUENCE:${Math.floor((facts.updatedAt.getTime() - SEQUENCE_FROM) / 1000)}`,
    `SUMMARY:${escapeText(facts.title)}`,
    `DESCRIPTION:${escapeText(`${facts.description}\n\n${facts.url}`.trim())}`,
    `LOCATION:${escapeText(facts.location)}`,
    `URL:${facts.url}`,
    `STATUS:${facts.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/** Formats an instant as 20261212T120000Z. */
function stamp(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

type CalendarEvent = Pick<CalendarFacts, 'title' | 'description' | 'location' | 'date' | 'time'> & {
  id: string
  cancelled_at: Date | null
  updated_at: Date
  /** The days of an event of several days. Each day gets an entry. */
  days?: readonly EventDay[]
}

/**
 * The calendar entry of an event, or of each of its days. The event page and every email use it, so
 * that an imported entry follows the event's changes.
 */
export function eventCalendar(event: CalendarEvent, origin: string): string {
  const { title, description, location, date, time, days = [] } = event
  const entry = (id: string, day: Pick<EventDay, 'date' | 'time' | 'cancelled_at'>) => ({
    title,
    description,
    location,
    date: day.date,
    time: day.time,
    uid: `${id}@${new URL(origin).hostname}`,
    url: `${origin}/event/${event.id}`,
    cancelled: event.cancelled_at !== null || day.cancelled_at !== null,
    updatedAt: event.updated_at,
  })
  if (days.length === 0) return writeCalendar(entry(event.id, { date, time, cancelled_at: null }))
  return writeCalendar(...days.map((day) => entry(`${event.id}.${day.n}`, day)))
}

const LINE_OCTETS = 75

/**
 * Folds lines at 75 octets, as RFC 5545 requires. Continuation lines begin with a space. Never
 * splits a character.
 */
function fold(line: string): string {
  let folded = ''
  let length = 0
  for (const symbol of line) {
    const octets = octetsOf(symbol)
    if (length + octets > LINE_OCTETS) {
      folded += '\r\n '
      length = 1
    }
    folded += symbol
    length += octets
  }
  return folded
}

function octetsOf(symbol: string): number {
  const code = symbol.codePointAt(0)!
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
