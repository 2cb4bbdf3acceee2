import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { EventReply } from '../../events/events.contract.ts'
import { Badge } from '../../ui/office/badge.tsx'
import { EventsTable } from './events-table.tsx'

const EVENT = {
  id: 'e',
  title: 'Derby Day',
  date: '2027-01-03',
  location: 'Nyayo',
  category: 'Sports',
  image: null,
  is_published: true,
  cancelled_at: null,
  sales_open: true,
  is_sold_out: false,
  ticket_types: [],
}

const shown = (changes: object) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <EventsTable
        events={[{ ...EVENT, ...changes } as unknown as EventReply]}
        sales={new Map()}
        isAdmin={false}
        isBusy={false}
      />
    </MemoryRouter>,
  )
const badge = (look: 'good' | 'bad' | 'plain', words: string) =>
  renderToStaticMarkup(<Badge look={look}>{words}</Badge>)

test('the badge of an event is coloured only while people can buy or could until it sold out', () => {
  expect(shown({})).toContain(badge('good', 'On Sale'))
  expect(shown({ is_sold_out: true })).toContain(badge('bad', 'Sold Out'))
  expect(shown({ is_sold_out: true, sales_open: false })).toContain(badge('plain', 'Sold Out'))
})

test("a cancelled event says 'Cancelled', once, and no longer 'Published'", () => {
  expect(shown({})).toContain(badge('plain', 'Published'))
  const cancelled = shown({ cancelled_at: '2026-12-01T09:00:00.000Z', sales_open: false })
  expect(cancelled.split('Cancelled')).toHaveLength(2)
  expect(cancelled).toContain(badge('bad', 'Cancelled'))
  expect(cancelled).not.toContain('>Published<')
})

// spec: days-shown
test('an event of several days has its first and last day', () => {
  const days = ['2027-01-08', '2027-01-10'].map((date, at) => ({ n: at + 1, date, time: '10:00' }))
  const words = shown({ date: '2027-01-08', days }).replaceAll(/<[^>]+>/g, '')
  expect(words).toContain('Fri, Jan 8 – Sun, Jan 10, 2027')
  expect(shown({})).toContain('>Sun, Jan 3, 2027<')
})
