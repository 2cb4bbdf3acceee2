import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { type Editor, LEAST, makeEditor } from '../../../test/event-form.ts'
import { place } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage()
let admin: Editor
beforeAll(async () => {
  admin = await makeEditor(stage)
})

const EARLY = {
  name: 'Early bird',
  price: 1000,
  starts_at: null,
  ends_at: '2027-01-27T20:59:00.000Z',
  quantity: 50,
}
const ADVANCE = { name: 'Advance', price: 1200.5, starts_at: null, ends_at: null, quantity: 30 }
const WEEK = {
  name: 'Last week',
  price: 1400,
  starts_at: '2027-03-01T07:00:00.000Z',
  ends_at: '2027-03-07T07:00:00.000Z',
  quantity: null,
}
const STANDARD = {
  name: 'Standard',
  price: 1500,
  quantity: 100,
  sale_from: '2027-01-01T07:00:00.000Z',
  sale_until: '2027-03-14T09:00:00.000Z',
  price_steps: [EARLY, ADVANCE, WEEK],
}

async function created(type: object = {}) {
  const image = await admin.picture()
  const ticket_types = [{ ...STANDARD, ...type }]
  const reply = await admin.create({ ...LEAST, image, ticket_types })
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 201 })
  return reply.body
}

type ManagedType = Record<string, unknown> & { id: string; price_steps: Record<string, unknown>[] }

/** Saves the first type with changes, and returns the reply. */
async function save(id: string, change: (type: ManagedType) => object) {
  const { updated_at, ticket_types } = await admin.read(id)
  return await admin.save(id, { updated_at, ticket_types: [change(ticket_types[0])] })
}

const limits = (eventId: string) =>
  stage.db
    .selectFrom('sale_limit')
    .select(['id', 'capacity', 'held', 'sold'])
    .where('event_id', '=', eventId)
    .orderBy('capacity')
    .execute()

/** Sets the number of sold tickets of the step whose capacity is `capacity`. */
const setSold = (eventId: string, capacity: number, sold: number) =>
  stage.db
    .updateTable('sale_limit')
    .set({ held: 0, sold })
    .where('event_id', '=', eventId)
    .where('capacity', '=', capacity)
    .execute()

