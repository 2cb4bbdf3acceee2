import { expect, it } from 'vitest'
import { fillFee, fillSite, fillUssd, splitLinks, telOf } from './linked-text.rules.ts'

it('takes links out of a text', () => {
  expect(splitLinks('no link')).toEqual(['no link'])
  expect(splitLinks('')).toEqual([])
  expect(splitLinks('[all](/a)')).toEqual([{ label: 'all', href: '/a' }])
  expect(splitLinks('See [one](/a) or [two](/b#c).')).toEqual([
    'See ',
    { label: 'one', href: '/a' },
    ' or ',
    { label: 'two', href: '/b#c' },
    '.',
  ])
})

it('fills in how we are reached', () => {
  const site = {
    support_email: 'help@lango.test',
    support_phone: '+254 700 000 000',
    office: 'X',
    ussd_code: '',
    service_fee: { basis_points: 0, fixed: 0 },
    payout_decision_days: 2,
  }
  expect(fillSite('{email} {phone} {office}', site)).toBe(
    '[help@lango.test](mailto:help@lango.test) [+254 700 000 000](tel:+254700000000) X',
  )
  expect(fillSite('{email} in {office}', null)).toBe(
    '[the contact page](/contact) in Nairobi, Kenya',
  )
})

// spec: ussd-code-setting
it('names the code to dial; where there is none, the sentences that would are left out', () => {
  const text = 'Buy here. You may also dial {ussd} on your phone. Then pay.'
  expect(fillUssd(text, '*384#')).toBe('Buy here. You may also dial *384# on your phone. Then pay.')
  expect(fillUssd(text, '')).toBe('Buy here. Then pay.')
  expect(fillUssd('Dial {ussd} and wait.', '')).toBe('')
  expect(fillUssd('At 7. p.m. or so.', '')).toBe('At 7. p.m. or so.')
})

it('dials what is written', () => {
  expect(telOf('+254 (0) 700-123 456')).toBe('tel:+2540700123456')
  expect(telOf('*265*25#')).toBe('tel:*265*25%23')
})

// spec: fee-named-early
it('fills in the fee, or drops its sentence if the fee is not known', () => {
  const text = 'Sign up. What it costs: {fee}. Sell.'
  const words = (basis_points: number, fixed: number) => fillFee(text, { basis_points, fixed })
  expect(words(0, 0)).toBe('Sign up. What it costs: No fee. Sell.')
  expect(words(250, 0)).toBe('Sign up. What it costs: 2.5%. Sell.')
  expect(words(0, 10.5)).toBe('Sign up. What it costs: KES 10.50 per ticket. Sell.')
  expect(words(500, 10)).toBe('Sign up. What it costs: 5% + KES 10 per ticket. Sell.')
  expect(fillFee(text, undefined)).toBe('Sign up. Sell.')
})
