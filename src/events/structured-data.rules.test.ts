import { expect, test } from 'vitest'
import type { EventReply, TicketTypeReply } from './events.contract.ts'
import { toStructuredData } from './structured-data.rules.ts'

const ORIGIN = 'https://tickets.example.co.ke'

const TYPE: TicketTypeReply = {
  id: 'type-1',
  event_id: 'event-1',
  name: 'Terrace',
  description: '',
  price: 300,
  max_per_order: 4,
  quantity: 100,
  type_offset: 0,
  updated_at: '2027-01-01T00:00:00.000Z',
  available: 40,
  is_sold_out: false,
}

const EVENT: EventReply = {
  id: 'event-1',
  title: 'Nairobi Derby',
  description: 'Two clubs, one lake.',
  image: `${ORIGIN}/images/derby-1280.webp`,
  image_formats: ['webp', 'jpg'],
  share_image: `${ORIGIN}/share/event-1-0123456789ab.jpg`,
  date: '2027-03-14',
  time: '16:00',
  location: 'Nyayo National Stadium, Nairobi',
  attendees: 5000,
  price: 300,
  category_id: 'sports',
  category: 'Sports',
  is_main_event: false,
  is_featured: false,
  is_published: true,
  is_sold_out: false,
  is_limited_tickets: false,
  is_new: false,
  updated_at: '2027-01-01T00:00:00.000Z',
  cancelled_at: null,
  sales_open: true,
  ticket_types: [TYPE],
}

function describeWith(changes: Partial<EventReply>) {
  return toStructuredData({ ...EVENT, ...changes }) as Record<string, unknown> & {
    offers: Record<string, unknown>[]
  }
}

// spec: sharing-title-description
test("structured data has the event's venue, its time in Nairobi, pictures and offers", () => {
  expect(toStructuredData(EVENT)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: 'Nairobi Derby',
    description: 'Two clubs, one lake.',
    startDate: '2027-03-14T16:00:00+03:00',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    location: {
      '@type': 'Place',
      name: 'Nyayo National Stadium, Nairobi',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Nyayo National Stadium, Nairobi',
        addressCountry: 'KE',
      },
    },
    image: [EVENT.share_image, EVENT.image],
    url: `${ORIGIN}/event/event-1`,
    offers: [
      {
        '@type': 'Offer',
        name: 'Terrace',
        price: 300,
        priceCurrency: 'KES',
        availability: 'https://schema.org/InStock',
        url: `${ORIGIN}/event/event-1`,
      },
    ],
  })
})

test.each([
  ['Concerts', 'MusicEvent'],
  ['Festivals', 'Festival'],
  ['Theater', 'TheaterEvent'],
  ['Comedy', 'ComedyEvent'],
  ['Uncategorized', 'Event'],
])('%s are %s', (category, kind) => {
  expect(describeWith({ category })['@type']).toBe(kind)
})

// spec: sharing-title-description
test.each([
  ['few are left', { is_limited_tickets: true }, 'LimitedAvailability'],
  [
    'this type is sold',
    { ticket_types: [{ ...TYPE, available: 0, is_sold_out: true }] },
    'SoldOut',
  ],
  [
    'unpaid orders hold this type',
    { ticket_types: [{ ...TYPE, available: 0 }] },
    'LimitedAvailability',
  ],
  ['the event is sold out', { is_sold_out: true, is_limited_tickets: true }, 'SoldOut'],
  ['sales are over', { sales_open: false }, 'OutOfStock'],
])('availability where %s', (_case, changes: Partial<EventReply>, wanted) => {
  expect(describeWith(changes).offers[0]!.availability).toBe(`https://schema.org/${wanted}`)
})

// spec: sale-window-structured-data
test('an offer names the start of its sale and the end of its price', () => {
  const sale_from = '2027-02-01T07:00:00.000Z'
  const [offer] = describeWith({
    ticket_types: [{ ...TYPE, available: 0, sale_window: 'not_yet', sale_from }],
  }).offers
  expect(offer).toMatchObject({
    validFrom: sale_from,
    availability: 'https://schema.org/PreSale',
  })
  const [over] = describeWith({
    ticket_types: [{ ...TYPE, available: 0, sale_window: 'over' }],
  }).offers
  expect(over!.availability).toBe('https://schema.org/OutOfStock')
  const price_until = '2027-02-08T20:59:00.000Z'
  const step = { price: 200, step: 'Early bird', price_until, next_price: 300 }
  const [early] = describeWith({ ticket_types: [{ ...TYPE, ...step }] }).offers
  expect(early).toMatchObject({ price: 200, priceValidUntil: price_until })
})

test('the offered price is what is charged, in whole shillings', () => {
  expect(describeWith({ ticket_types: [{ ...TYPE, price: 99.5 }] }).offers[0]!.price).toBe(100)
})

test('structured data claims nothing that is not known', () => {
  const bare = describeWith({
    description: '',
    image: null,
    image_formats: [],
    sales_open: false,
    ticket_types: [],
  })
  // Search engines require a description, so an empty description is replaced by the title.
  expect(bare.description).toBe('Nairobi Derby')
  expect(bare.image).toEqual([EVENT.share_image])
  expect(bare.offers).toEqual([])
  // If sales are closed, the event may be over, so its status is left out.
  expect(bare).not.toHaveProperty('eventStatus')
})

// spec: cancel-public-page
test('a cancelled event is marked as such, even after a reschedule', () => {
  const cancelled = { cancelled_at: '2027-01-01T00:00:00.000Z', sales_open: false }
  expect(toStructuredData({ ...EVENT, ...cancelled })).toMatchObject({
    eventStatus: 'https://schema.org/EventCancelled',
  })
  expect(toStructuredData({ ...EVENT, moved_from: 'March 7, 2027' })).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
  })
})

// spec: entries-decide, unit-on-page
test('an offer names the people of a table and the least of an order, and add-ons are no offers', () => {
  const table = { ...TYPE, name: 'Table of 10', price: 5000, sold_in: 10 }
  const group = { ...TYPE, name: 'Group', min_per_order: 4 }
  const parking = { ...TYPE, name: 'Parking', kind: 'add_on' as const }
  const { offers } = describeWith({ ticket_types: [parking, table, group] })
  expect(offers).toHaveLength(2)
  expect(offers[0]).toMatchObject({ name: 'Table of 10', price: 5000, description: 'Admits 10' })
  const eligibleQuantity = { '@type': 'QuantitativeValue', minValue: 4 }
  expect(offers[1]).toMatchObject({ name: 'Group', eligibleQuantity })
})
