import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import type { EventCardFacts } from '../search/card.rules.ts'
import { TimeAndPlace } from './time-and-place.tsx'

const YEAR = Number(nairobiDate(new Date()).slice(0, 4))

// spec: card-year
test.each([
  [YEAR, / class="sr-only"[^>]*>January 3, \d{4}, <.time><span>\w{3} <.span>/],
  [YEAR + 1, /">\w{3}, Jan 3, \d{4}<.time><span>\u00a0· <.span>/],
  [YEAR - 1, /">\w{3}, Jan 3, \d{4}<.time><span>\u00a0· <.span>/],
])('a card of an event in %i has its date as %s', (year, form) => {
  const event = { date: `${year}-01-03`, time: '16:00', location: 'Nyayo' } as EventCardFacts
  const html = renderToStaticMarkup(<TimeAndPlace event={event} />)
  expect(html).toContain(`<time dateTime="${year}-01-03"`)
  expect(html).toMatch(form)
  expect(html.replace(/<[^>]+>/g, '')).toContain('4:00 PM · Nyayo')
})

// spec: card-year
test('a card of next year reads as other short rows', () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z') })
  const event = { date: '2027-01-03', time: '16:00', location: 'Nyayo' } as EventCardFacts
  const text = renderToStaticMarkup(<TimeAndPlace event={event} />).replace(/<[^>]+>/g, '')
  vi.useRealTimers()
  expect(text.replaceAll('\u00a0', ' ')).toBe('Sun, Jan 3, 2027 · 4:00 PM · Nyayo')
})
