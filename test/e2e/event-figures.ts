import type { Page } from 'playwright-core'
import { answerProcedures } from './office.ts'
import { DERBY } from './page-states.ts'

export const DERBY_ID = DERBY.replace('/event/', '')

const UNSOLD: Record<string, unknown> = {
  get_event_transaction_stats: [{ total_tickets: 0, total_revenue: 0 }],
  get_event_sales_by_date: [],
  get_event_ticket_type_stats: [{ name: 'Standard', sold: 0, revenue: 0 }],
  get_event_validation_stats: [{ redemption_rate: null, validations_by_type: [] }],
}

export const SOLD: Record<string, unknown> = {
  get_event_transaction_stats: [{ total_tickets: '8', total_revenue: '1000' }],
  get_event_sales_by_date: [{ date: '2026-11-01', revenue: '1000' }],
  get_event_ticket_type_stats: [
    { name: 'Standard', sold: '6', revenue: '700' },
    { name: 'VIP', sold: '2', revenue: '300' },
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
 * Scripts the responses for the Nairobi Derby: `changes` to the event, and `rows` as its figures.
 */
export async function answerEvent(page: Page, changes: object, rows = UNSOLD): Promise<void> {
  await page.route(new RegExp(`/api/events/${DERBY_ID}$`), async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), ...changes } })
  })
  await answerProcedures(page, rows)
}
