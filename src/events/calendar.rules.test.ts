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

test('a calendar has one event, line by line', () => {
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
    'DURATION:PT3H',
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

test('the small hours in Nairobi are the evening before in UTC', () => {
  expect(propertyOf({ ...FACTS, date: '2027-01-01', time: '01:30' }, 'DTSTART')).toBe(
    '20261231T223000Z',
  )
})

test('signs with a meaning are escaped, and no line begins a property of its own', () => {
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
  // Full lines: folding earlier would be allowed, and would be a mistake all the same.
  const full = text.split('\r\n').filter((line) => Buffer.byteLength(line) >= 72)
  expect(full.length).toBeGreaterThan(5)
})

test('a cancelled event says so', () => {
  expect(propertyOf({ ...FACTS, cancelled: true }, 'STATUS')).toBe('CANCELLED')
})
