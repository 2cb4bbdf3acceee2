import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SiteProvider } from '../../ui/site.tsx'
import { FoundTickets } from './found-tickets.tsx'

const SITE = { origin: 'https://lango.test', sandbox: false, ussdCode: '' }
const TICKET = { ticket_number: '04PRACT1CE000001', ticket_type: 'Weekend', quantity: 1 }

// spec: days-shown
test.each([
  [undefined, 'Fri, Dec 11, 2099 · 5:00 PM'],
  ['2099-12-13', 'Fri, Dec 11 – Sun, Dec 13, 2099'],
])('a found pass until %s has %s', (last_date, when) => {
  const about = { event_title: 'Lamu Fest', date: '2099-12-11', time: '17:00' }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={SITE}>
        <FoundTickets
          tickets={[{ ...TICKET, ...about, ...(last_date && { last_date }) }]}
          onClear={() => {}}
        />
      </SiteProvider>
    </MemoryRouter>,
  )
  expect(html).toContain(`>${when}<`)
})
