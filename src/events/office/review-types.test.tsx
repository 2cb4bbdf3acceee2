// spec: review-card
import { expect, test } from 'vitest'
import { capacityText } from './review-types.tsx'

test('the capacity counts all types at full price, and a chosen price at its lowest', () => {
  const vip = { name: 'VIP', price: 1500, quantity: 50 }
  const free = { name: 'Students', is_free: true, quantity: 5 }
  const chosen = { name: 'Friends', lowest: 200, suggested: 500, quantity: 10 }
  expect(
    [[], [free], [{ ...free, quantity: 1 }], [vip, free], [vip, chosen]].map(capacityText),
  ).toEqual([
    '0 tickets',
    '5 tickets',
    '1 ticket',
    '55 tickets, KES 75,000 at full price',
    '60 tickets, at least KES 77,000 at full price',
  ])
})
