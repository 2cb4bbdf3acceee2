import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { lastEndedDay } from '../../src/events/sales.rules.ts'
import { resize } from './inspect-page.ts'
import { answerProcedures } from './office.ts'
import { DERBY } from './page-states.ts'
import { LAPTOP } from './visitor.ts'

export const DERBY_ID = DERBY.replace('/event/', '')

const UNSOLD: Record<string, unknown> = {
  get_event_transaction_stats: [{ total_tickets: 0, total_revenue: 0 }],
  get_event_sales_by_date: [],
  get_event_ticket_type_stats: [
    { ticket_type_id: 'standard', name: 'Standard', sold: 0, revenue: 0 },
  ],
  get_event_validation_stats: [{ redemption_rate: null, validations_by_type: [] }],
}

export const SOLD: Record<string, unknown> = {
  get_event_transaction_stats: [{ total_tickets: '8', total_revenue: '1000' }],
  get_event_sales_by_date: [{ date: '2026-11-01', revenue: '1000' }],
  get_event_ticket_type_stats: [
    { ticket_type_id: 'standard', name: 'Standard', sold: '6', revenue: '700' },
    { ticket_type_id: 'vip', name: 'VIP', sold: '2', revenue: '300' },
  ],
  get_event_validation_stats: [
    {
      redemption_rate: '0.625',
      validations_by_type: [
        { type: 'scan', count: '3' },
        { type: 'manual', count: 1 },
      ],
    },
  ],
}

/**
 * Replaces the responses for the Nairobi Derby: `changes` to the event, and `rows` as its figures.
 */
export async function answerEvent(page: Page, changes: object, rows = UNSOLD): Promise<void> {
  await page.route(new RegExp(`/api/events/${DERBY_ID}$`), async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), ...changes } })
  })
  await answerProcedures(page, rows)
}

/**
 * Expects that ten events fit the window of a small laptop, with the next event first, and that a
 * title of usual length is whole.
 */
export async function expectRoomForTen(page: Page): Promise<void> {
  await resize(page, { width: 1280, height: 800 })
  const bottoms = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
  expect(bottoms[9]).toBeLessThanOrEqual(800)
  const title = page.locator('td b', {
    hasText: 'Nairobi Derby: Uhuru Rangers vs Eastlands United',
  })
  expect(await title.evaluate(isInside)).toBe(true)
  // A draft without a date, which another test may have left, comes after the next events.
  const days = await page
    .locator('tbody time')
    .evaluateAll((all: HTMLTimeElement[]) => all.map(({ dateTime }) => dateTime || '9999'))
  const ended = lastEndedDay(Date.now())
  const [next, past] = [days.filter((day) => day > ended), days.filter((day) => day <= ended)]
  expect(next).toEqual(next.toSorted())
  expect(past).toEqual(past.toSorted().reverse())
  expect(days.slice(0, next.length)).toEqual(next)
  await resize(page, LAPTOP)
}

/** Whether the words fit into their box, which cuts off longer text. */
const isInside = (words: Element) =>
  words.getBoundingClientRect().bottom <= words.parentElement!.getBoundingClientRect().bottom

/** Reads the day before the text `after`: 'Sat, Dec 26', or 'Sun, Jan 3, 2027' in another year. */
export function timeOfRow(row: Record<string, string>, after: string): number {
  const day = row['Date & Location']!.split(after)[0]!
  expect(day).toMatch(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+(, 20\d\d)?$/)
  return Date.parse(/ 20\d\d$/.test(day) ? day : `${day} ${new Date().getFullYear()}`)
}
