import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SiteProvider } from '../../ui/site.tsx'
import type { SuccessState } from '../success-state.rules.ts'
import { PaymentComplete } from './payment-complete.tsx'

const SITE = { origin: 'https://lango.test', sandbox: false, ussdCode: '*265*25#', paybill: true }

function htmlOf(paid: object): string {
  const empty = { message: '', phoneNumber: '', amount: 600, reference: '', eventTitle: '' }
  return renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={SITE}>
        <PaymentComplete paid={{ ...empty, tickets: [], ...paid } as unknown as SuccessState} />
      </SiteProvider>
    </MemoryRouter>,
  )
}

// spec: payment-complete-next-steps
test('each of several tickets has its own way to a friend', () => {
  const numbers = ['04PRACT1CE000001', '04PRACT1CE000003']
  const tickets = numbers.map((ticket_number) => {
    return { ticket_number, ticket_type: 'Terrace', gate: 'Gate A', quantity: 1 }
  })
  const ways = [...htmlOf({ tickets }).matchAll(/href="([^"]*)"[^>]*>Send to a friend</g)]
  expect(ways.map(([, to]) => to)).toEqual(numbers.map((number) => `/t/${number}#send`))
})

// spec: phone-one-form
test.each([
  ['0712003601', '0712 003 601'],
  ['+254 712-003-601', '0712 003 601'],
  ['07•• ••• 601', '07•• ••• 601'],
])('the phone number %s is shown as %s', (phoneNumber, shown) => {
  expect(htmlOf({ phoneNumber })).toContain(`>${shown}</dd>`)
})
