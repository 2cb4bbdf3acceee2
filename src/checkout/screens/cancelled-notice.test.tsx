import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CancelledNotice } from './cancelled-notice.tsx'

type Cancelled = Parameters<typeof CancelledNotice>[0]['event']

// spec: cancel-public-page
test('the page of a cancelled event names the day that the SMS and the ticket name', () => {
  const event = { cancelled_at: '2026-11-30T09:00:00Z', refunds: 'running' } as unknown as Cancelled
  const words = renderToStaticMarkup(<CancelledNotice event={event} />).replace(/<[^>]+>/g, '')
  expect(words).toContain(
    'Every ticket will be refunded by December 18, 2026, to the M-PESA number',
  )
})