/** Creates an event whose only step, ADVANCE, has sold a ticket. */
async function createdAndSold() {
  const draft = await created({ sale_from: null, price_steps: [ADVANCE] })
  const { updated_at } = draft
  const { body: event } = await admin.save(draft.id, { updated_at, is_published: true })
  const types = event.ticket_types.map(({ id, price_now }: Record<string, unknown>) => {
    return { id, price: price_now }
  })
  const { orderId } = await place(stage, { ...event, types })
  const [limit] = await limits(event.id)
  await stage.db
    .insertInto('line_limit')
    .columns(['order_line_id', 'limit_id'])
    .expression((eb) =>
      eb
        .selectFrom('order_line')
        .select(['id', eb.val(limit!.id).as('limit_id')])
        .where('order_id', '=', orderId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await setSold(event.id, 30, 1)
  return event
}

// spec: price-steps-saved
describe('saving windows and steps', () => {
  test('a type is saved with its window and steps, and GET returns them as sent', async () => {
    const event = await created()
    const steps = [{ ...EARLY, taken: 0 }, { ...ADVANCE, taken: 0 }, WEEK]
    expect(event.ticket_types).toMatchObject([{ ...STANDARD, price_steps: steps }])
    expect(await limits(event.id)).toMatchObject([{ capacity: 30 }, { capacity: 50 }])
    const read = await admin.read(event.id)
    expect(await admin.save(event.id, read)).toEqual({ status: 200, body: event })
  })

  test('absent windows and steps stay, and steps with an id keep it in their new order', async () => {
    const event = await created()
    const renamed = await save(event.id, ({ id }) => ({ id, name: 'Regular' }))
    const [type] = event.ticket_types
    const { name, updated_at, ...rest } = renamed.body.ticket_types[0]
    expect({ ...type, ...rest }).toEqual(type)
    await setSold(event.id, 50, 7)
    const before = await limits(event.id)
    const saved = await save(event.id, ({ id, price_steps: [early, advance] }) => ({
      id,
      sale_from: null,
      price_steps: [
        { ...advance, price: 1100, quantity: 20 },
        { ...early, id: String(early!.id).toUpperCase(), ends_at: '2027-01-27T23:59:00+03:00' },
        { ...WEEK, name: '  The   end ' },
      ],
    }))
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const [early, advance, week] = type.price_steps
    const [{ sale_from, sale_until, price_steps }] = saved.body.ticket_types
    expect([sale_from, sale_until]).toEqual([null, STANDARD.sale_until])
    expect(price_steps).toEqual([
      { ...advance, price: 1100, quantity: 20 },
      { ...early, taken: 7 },
      { ...week, id: expect.any(String), name: 'The end' },
    ])
    expect(price_steps[2].id).not.toBe(week.id)
    const [ofAdvance, ofEarly] = before
    expect(await limits(event.id)).toEqual([{ ...ofAdvance, capacity: 20 }, ofEarly])
  })

  test('a removed step loses its limit, unless an order refers to the limit', async () => {
    const sold = await createdAndSold()
    const unsold = await created()
    for (const event of [sold, unsold]) {
      const saved = await save(event.id, ({ id }) => ({ id, price_steps: [] }))
      expect(saved.body.ticket_types[0].price_steps).toEqual([])
    }
    expect(await limits(sold.id)).toMatchObject([{ capacity: 1, held: 0, sold: 1 }])
    expect(await limits(unsold.id)).toEqual([])
  })

  test('a step that loses its number still counts, and another number includes the count', async () => {
    const event = await createdAndSold()
    const { ends_at } = WEEK
    const change = (to: object) =>
      save(event.id, ({ id, price_steps: [step] }) => ({ id, price_steps: [{ ...step, ...to }] }))
    const [limit] = await limits(event.id)
    const saved = await change({ quantity: null, ends_at })
    expect(saved.body.ticket_types[0].price_steps).toEqual([
      { ...ADVANCE, id: expect.any(String), quantity: null, ends_at },
    ])
    expect(await limits(event.id)).toEqual([{ ...limit, capacity: null }])
    const noEnd = await change({ ends_at: null })
    expect([noEnd.status, noEnd.body.field]).toEqual([422, 'ticket_types.0.price_steps.0.ends_at'])
    await stage.db.updateTable('sale_limit').set({ sold: 4 }).where('id', '=', limit!.id).execute()
    expect(await change({ quantity: 3 })).toMatchObject({
      status: 409,
      body: { code: 'below_sold', field: 'ticket_types.0.price_steps.0.quantity', least: 4 },
    })
    const again = await change({ quantity: 5 })
    expect(again.body.ticket_types[0].price_steps).toMatchObject([{ quantity: 5, taken: 4 }])
    expect(await limits(event.id)).toEqual([{ ...limit, capacity: 5, sold: 4 }])
  })

  test('a deleted type takes its steps along; a type with orders keeps them', async () => {
    const sold = await createdAndSold()
    const unsold = await created()
    for (const event of [sold, unsold]) {
      const other = { name: 'Other', price: 5, quantity: 5 }
      const saved = await save(event.id, () => other)
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    }
    expect(await limits(unsold.id)).toEqual([])
    expect(await limits(sold.id)).toMatchObject([{ capacity: 30, sold: 1 }])
  })
})

// spec: price-steps-saved
describe('refused windows and steps', () => {
  type Change = Partial<Record<keyof typeof EARLY | 'id', unknown>>
  const step = (change: Change) => ({ price_steps: [ADVANCE, { ...EARLY, ...change }] })
  const inStep = 'ticket_types.0.price_steps.1'
  const noTime = { name: 'Gap', price: 10 }

  test.each<[string, object, string, string]>([
    ['no name', step({ name: '  ' }), `${inStep}.name`, 'Give this early price a name'],
    ['a long name', step({ name: 'x'.repeat(41) }), `${inStep}.name`, 'at most 40'],
    ['no price', step({ price: null }), `${inStep}.price`, 'must be more than 0'],
    ['a free step', step({ price: 0 }), `${inStep}.price`, 'must be more than 0'],
    ['a price below 0', step({ price: -1 }), `${inStep}.price`, 'must be more than 0'],
    ['parts of cents', step({ price: 1.005 }), `${inStep}.price`, 'at most two decimals'],
    ['a high price', step({ price: 1500.01 }), `${inStep}.price`, 'Standard, KES 1,500.'],
    ['no end', step({ ends_at: null, quantity: null }), `${inStep}.ends_at`, 'an end, a number'],
    [
      'an end at its start',
      step({ starts_at: EARLY.ends_at }),
      `${inStep}.ends_at`,
      'must end after it starts',
    ],
    ['no tickets', step({ quantity: 0 }), `${inStep}.quantity`, 'must be 1 or more'],
    ['fewer than none', step({ quantity: -5 }), `${inStep}.quantity`, 'must be 1 or more'],
    ['too many tickets', step({ quantity: 101 }), `${inStep}.quantity`, 'Standard, 100.'],
    ['an unknown step', step({ id: randomUUID() }), `${inStep}.id`, 'no longer exists'],
    ['an id that is none', step({ id: 'x' }), `${inStep}.id`, 'no longer exists'],
    [
      'seven steps',
      { price_steps: Array(7).fill(EARLY) },
      'ticket_types.0.price_steps',
      'up to 6 early prices',
    ],
    [
      'a window that ends first',
      { sale_until: STANDARD.sale_from },
      'ticket_types.0.sale_until',
      'must end after it starts',
    ],
    ['a day', { sale_from: '2027-01-27' }, 'ticket_types.0.sale_from', 'must be a time such as'],
    ['an unknown day', step({ ends_at: '2027-02-30T10:00:00Z' }), `${inStep}.ends_at`, 'a time'],
    ['a time without zone', step({ starts_at: '2027-01-02T10:00' }), `${inStep}.starts_at`, 'time'],
    ['a far year', step({ ends_at: '+275760-09-14T00:00:00Z' }), `${inStep}.ends_at`, 'a time'],
    ['year 9999', { sale_until: '9999-12-31T23:59:00Z' }, 'ticket_types.0.sale_until', 'a time'],
    ['year 0', step({ starts_at: '0000-01-01T00:00:00Z' }), `${inStep}.starts_at`, 'a time'],
    ['an unknown hour', step({ ends_at: '2027-01-27T25:00:00Z' }), `${inStep}.ends_at`, 'a time'],
    ['a number as time', step({ ends_at: 1e12 }), `${inStep}.ends_at`, 'must be'],
    ['too many steps', { price_steps: Array(2000).fill(noTime) }, 'ticket_types.0.price_steps', ''],
    ['no list', { price_steps: { 0: EARLY } }, 'ticket_types.0.price_steps', 'in brackets'],
    ['half a ticket', step({ quantity: 1.5 }), `${inStep}.quantity`, 'whole number'],
  ])('%s is refused, and the field is named', async (_, type, field, text) => {
    const image = await admin.picture()
    const body = { ...LEAST, image, ticket_types: [{ ...STANDARD, ...type }] }
    const reply = await admin.create(body)
    expect([reply.status, reply.body.field]).toEqual([422, field])
    expect(reply.body.error).toContain(text)
  })

  test('an amount beyond all numbers is refused', async () => {
    const image = await admin.picture()
    const body = JSON.stringify({ ...LEAST, image, ticket_types: [STANDARD] })
    const payload = body.replace('"price":1000', '"price":1e400')
    const headers = { ...admin.headers, 'content-type': 'application/json' }
    const reply = await stage.app.inject({ method: 'POST', url: '/api/events', headers, payload })
    expect([reply.statusCode, reply.json().field]).toEqual([
      422,
      'ticket_types.0.price_steps.0.price',
    ])
  })

  test('half a letter in a name is refused', async () => {
    const image = await admin.picture()
    const ticket_types = [{ ...STANDARD, ...step({ name: 'Early \ud800' }) }]
    expect((await admin.create({ ...LEAST, image, ticket_types })).status).toBe(422)
  })

  test("another event's step, and a step listed twice, are refused", async () => {
    const [event, other] = [await created(), await created()]
    const [foreign] = other.ticket_types[0].price_steps
    const stolen = await save(event.id, ({ id }) => ({ id, price_steps: [ADVANCE, foreign] }))
    expect([stolen.status, stolen.body.field]).toEqual([422, `${inStep}.id`])
    const twice = await save(event.id, ({ id, price_steps: [early] }) => ({
      id,
      price_steps: [early, { ...early, id: String(early!.id).toUpperCase() }],
    }))
    expect([twice.status, twice.body.field]).toEqual([422, `${inStep}.id`])
    expect((await admin.read(event.id)).ticket_types).toEqual(event.ticket_types)
  })

  test('the price and the number of a type are not lowered below its steps', async () => {
    const event = await created()
    for (const [change, field] of [
      [{ price: 1300 }, 'ticket_types.0.price_steps.2.price'],
      [{ quantity: 40 }, 'ticket_types.0.price_steps.0.quantity'],
    ] as const) {
      const reply = await save(event.id, ({ id }) => ({ id, ...change }))
      expect([reply.status, reply.body.field]).toEqual([422, field])
    }
  })

  test('a step above its type that was stored so is refused only once it changes', async () => {
    const { id } = await buildEvent(stage.db, {
      types: [{ price: 5, steps: [{ price: 9, quantity: 1 }] }],
    })
    expect((await save(id, (type) => ({ ...type, name: 'Kept' }))).status).toBe(200)
    const changed = await save(id, ({ price_steps: [step], ...type }) => ({
      ...type,
      price_steps: [{ ...step, price: 8 }],
    }))
    expect(changed.body.field).toBe('ticket_types.0.price_steps.0.price')
  })

  // spec: capacity-never-below
  test('the number of a step is not lowered below its sold and held tickets', async () => {
    const event = await created()
    await setSold(event.id, 50, 12)
    const lower = (quantity: number) =>
      save(event.id, ({ id, price_steps: [early, ...rest] }) => ({
        id,
        price_steps: [{ ...early, quantity }, ...rest],
      }))
    const refused = await lower(11)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'below_sold', field: 'ticket_types.0.price_steps.0.quantity', least: 12 },
    })
    expect(refused.body.error).toContain('The number of Early bird cannot be below 12')
    expect((await lower(12)).status).toBe(200)
  })
})
