// spec: refund-policy-final-sales, terms-service-9-sections, privacy-policy-9-sections
import { describe, expect, it } from 'vitest'
import type { Policy } from './policy.rules.ts'
import { PRIVACY } from './privacy.text.ts'
import { REFUND_POLICY } from './refund-policy.text.ts'
import { TERMS } from './terms.text.ts'

const wordsOf = (policy: Policy) => JSON.stringify(policy)

describe.each([REFUND_POLICY, TERMS, PRIVACY])('$title', (policy) => {
  it('has sections with addresses of their own and something to read', () => {
    const ids = policy.sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, blocks } of policy.sections) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(blocks.flat().join(' ').length).toBeGreaterThan(100)
    }
  })

  it('leaves nothing to fill in but what the settings hold', () => {
    const gaps = wordsOf(policy).match(/\{\w*\}/g) ?? []
    expect(
      gaps.filter((gap) => !['{email}', '{phone}', '{office}', '{ussd}'].includes(gap)),
    ).toEqual([])
  })
})

describe.each([TERMS, PRIVACY])('$title', ({ sections }) => {
  it('has nine sections, numbered', () => {
    const numbers = sections.map(({ title }) => title.match(/^(\d)\. /)?.[1])
    expect(numbers).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })
})

it.each<[Policy, string[]]>([
  [
    REFUND_POLICY,
    [
      'sales are final, unless an event is cancelled or rescheduled',
      'refunded automatically',
      'to the M-PESA number that paid',
      '7-14 business days',
      'your tickets stay valid',
      'within 14 days of the announcement',
      'full price of the ticket is refunded',
      'Transaction fees',
      'may not be refundable',
      'technical payment error',
      'double booking by a system error',
      'significant change to the event',
    ],
  ],
  [
    TERMS,
    [
      'prices are in Kenyan shillings (KES)',
      'Service fees may apply',
      '{ussd}',
      'has a limit per order',
    ],
  ],
  [
    PRIVACY,
    [
      'not intended for children under 13',
      'everyone under 18 is a child',
      'a parent or guardian must agree',
      'Safaricom',
      'SMS provider',
      'The organizer of the event',
      'We reply within 7 days',
      'corrected',
      'erased',
      'Object',
      'within 30 days',
      'Office of the Data Protection Commissioner (ODPC)',
      'within 72 hours',
      'How long we keep it',
    ],
  ],
])('%o says what the specification and the law demand', (policy, words) => {
  for (const word of words) expect(wordsOf(policy)).toContain(word)
})
