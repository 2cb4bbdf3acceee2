import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CalendarFacts, writeCalendar } from './calendar.rules.ts'

const FACTS: CalendarFacts = {
  uid: '5a17ca10-0001-4000-8000-000000000001@lango.example',
  title: 'Nairobi Derby',
  description: 'Gates open at noon.',
  location: 'Nyayo National Stadium, Nairobi',
  url: 'https://lango.example/event/1',
  date: '2026-12-12',
  time: '15:00',
  cancelled: false,
  updatedAt: new Date('2026-11-21T09:30:00.123Z'),
}

const unfold = (text: string) => text.replace(/\r\n /g, '')
const propertyOf = (facts: CalendarFacts, name: string) =>
  unfold(writeCalendar(facts))
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)

test('a calendar contains one event, with each line as RFC 5545 requires', () => {
  expect(writeCalendar(FACTS).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lango//Tickets//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    'UID:5a17ca10-0001-4000-8000-000000000001@lango.example',
    'DTSTAMP:20261121T093000Z',
    'LAST-MODIFIED:20261121T093000Z',
    'DTSTART:20261212T120000Z',
    'DTEND:20261212T150000Z',
    'SEQUENCE:217416600',
    'SUMMARY:Nairobi Derby',
    'DESCRIPTION:Gates open at noon.\\n\\nhttps://lango.example/event/1',
    'LOCATION:Nyayo National Stadium\\, Nairobi',
    'URL:https://lango.example/event/1',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('an event after midnight in Nairobi is on the evening before in UTC', () => {
  expect(propertyOf({ ...FACTS, date: '2027-01-01', time: '01:30' }, 'DTSTART')).toBe(
    '20261231T223000Z',
  )
})

test('special characters are escaped, and no text starts a property of its own', () => {
  const title = 'A; B, C\\D\r\nATTENDEE:mailto:x\nE\u0000F'
  expect(propertyOf({ ...FACTS, title }, 'SUMMARY')).toBe(
    'A\\; B\\, C\\\\D\\nATTENDEE:mailto:x\\nE F',
  )
  expect(writeCalendar({ ...FACTS, title })).not.toMatch(/^ATTENDEE/m)
})

test('long lines are folded at 75 octets, between characters', () => {
  const description = 'Ūhuru ũ – tamasha 🎉 '.repeat(40)
  const text = writeCalendar({ ...FACTS, description })
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\ufffd')
  }
  expect(unfold(text)).toContain(description.trim().slice(0, 300))
  // Lango folds only full lines. RFC 5545 also allows earlier folds.
  const full = text.split('\r\n').filter((line) => Buffer.byteLength(line) >= 72)
  expect(full.length).toBeGreaterThan(5)
})

const seed = 20261123
const anyText = fc.string({ unit: 'binary', maxLength: 200 })
const anyDay = fc.date({
  min: new Date('2020-01-02'),
  max: new Date('2080-01-01'),
  noInvalidDate: true,
})

// spec: email-carries-ticket
test('any title, place and time fold into lines of at most 75 octets and unfold to the same text', () => {
  const facts = fc.record({ title: anyText, location: anyText, description: anyText, day: anyDay })
  fc.assert(
    fc.property(facts, fc.boolean(), ({ day, ...words }, cancelled) => {
      const date = day.toISOString().slice(0, 10)
      const time = day.toISOString().slice(11, 16)
      const all = { ...FACTS, ...words, date, time, cancelled }
      const text = writeCalendar(all)
      expect(text.endsWith('\r\n')).toBe(true)
      const lines = text.split('\r\n')
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      // Only CRLF breaks lines. Each line is either a property or the continuation of a property.
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const properties = unfold(text).split('\r\n').slice(0, -1)
      expect(properties).toHaveLength(18)
      for (const line of properties) expect(line).toMatch(/^[A-Z-]+:/)
      const read = (name: string) => unescapeText(propertyOf(all, name)!)
      expect(read('SUMMARY')).toBe(printed(words.title))
      expect(read('LOCATION')).toBe(printed(words.location))
      const start = Date.parse(`${date}T${time}:00+03:00`)
      expect(instantOf(propertyOf(all, 'DTSTART')!)).toBe(start)
      expect(instantOf(propertyOf(all, 'DTEND')!)).toBeGreaterThan(start)
    }),
    { seed, numRuns: 200 },
  )
})

test('the same event keeps its uid, and a later change has a higher revision', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1000, max: 1e9 }), (updatedAt, later) => {
      const after = { ...FACTS, title: 'New', updatedAt: new Date(updatedAt.getTime() + later) }
      const before = { ...FACTS, updatedAt }
      expect(propertyOf(after, 'UID')).toBe(propertyOf(before, 'UID'))
      const [first, second] = [before, after].map((facts) => Number(propertyOf(facts, 'SEQUENCE')))
      expect(first).toBeGreaterThanOrEqual(0)
      expect(second).toBeGreaterThan(first!)
      expect(second).toBeLessThan(2 ** 31)
    }),
    { seed },
  )
})

/**
 * The text after normalisation: all line ends are the same, and other control characters are
 * spaces.
 */
const printed = (text: string) => text.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' ')
const unescapeText = (text: string) =>
  text.replace(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign))
const instantOf = (stamp: string) =>
  Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))

test('the entry of a cancelled event has the status cancelled', () => {
  expect(propertyOf({ ...FACTS, cancelled: true }, 'STATUS')).toBe('CANCELLED')
})
