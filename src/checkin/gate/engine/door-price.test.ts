import { expect, test } from 'vitest'
import { closedText, typeLabel } from './door-price.ts'

const VIP = { id: 'vip', type_offset: 0, name: 'VIP', price: 500, gates: [] }
const window = { sale_from: '2026-11-27T07:00:00Z', sale_until: '2026-11-28T07:00:00Z' }

// spec: door-sale-window
test.each([
  ['2026-11-27T06:59:59Z', 'On sale Fri, Nov 27, 10:00 AM', 'VIP, on sale Fri, Nov 27, 10:00 AM'],
  ['2026-11-27T07:00:00Z', null, 'VIP, KES 500'],
  ['2026-11-28T07:00:00Z', 'No longer on sale', 'VIP, no longer on sale'],
])('at %s the door says %j of a type with a window', (at, closed, label) => {
  const type = { ...VIP, ...window }
  expect(closedText(type, Date.parse(at))).toBe(closed)
  expect(typeLabel(type, Date.parse(at))).toBe(label)
})
