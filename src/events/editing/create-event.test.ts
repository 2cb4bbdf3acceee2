import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type Editor, LEAST, makeEditor, VIP } from '../../../test/event-form.ts'
import { keepStage } from '../../../test/stage.ts'
import { TYPES_TEXT } from '../types/type-price.rules.ts'
import { NO_TYPE_TEXT, REQUIRED_TEXT } from './event-form.rules.ts'

const stage = keepStage()
let admin: Editor
beforeAll(async () => {
  admin = await makeEditor(stage)
})

async function created(body: object = {}) {
  const reply = await admin.create({
    ...LEAST,
    image: await admin.picture(),
    ticket_types: [{ name: 'Standard', price: 100, quantity: 100 }, VIP],
    ...body,
  })
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 201 })
  return reply.body
}

// spec: published-state-checkbox-draft, get-gave-can
test('a minimal event is created: absent fields are false, null or none', async () => {
  const image = await admin.picture()
  const { status, body } = await admin.create({ ...LEAST, image })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...LEAST,
    image,
    description: '',
    attendees: null,
    category_id: null,
    category: 'Uncategorized',
    organizer_id: null,
    is_main_event: false,
    is_featured: false,
    is_published: false,
    is_sold_out: false,
    is_limited_tickets: false,
    is_new: false,
    ticket_types: [],
  })
  const { status: refused, body: refusal } = await admin.create({
    ...LEAST,
    image,
    ticket_types: [],
  })
  expect([refused, refusal]).toEqual([
    422,
    { error: NO_TYPE_TEXT, code: 'invalid_field', field: 'ticket_types' },
  ])
  expect((await stage.app.inject(`/api/events/${body.id}`)).statusCode).toBe(404)
})

test('an event with every field is created', async () => {
  const organizer = await buildAccount(stage)
  const category_id = await admin.category('Concerts')
  const gates = [await admin.gate('North'), await admin.gate('South')]
  const full = {
    ...LEAST,
    description: 'Two lines\nof text',
    attendees: 8000,
    category_id,
    organizer_id: organizer.id,
    is_main_event: true,
    is_featured: true,
    is_published: true,
    is_limited_tickets: true,
    is_new: true,
  }
  const body = await created({
    ...full,
    zero_prices: 'kept',
    ticket_types: [
      { name: ' Early  bird ', price: 0, quantity: 1, max_per_order: 2, gate_ids: gates },
      { ...VIP, description: 'Best seats', type_offset: 7, gate_ids: [] },
      { name: 'Late', price: 10, quantity: 5 },
    ],
  })
  expect(body).toMatchObject({
    ...full,
    price: 10,
    category: 'Concerts',
    organizer_email: organizer.email,
    sale_state: 'limited',
    ticket_types: [
      {
        name: 'Early bird',
        description: '',
        price: 0,
        quantity: 1,
        max_per_order: 2,
        type_offset: 0,
      },
      { name: 'Late', price: 10, quantity: 5, max_per_order: 4, type_offset: 2, gate_ids: [] },
      { ...VIP, description: 'Best seats', type_offset: 7, gate_ids: [], sold: 0, held: 0 },
    ],
  })
  expect([...body.ticket_types[0].gate_ids].sort()).toEqual([...gates].sort())
  const shown = (await stage.app.inject(`/api/events/${body.id}`)).json()
  expect(shown.ticket_types.map((type: { available: number }) => type.available)).toEqual([
    1, 5, 50,
  ])
  expect(shown).not.toHaveProperty('organizer_id')
  expect(shown.ticket_types[0]).not.toHaveProperty('gate_ids')
})

// spec: event-form-required-fill
test.each(['title', 'date', 'time', 'location', 'price', 'image'])(
  'a new event without %s is refused',
  async (field) => {
    const image = await admin.picture()
    for (const nothing of [undefined, null, ...(field === 'price' ? [] : [' '.trim()])]) {
      const { status, body } = await admin.create({ ...LEAST, image, [field]: nothing })
      expect({ status, body }, String(nothing)).toEqual({
        status: 422,
        body: { error: REQUIRED_TEXT, code: 'invalid_field', field },
      })
    }
  },
)

