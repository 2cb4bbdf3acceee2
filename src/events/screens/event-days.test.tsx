import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { formatSpan } from '../days/day-span.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { cardFacts, type EventCardFacts } from '../search/card.rules.ts'
import { showDays, TypeDays } from './event-days.tsx'
import { EventHeader } from './event-header.tsx'
import { TimeAndPlace } from './time-and-place.tsx'

const DAYS: NonNullable<EventReply['days']> = [
  { n: 1, date: '2026-12-11', time: '17:00' },
  { n: 2, date: '2026-12-12', time: '14:00' },
  { n: 3, date: '2026-12-13', time: '14:00' },
]
const PLAIN = {
  title: 'Festival',
  ...{ date: '2026-12-11', time: '17:00', location: 'Nyayo', category: 'Music' },
  ...{ image: null, image_formats: [], attendees: null, cancelled_at: null, ticket_types: [] },
} as unknown as EventReply

const textOf = (html: string) => html.replace(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')
const header = (days?: EventReply['days']) =>
  renderToStaticMarkup(<EventHeader event={{ ...PLAIN, ...(days && { days }) }} />)

// spec: days-on-pages
test('the page has the first and last day, and the days with their times', () => {
  const plain = header()
  showDays()
  expect(header()).toBe(plain)
  expect(header([])).toBe(plain)
  expect(textOf(plain)).toContain('|Fri, |December 11, 2026|, |5:00 PM|')
  expect(textOf(header(DAYS))).toContain('|December 11–13, 2026|')
  expect(textOf(header(DAYS))).toContain(
    '|Fri, Dec 11 · 5:00 PM|Sat, Dec 12 · 2:00 PM|Sun, Dec 13 · 2:00 PM|',
  )
})

// spec: days-on-pages
test('a span over two months breaks after its dash first', () => {
  showDays()
  const [first] = DAYS
  const html = header([
    { ...first!, date: '2026-11-30' },
    { n: 2, date: '2026-12-01', time: '14:00' },
  ])
  expect(textOf(html)).toContain('|November 30 –| |December 1, 2026|')
})

// spec: days-held
test('the dates of an event are those of the days that take place', () => {
  showDays()
  const cancelled = (n: number) =>
    DAYS.map((day) => (day.n === n ? { ...day, cancelled_at: '2026-11-30T07:00:00Z' } : day))
  const dates = (days: EventReply['days']) => {
    const { date, time, last_date } = cardFacts({ ...PLAIN, ...(days && { days }) })
    return [date, time, last_date]
  }
  expect(dates(cancelled(3))).toEqual(['2026-12-11', '17:00', '2026-12-12'])
  expect(dates(cancelled(1))).toEqual(['2026-12-12', '14:00', '2026-12-13'])
  expect(dates(cancelled(2).slice(1))).toEqual(['2026-12-13', '14:00', undefined])
  expect(textOf(header(cancelled(3)))).toContain('|December 11–12, 2026|')
  const first = textOf(header(cancelled(1)))
  expect(first).toContain('|Dec|12|Music|December 12–13, 2026|')
  expect(textOf(header(cancelled(2).slice(1)))).toContain('|December 13, 2026|')
})

// spec: days-on-pages
test('a cancelled or moved day says so', () => {
  const [first, second, third] = DAYS
  const before = { date: '2026-12-12', time: '14:00' }
  const days = [
    { ...first!, cancelled_at: '2026-11-30T07:00:00Z' },
    { ...second!, time: '15:00', before },
    third!,
  ]
  expect(textOf(header(days))).toContain(
    '|Fri, Dec 11 · 5:00 PM|Cancelled|Sat, Dec 12 · 3:00 PM|Moved, was Sat, Dec 12 · 2:00 PM|Sun, Dec 13 · 2:00 PM|',
  )
})

// spec: days-on-pages
test.each([
  [[2], undefined, 'Saturday only'],
  [[1, 2, 3], false, 'All 3 days, once a day'],
  [[1, 2, 3], true, 'One visit, any of the 3 days'],
  [[1, 3], true, 'One visit, any of Friday + Sunday'],
  [[1, 3], false, 'Friday + Sunday, once a day'],
])('a type for the days %j (once in all: %s) says %s', (day_numbers, once, words) => {
  const type = { day_numbers, ...(once !== undefined && { once_in_all: once }) }
  expect(renderToStaticMarkup(<TypeDays type={type} event={{ days: DAYS }} />)).toBe(words)
})

// spec: days-on-pages
test('an add-on says how often it is used, a pack of several uses beside its number', () => {
  const shown = (once_in_all: boolean, sold_in = 1, day_numbers = [1, 2, 3]) => {
    const type = { day_numbers, once_in_all, sold_in, kind: 'add_on' as const }
    return renderToStaticMarkup(<TypeDays type={type} event={{ days: DAYS }} />)
  }
  expect(shown(false)).toBe('All 3 days, once a day')
  expect(shown(true)).toBe('All 3 days, once in all')
  expect([shown(true, 3), shown(false, 3)]).toEqual(['All 3 days', 'All 3 days'])
  expect(shown(true, 3, [1, 3])).toBe('Friday + Sunday')
})

// spec: days-on-pages
test('a type names no day that is cancelled, and two days of one name by their dates', () => {
  const [first, ...others] = DAYS
  const days = [{ ...first!, cancelled_at: '2026-11-30T07:00:00Z' }, ...others]
  const shown = (day_numbers: number[], all = days) =>
    renderToStaticMarkup(
      <TypeDays type={{ day_numbers, once_in_all: false }} event={{ days: all }} />,
    )
  expect(shown([1, 2, 3])).toBe('Saturday + Sunday, once a day')
  expect(shown([1])).toBe('Cancelled')
  expect(shown([1, 2])).toBe('Saturday only')
  expect(shown([2, 3], others)).toBe('Both days, once a day')
  expect(shown([], [])).toBe('')
  expect(shown([2], [...days, { n: 4, date: '2026-12-19', time: '14:00' }])).toBe(
    'Sat, Dec 12 only',
  )
})

// spec: days-on-pages
test('a span names month and year once', () => {
  expect(formatSpan('2026-12-11', '2026-12-13')).toBe('December 11–13, 2026')
  expect(formatSpan('2026-10-30', '2026-11-01')).toBe('October 30 – November 1, 2026')
  expect(formatSpan('2026-12-31', '2027-01-01')).toBe('December 31, 2026 – January 1, 2027')
})

// spec: days-on-pages
test('a card has the first and last day', () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z') })
  const card = cardFacts({ ...PLAIN, days: DAYS })
  const shown = (event: EventCardFacts) =>
    renderToStaticMarkup(<TimeAndPlace event={event} />).replace(/<[^>]+>/g, '')
  expect(shown(card)).toBe('Fri, Dec 11 – Sun, Dec 13\u00a0· Nyayo')
  expect(cardFacts(PLAIN)).not.toHaveProperty('last_date')
  vi.useRealTimers()
})
