import { expect, test } from 'vitest'
import { EVENT } from '../../../../test/gate-session.ts'
import {
  boundsText,
  closedText,
  dayNote,
  doorPrice,
  doorTypes,
  priceFieldLabel,
  quantitiesOf,
  quantityLabel,
  readChosen,
  typeLabel,
  unitsNote,
} from './door-price.ts'

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
  expect(typeLabel(EVENT, type, Date.parse(at))).toBe(label)
})

// spec: door-sale-chosen-price
test.each([
  ['350', 350],
  ['1,000', 1000],
  [' 200 ', 200],
  ['199', null],
  ['1001', null],
  ['250.50', null],
  ['-300', null],
  ['', null],
])('the typed price %j of KES 200 to KES 1,000 is read as %j', (typed, price) => {
  const type = { ...VIP, price: 200, lowest: 200, highest: 1000 }
  expect(readChosen(type, typed, 3)).toBe(price)
  const sum = { amount: 3 * (price ?? 0), fee: 0, step: null }
  expect(doorPrice(type, 3, 0, price)).toEqual(sum)
})

// spec: door-sale-chosen-price
test('without a highest price the bound is what one order may cost', () => {
  const type = { ...VIP, price: 200, lowest: 200 }
  expect(boundsText(type, 2)).toBe('KES 200 to KES 125,000')
  expect(readChosen(type, '125000', 2)).toBe(125_000)
  expect(readChosen(type, '125001', 2)).toBeNull()
  expect(readChosen(type, '250000', 1)).toBe(250_000)
  expect(readChosen(type, '250001', 1)).toBeNull()
})

test('a type with a chosen price names its bounds, and a free type is free', () => {
  const type = { ...VIP, price: 200, lowest: 200 }
  expect(typeLabel(EVENT, type, 0)).toBe('VIP, from KES 200')
  expect(boundsText({ ...type, highest: 1000 }, 2)).toBe('KES 200 to KES 1,000')
  expect(typeLabel(EVENT, { ...VIP, price: 0, is_free: true }, 0)).toBe('VIP, free')
  expect(typeLabel(EVENT, { ...VIP, price: 0 }, 0)).toBe('VIP, KES 0')
})

// spec: door-sale-types
test('the door sells the types that its organizer sells there', () => {
  const types = [VIP, { ...VIP, id: 'web', sold_at_door: false }]
  expect(doorTypes({ ...EVENT, types })).toEqual([VIP])
})

// spec: door-sale-unit-form
test('tables are counted as tables with their people, and add-ons stand last', () => {
  const table = { ...VIP, id: 't', name: 'VIP Table', price: 20_000, sold_in: 10 }
  const parking = { ...VIP, id: 'p', name: 'Parking', price: 300, gates: [1] }
  const gates = [{ n: 1, id: 'park', name: 'North Park', is_stopped: false }]
  const event = { ...EVENT, gates, types: [VIP, table], extras: [parking] }
  const types = doorTypes(event)
  expect(types.map(({ id }) => id)).toEqual(['vip', 't', 'p'])
  const told = (quantity: number) =>
    types.map((type) => [
      quantityLabel(type),
      priceFieldLabel(type),
      unitsNote(type, quantity, event),
    ])
  expect(told(2)).toEqual([
    ['People', 'Price of one ticket (KES)', null],
    ['Tables', 'Price of one table (KES)', '20 people'],
    [
      'How many',
      'Price of one add-on (KES)',
      'For a number with a ticket. Redeemed at North Park; lets no one in.',
    ],
  ])
  expect(quantitiesOf(VIP)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(quantitiesOf({ ...VIP, min_per_order: 4 }).slice(0, 2)).toEqual([4, 5])
  expect(doorTypes({ ...event, extras: [{ ...parking, sold_at_door: false }] })).toHaveLength(2)
})

// spec: door-sale-day
test('the door names the day of tickets that let no one in today', () => {
  const days = [11, 12].map((day, index) => {
    return { n: index + 1, date: `2026-12-${day}`, time: '18:00', cancelled_at: null }
  })
  const event = { ...EVENT, days }
  const saturday = { ...VIP, name: 'Saturday', day_numbers: [2] }
  const pass = { ...VIP, name: 'Pass', day_numbers: [1, 2] }
  const friday = Date.parse('2026-12-11T19:00:00+03:00')
  const morning = Date.parse('2026-12-12T06:00:00+03:00')
  expect(typeLabel(event, saturday, friday)).toBe('Saturday, KES 500, for Sat, Dec 12')
  expect(dayNote(event, saturday, friday)).toBe(
    'For Saturday, December 12, 2026. Lets no one in today.',
  )
  for (const [type, at] of [
    [pass, friday],
    [saturday, morning],
  ] as const) {
    expect(typeLabel(event, type, at)).toBe(`${type.name}, KES 500`)
    expect(dayNote(event, type, at)).toBeNull()
  }
  expect(dayNote(EVENT, VIP, friday)).toBeNull()
})
