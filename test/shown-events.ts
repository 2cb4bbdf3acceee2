// Generators of ticket types and events as USSD shows them, for property tests.
import fc from 'fast-check'
import type { ShownCode, ShownEvent } from '../src/ussd/event-screens.rules.ts'

/** Titles of any kind: one letter or hundreds, in any script, with characters that GSM-7 lacks. */
export const name = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom('W', 'ł', '“', '€', '{', ' ', '\n', '😀', 'ع'),
    maxLength: 80,
  }),
  fc.constantFrom(
    'Derby Day',
    'مباراة',
    '',
    'Tamasha la Muziki wa Kizazi Kipya Nairobi 2026 na Marafiki',
  ),
)
export const price = fc.oneof(
  fc.constantFrom(0, 0.5, 500, 250_000),
  fc.nat(99_999_999).map((n) => n / 100),
)
export const count = fc.nat(1_000_000)
export const day = fc.constantFrom('2026-11-21', '2027-05-31', '2026-01-01')
export const id = fc.uuid()
export const phone = fc.nat(99_999_999).map((n) => `2547${String(n).padStart(8, '0')}`)

export const type = fc.record(
  {
    id,
    name,
    price,
    available: fc.oneof(count, fc.constant(0)),
    is_sold_out: fc.boolean(),
    max_per_order: fc.integer({ min: 1, max: 1_000_000 }),
    fee: price,
    step: name.filter((text) => text !== ''),
    left_at_price: count,
    is_free: fc.constant(true),
    full_price: price,
    lowest: fc.nat(250_000),
    sold_in: fc.constantFrom(1, 10, 31),
    min_per_order: fc.constantFrom(1, 2, 1000),
    kind: fc.constantFrom('entry', 'add_on'),
    sale_window: fc.constantFrom('not_yet', 'open', 'over'),
    sale_from: fc.constantFrom('2026-11-21T20:59:00Z', '2026-12-05T07:00:00Z'),
  },
  {
    requiredKeys: ['id', 'name', 'price', 'available', 'is_sold_out', 'max_per_order', 'sale_from'],
  },
)
const dialled = fc.record<ShownCode>({
  id,
  digits: fc.constantFrom('4471', '90817263'),
  typeIds: fc.constant([]),
  kind: fc.constantFrom('percent', 'amount', 'price', 'access'),
  percent: fc.constantFrom(10, 100),
  value: fc.constantFrom(200, 250_000),
  left: fc.option(count),
  max_per_phone: fc.option(count),
})
export const event = fc.record<ShownEvent>({
  id,
  title: name,
  date: day,
  time: fc.constantFrom('15:00', '09:30'),
  location: name,
  is_published: fc.constant(true),
  is_sold_out: fc.boolean(),
  sales_open: fc.boolean(),
  cancelled_at: fc.constantFrom(null, null, '2026-11-20T09:00:00Z'),
  ticket_types: fc.array(type, { maxLength: 8 }),
  dialled: fc.option(dialled, { nil: undefined }),
})
