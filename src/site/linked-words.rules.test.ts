import { expect, it } from 'vitest'
import { fillSite, splitLinks, telOf } from './linked-words.rules.ts'

it('takes links out of a text', () => {
  expect(splitLinks('no link')).toEqual(['no link'])
  expect(splitLinks('')).toEqual([])
  expect(splitLinks('[all](/a)')).toEqual([{ words: 'all', href: '/a' }])
  expect(splitLinks('See [one](/a) or [two](/b#c).')).toEqual([
    'See ',
    { words: 'one', href: '/a' },
    ' or ',
    { words: 'two', href: '/b#c' },
    '.',
  ])
})

it('fills in how we are reached', () => {
  const site = { support_email: 'help@lango.test', support_phone: '+254 700 000 000', office: 'X' }
  expect(fillSite('{email} {phone} {office}', site)).toBe(
    '[help@lango.test](mailto:help@lango.test) [+254 700 000 000](tel:+254700000000) X',
  )
  expect(fillSite('{email} in {office}', null)).toBe(
    '[the contact page](/contact) in Nairobi, Kenya',
  )
})

it('dials what is written', () => {
  expect(telOf('+254 (0) 700-123 456')).toBe('tel:+2540700123456')
  expect(telOf('*265*25#')).toBe('tel:*265*25%23')
})
