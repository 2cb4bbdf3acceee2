import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SiteProvider } from '../../ui/site.tsx'
import type { SuccessState } from '../success-state.rules.ts'
import { PaymentComplete } from './payment-complete.tsx'

const SITE = { origin: 'https://lango.test', sandbox: false, ussdCode: '*265*25#', paybill: true }

// spec: payment-complete-next-steps
test('each of several tickets has its own way to a friend', () => {
  const numbers = ['04PRACT1CE000001', '04PRACT1CE000003']
  const tickets = numbers.map((ticket_number) => {
    return { ticket_number, ticket_type: 'Terrace', gate: 'Gate A', quantity: 1 }
  })
  const paid = { message: '', phoneNumber: '', amount: 600, reference: '', eventTitle: '', tickets }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={SITE}>
        <PaymentComplete paid={paid as unknown as SuccessState} />
      </SiteProvider>
    </MemoryRouter>,
  )
  const ways = [...html.matchAll(/href="([^"]*)"[^>]*>Send to a friend</g)].map(([, to]) => to)
  expect(ways).toEqual(numbers.map((number) => `/t/${number}#send`))
})
