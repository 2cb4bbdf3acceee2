import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { EventReply } from '../../events/events.contract.ts'
import { SiteProvider } from '../../ui/site.tsx'
import { EventHeading, EventRow } from './event-heading.tsx'

function shown(ussdCode: string, facts: object, Head = EventHeading): string {
  const event = {
    ...{ id: 'e', title: 'Derby Day', date: '2027-01-03', location: 'Nyayo', attendees: null },
    ...{ is_published: true, sales_open: true, cancelled_at: null },
    ...{ image: null, image_formats: [], ...facts },
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={{ origin: 'https://lango.test', sandbox: false, ussdCode }}>
        <Head event={event as unknown as EventReply}>{null}</Head>
      </SiteProvider>
    </MemoryRouter>,
  )
  return html.replace(/<[^>]+>/g, ' ')
}

// spec: event-attending-cancelled
test.each([
  ['card', EventHeading],
  ['row', EventRow],
])('the %s of a cancelled event does not say how many attend', (_, Head) => {
  const facts = { attendees: 10_000, sales_open: false }
  expect(shown('', facts, Head)).toMatch(/10,000\s+attending/)
  const cancelled = shown('', { ...facts, cancelled_at: '2026-12-01T09:00:00.000Z' }, Head)
  expect(cancelled).toContain('Cancelled')
  expect(cancelled).not.toMatch(/10,000|attending/)
})

// spec: ussd-event-code
test('the event page shows the USSD code of a published event if USSD is available', () => {
  expect(shown('*265*25#', { dial_code: 123 })).toContain('Dial *265*25*123#')
  expect(shown('*265*25#', {})).not.toMatch(/Dial|\*/)
  expect(shown('', { dial_code: 123 })).not.toMatch(/Dial|123/)
})

// spec: days-on-pages
test('the heads of an event of several days say its first and last day', () => {
  const days = [3, 4, 5].map((day, index) => ({ n: index + 1, date: `2027-01-0${day}` }))
  for (const Head of [EventHeading, EventRow]) {
    expect(shown('', { days }, Head)).toContain('January 3–5, 2027')
    expect(shown('', { days: [] }, Head)).toContain('January 3, 2027')
  }
})

// spec: day-cancelled-office
test('the heading gives the dates of the days that take place, and names a cancelled day', () => {
  const days = [
    { n: 1, date: '2027-01-03', time: '17:00' },
    { n: 2, date: '2027-01-04', time: '14:00' },
    { n: 3, date: '2027-01-05', time: '14:00', cancelled_at: '2026-12-01T09:00:00.000Z' },
  ]
  expect(shown('', { days })).toMatch(/January 3–4, 2027\s+Cancelled: Tue, Jan 5, 2027\s+Nyayo/)
  expect(shown('', { days: days.slice(0, 2) })).not.toContain('Cancelled')
})

// spec: event-head-moved
test('the head of a rescheduled event says when and where it was before', () => {
  const moved_from = 'December 20, 2026, 5:00 PM'
  expect(shown('', { moved_from })).toContain('Moved from December 20, 2026, 5:00 PM')
  expect(shown('', { moved_from, cancelled_at: '2026-12-01T09:00:00.000Z' })).not.toContain('Moved')
  expect(shown('', { moved_from: null })).not.toContain('Moved')
})
