// spec: review-card
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { EventReply } from '../events.contract.ts'
import { EventPreview } from './event-preview.tsx'
import { capacityText, ReviewTypes } from './review-types.tsx'

test('the capacity counts all types at full price, and a chosen price at its lowest', () => {
  const vip = { name: 'VIP', price: 1500, quantity: 50 }
  const free = { name: 'Students', is_free: true, quantity: 5 }
  const chosen = { name: 'Friends', lowest: 200, suggested: 500, quantity: 10 }
  expect(
    [[], [free], [{ ...free, quantity: 1 }], [vip, free], [vip, chosen]].map((types) =>
      capacityText(types),
    ),
  ).toEqual([
    '0 tickets',
    '5 tickets',
    '1 ticket',
    '55 tickets, KES 75,000 at full price',
    '60 tickets, at least KES 77,000 at full price',
  ])
})

const POOL = { id: 'h', name: 'Main hall', quantity: 120 }
const TYPES = [
  { id: 's', name: 'Standard', price: 2500, quantity: 100, pool_id: 'h' },
  { id: 't', name: 'VIP Table', price: 20_000, quantity: 10, sold_in: 10, pool_id: 'h' },
  { id: 'c', name: 'Chama', price: 400, quantity: 100, min_per_order: 4 },
  { id: 'd', name: 'Drinks', price: 900, quantity: 50, sold_in: 3, kind: 'add_on' as const },
]

test('the capacity is of people, without add-ons, and at most that of a pool', () => {
  expect(capacityText(TYPES.slice(0, 2), [])).toBe('200 tickets, KES 450,000 at full price')
  expect(capacityText(TYPES, [POOL])).toBe('220 tickets, up to KES 375,000 at full price')
})

const textOf = (html: string) => html.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")
const rowsOf = (html: string) => [...html.matchAll(/<li.*?<\/li>/g)].map(([row]) => textOf(row))

// spec: review-units
test('the review card has units, least and pools, and add-ons below the types', () => {
  const own = [{ id: 'bar', name: 'Bar' }]
  const types = TYPES.map((type) => (type.id === 'd' ? { ...type, gate_ids: ['bar'] } : type))
  const html = renderToStaticMarkup(
    <ReviewTypes types={types} pools={[POOL]} days={[]} own={own} />,
  )
  expect(rowsOf(html)).toEqual([
    'StandardKES 2,500 × 100Places from Main hall · Main Gate · Up to 4 per order',
    'VIP TableKES 20,000 × 10 tables of 10100 people · Places from Main hall · Main Gate · Up to 4 per order',
    'ChamaKES 400 × 100At least 4 per order · Main Gate · Up to 4 per order',
    'DrinksKES 900 × 50Each redeemed 3 times · Bar · Up to 4 per order',
  ])
  expect(html.indexOf('>Add-ons<')).toBeGreaterThan(html.indexOf('Chama'))
  expect(html.indexOf('>Add-ons<')).toBeLessThan(html.indexOf('Drinks'))
  expect(textOf(html)).toMatch(/Shared capacity: Main hall, 120 places$/)
  const plain = [{ id: 's', name: 'Standard', price: 100, quantity: 5 }]
  const today = renderToStaticMarkup(<ReviewTypes types={plain} pools={[]} days={[]} own={[]} />)
  expect(textOf(today)).toBe('StandardKES 100 × 5Main Gate · Up to 4 per order')
})

// spec: review-units
test('the preview says what a unit is, and shows add-ons below the tickets', () => {
  const types = TYPES.map((type) => ({ description: '', ...type }))
  const event = { title: 'Gala', date: '2027-03-14', time: '15:30', location: 'Nyayo' }
  const reply = { ...event, id: 'e', description: '', ticket_types: types, pools: [POOL] }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <EventPreview
        event={{ ...reply, image_formats: [], is_published: false } as unknown as EventReply}
      />
    </MemoryRouter>,
  )
  expect(rowsOf(html)).toEqual([
    'StandardKES 2,500Shares the 120 places of Main hall',
    'VIP TableKES 20,000Admits 10 · Shares the 120 places of Main hall',
    'ChamaKES 400At least 4 per order',
    'DrinksKES 900Good for 3',
  ])
  expect(html.indexOf('>Add-ons<')).toBeGreaterThan(html.indexOf('Chama'))
})
