import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { SiteProvider } from '../../ui/site.tsx'
import type { TicketReply } from '../tickets.contract.ts'
import { TicketView } from './ticket-view.tsx'

const SITE = { origin: 'https://lango.test', sandbox: false, ussdCode: '' }
const TICKET: TicketReply = {
  ...{ ticket_number: '04PRACT1CE000001', ticket_type: 'Saturday', quantity: 2, gate: 'North' },
  ...{ state: 'valid', admitted: 0, last_admission: null, void_reason: null },
  ...{ can_be_taken_back: false, sendable: 2, returnable: 0, sent: [], refund: null },
  ...{ event_id: 'e', event_title: 'Lamu Fest', event_image: null, location: 'Lamu' },
  ...{ date: '2099-12-12', time: '17:00', moved_from: null, is_event_cancelled: false },
}

function shown(more: Partial<TicketReply>): string {
  const view = <TicketView ticket={{ ...TICKET, ...more }} posted={null} />
  const router = createMemoryRouter([{ path: '/', element: view }])
  return renderToStaticMarkup(
    <SiteProvider value={SITE}>
      <RouterProvider router={router} />
    </SiteProvider>,
  )
}

// spec: day-cancelled-ticket
test('a ticket of a cancelled day says so until its refund is made, and shows no way in', () => {
  const cancelled = { is_day_cancelled: true } as const
  const due = shown({ ...cancelled, day_refund: 'due' })
  expect(due).toContain('The day of this ticket is cancelled.')
  expect(due).toContain('Your refund is on its way.')
  expect(shown({ ...cancelled, day_refund: 'paused' })).toContain(
    'Your refund waits. It has not been sent yet.',
  )
  expect(shown(cancelled)).not.toContain('refund')
  expect(shown({})).toMatch(/Enter Through.*North/)
  expect(shown({})).toContain('QR code of')
  expect(due).not.toMatch(/Enter Through|QR code of|Add to calendar|send it to a friend/)
})
