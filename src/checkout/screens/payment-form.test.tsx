import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SiteProvider } from '../../ui/site.tsx'
import { AllTaken } from './all-taken.tsx'
import { PaymentForm } from './payment-form.tsx'

const FORM: ComponentProps<typeof PaymentForm> = {
  action: '/event/e',
  typed: { phoneNumber: '0712345678', email: '' },
  totalKes: 3000,
  offer: null,
  isSheet: true,
  busy: false,
  problem: null,
  refused: undefined,
  hidden: {},
  hasPaybill: false,
  onPay: () => {},
  onOther: () => {},
}
const OFFER = {
  lines: [{ ticketTypeId: 'v', name: 'VIP', quantity: 1, amountKes: 1000 }],
  reasons: ['Only 1 of 3 is left'],
  isShort: true,
}
const SITE = { origin: 'https://lango.test', sandbox: false, ussdCode: '*265*25#', paybill: true }

const shown = (changes: Partial<typeof FORM>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider value={SITE}>
        <PaymentForm {...FORM} {...changes} />
      </SiteProvider>
    </MemoryRouter>,
  )

const alertOf = (html: string) => /role="alert".*?<\/div>/.exec(html)?.[0] ?? ''

// spec: own-order-offered
test('a refusal because of the own open order leads to that order', () => {
  const refused = { isShort: false, ownOrder: 'mine' }
  const alert = alertOf(shown({ problem: 'In progress', refused }))
  expect(alert).toContain('In progress')
  expect(alert).toMatch(/href="\/pay\/mine"[^>]*>Continue your order</)
  const stranger = alertOf(
    shown({ problem: 'In progress', refused: { ...refused, ownOrder: null } }),
  )
  expect(stranger).not.toContain('Continue your order')
})

// spec: basket-never-changed
test('the form shows the shortage as it is now, and other problems besides', () => {
  const short = { isShort: true, ownOrder: null }
  const now = alertOf(shown({ offer: OFFER, problem: 'Only 2 of 3 are left.', refused: short }))
  expect(now).toContain('Only 1 of 3 is left')
  expect(now).not.toContain('Only 2 of 3')
  const failed = alertOf(shown({ offer: OFFER, problem: 'You cancelled' }))
  expect(failed).toMatch(/Only 1 of 3 is left.*You cancelled/)
  const both = alertOf(
    shown({ offer: OFFER, problem: 'Wrong PIN', refused: { ...short, isShort: false } }),
  )
  expect(both).toContain('Only 1 of 3 is left')
  expect(both).toContain('Wrong PIN')
  const returned = alertOf(shown({ problem: 'Only 2 of 3 are left.', refused: short }))
  expect(returned).toContain('Only 2 of 3 are left.')
})

// spec: all-taken
test('with nothing to take the button is disabled, and there is no payment by paybill', () => {
  const taken = { lines: [], reasons: ['All tickets are being bought right now.'], isShort: true }
  const html = shown({ offer: taken })
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*><span>Pay /)
  expect(html).not.toContain('Pay with Paybill')
  expect(shown({ offer: OFFER })).toContain('Pay with Paybill')
})

// spec: own-order-offered
test('while all tickets are taken, the own unpaid order can be continued', () => {
  expect(renderToStaticMarkup(<AllTaken onContinue={() => {}} />)).toContain('Continue your order')
  expect(renderToStaticMarkup(<AllTaken onContinue={null} />)).not.toContain('Continue your order')
})