// spec: input-bounds-price-min
test.each([
  ['title', 'x'.repeat(201)],
  ['title', 5],
  ['date', '2027-02-30'],
  ['date', '14.3.2027'],
  ['time', '25:00'],
  ['time', '3 pm'],
  ['price', -1],
  ['price', 0.001],
  ['price', 10_000_001],
  ['price', '100'],
  ['attendees', -1],
  ['attendees', 1.5],
  ['is_published', 'true'],
  ['is_published', null],
  ['image', 'https://example.com/images/a-1280.webp'],
  ['image', 'javascript:alert(1)'],
  ['description', 'x'.repeat(20_001)],
  ['ticket_types', 'none'],
  ['category_id', 5],
])('refuses %s %j, and names it', async (field, value) => {
  const image = await admin.picture()
  const { status, body } = await admin.create({ ...LEAST, image, [field]: value })
  expect([status, body.code, body.field]).toEqual([422, 'invalid_field', field])
  expect(body.error).toContain(field)
})

// spec: ticket-type-complete-information, input-bounds-price-min
test.each([
  ['name', { name: '' }],
  ['name', { name: ' \t ' }],
  ['name', { name: null }],
  ['price', { price: -0.01 }],
  ['price', { price: null }],
  ['quantity', { quantity: 0 }],
  ['quantity', { quantity: -5 }],
  ['quantity', { quantity: null }],
])('a type without a good %s: %j', async (field, change) => {
  const ticket_types = [VIP, { ...VIP, name: 'Other', ...change }]
  const { status, body } = await admin.create({
    ...LEAST,
    image: await admin.picture(),
    ticket_types,
  })
  expect({ status, body }).toEqual({
    status: 422,
    body: { error: TYPES_TEXT, code: 'invalid_field', field: `ticket_types.1.${field}` },
  })
})

// spec: input-bounds-price-min
test.each([
  ['quantity', 1.5],
  ['quantity', 1_000_001],
  ['price', 1.005],
  ['max_per_order', 0],
  ['max_per_order', null],
  ['type_offset', 8],
  ['type_offset', -1],
  ['name', 'x'.repeat(61)],
  ['gate_ids', 'all'],
])('a type with %s %j', async (field, value) => {
  const { status, body } = await admin.create({
    ...LEAST,
    image: await admin.picture(),
    ticket_types: [{ ...VIP, [field]: value }],
  })
  expect([status, body.field]).toEqual([422, `ticket_types.0.${field}`])
})

test('a new event with an unknown category, gate or picture is refused', async () => {
  const image = await admin.picture()
  const gone = randomUUID()
  const cases = [
    [{ category_id: gone }, 'category_id'],
    [{ category_id: 'x' }, 'category_id'],
    [{ organizer_id: gone }, 'organizer_id'],
    [{ ticket_types: [{ ...VIP, gate_ids: [gone] }] }, 'ticket_types.0.gate_ids'],
    [{ ticket_types: [{ ...VIP, gate_ids: ['x'] }] }, 'ticket_types.0.gate_ids'],
    [{ ticket_types: [{ ...VIP, id: gone }] }, 'ticket_types.0.id'],
  ] as const
  for (const [change, field] of cases) {
    const { status, body } = await admin.create({ ...LEAST, image, ...change })
    expect([status, body.field], field).toEqual([404, field])
  }
  const { status, body } = await admin.create({
    ...LEAST,
    image: `${stage.env.publicOrigin}/images/never-1280.webp`,
  })
  expect([status, body.code, body.field]).toEqual([409, 'image_gone', 'image'])
  const left = await stage.db
    .selectFrom('event')
    .select('id')
    .where('image_key', '=', image)
    .execute()
  expect(left).toEqual([])
})

// spec: organizer-chosen-among
test('only an account with a confirmed address can own an event', async () => {
  const organizer = await buildAccount(stage)
  await stage.db
    .updateTable('account')
    .set({ confirmed_at: null })
    .where('id', '=', organizer.id)
    .execute()
  const { status, body } = await admin.create({
    ...LEAST,
    image: await admin.picture(),
    organizer_id: organizer.id,
  })
  expect([status, body.code, body.field]).toEqual([409, 'unconfirmed_organizer', 'organizer_id'])
  const listed = (await admin.call('GET', '/api/organizers?limit=100')).body.data
  expect(listed).toContainEqual({
    ...{ id: admin.id, email: admin.email, full_name: 'Amina Odhiambo' },
    service_fee: { basis_points: 0, fixed: 0 },
  })
  expect(listed.map((row: { id: string }) => row.id)).not.toContain(organizer.id)
})

// spec: get-gave-can
test('a GET reply sent as a new event creates a copy', async () => {
  const first = await created()
  const { id, ...body } = await admin.read(first.id)
  const types = body.ticket_types.map(({ id: _, ...type }: { id: string }) => type)
  const { status, body: copy } = await admin.create({ id, ...body, ticket_types: types })
  expect(status).toBe(201)
  expect(copy.id).not.toBe(id)
  expect(copy.ticket_types).toHaveLength(2)
  expect(copy.image).toBe(first.image)
})
