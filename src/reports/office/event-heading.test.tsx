// spec: ussd-event-code
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { EventReply } from '../../events/events.contract.ts'
import { SiteProvider } from '../../ui/site.tsx'
import { EventHeading } from './event-heading.tsx'

function shown(ussdCode: string, dial_code: number | undefined): string {
  const event = {
    ...{ id: 'e', title: 'Derby Day', date: '2027-01-03', location: 'Nyayo', attendees: null },
    ...{ is_published: true, sales_open: true, cancelled_at: null, dial_code },
    ...{ image: null, image_formats: [] },
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={{ origin: 'https://lango.test', sandbox: false, ussdCode }}>
        <EventHeading event={event as unknown as EventReply}>{null}</EventHeading>
      </SiteProvider>
    </MemoryRouter>,
  )
  return html.replace(/<[^>]+>/g, ' ')
}

test('the event page shows the USSD code of a published event if USSD is available', () => {
  expect(shown('*265*25#', 123)).toContain('Dial *265*25*123#')
  expect(shown('*265*25#', undefined)).not.toMatch(/Dial|\*/)
  expect(shown('', 123)).not.toMatch(/Dial|123/)
})
