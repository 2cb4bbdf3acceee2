import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  changeTypes,
  draftOf,
  type Editor,
  LEAST,
  openOffice,
  publishedOf,
  typeNamed,
} from '../../../test/event-form.ts'
import { place } from '../../../test/purchase.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
let parking: string
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
  parking = await admin.gate('Parking')
})
afterAll(() => stage.close())

const TABLE = { name: 'Table of 10', price: 5000, quantity: 10, sold_in: 10, max_per_order: 3 }
const STANDARD = { name: 'Standard', price: 800, quantity: 100 }
const addOn = (more: object = {}) => ({
  ...{ name: 'Parking', price: 300, quantity: 50, kind: 'add_on', gate_ids: [parking] },
  ...more,
})

const rows = (eventId: string) =>
  stage.db
    .selectFrom('ticket_type')
    .select(['name', 'sold_in', 'capacity', 'kind', 'type_offset', 'min_per_order'])
    .where('event_id', '=', eventId)
    .orderBy('kind', 'desc')
    .orderBy('type_offset')
    .execute()

const refusal = (field: string, text: string | RegExp) => ({
  status: 422,
  body: { field, error: typeof text === 'string' ? text : expect.stringMatching(text) },
})

describe('a type in units of several people', () => {
  test('has quantity, steps and limits in units, and its places in people', async () => {
    const step = { name: 'Early bird', price: 4000, quantity: 4 }
    const { id, ticket_types } = await draftOf(admin, {
      ticket_types: [{ ...TABLE, min_per_order: 2, price_steps: [step] }],
    })
    expect(ticket_types[0]).toMatchObject({
      ...{ quantity: 10, available: 10, sold_in: 10, min_per_order: 2, max_per_order: 3 },
      ...{ price: 5000, kind: 'entry', pool_id: null, price_steps: [{ quantity: 4, taken: 0 }] },
    })
    expect(await rows(id)).toMatchObject([{ capacity: 100, sold_in: 10, min_per_order: 2 }])
    const limit = stage.db.selectFrom('sale_limit').select('capacity').where('event_id', '=', id)
    expect(await limit.execute()).toEqual([{ capacity: 40 }])
    const same = await admin.save(id, await admin.read(id))
    expect(same.body.ticket_types).toMatchObject(JSON.parse(JSON.stringify(ticket_types)))
  })

  test('keeps its number of units if it is sold in other units', async () => {
    const event = await draftOf(admin, { ticket_types: [TABLE] })
    const { body } = await changeTypes(admin, event, { 'Table of 10': { sold_in: 8 } })
    expect(body.ticket_types[0]).toMatchObject({ quantity: 10, sold_in: 8 })
    expect(await rows(event.id)).toMatchObject([{ capacity: 80 }])
  })

  test('is refused with the field if a number does not fit', async () => {
    const image = await admin.picture()
    const save = (type: object, more: object = {}) =>
      admin.create({ ...LEAST, image, ticket_types: [{ ...TABLE, ...type }], ...more })
    for (const sold_in of [0, 32, 1.5])
      expect(await save({ sold_in })).toMatchObject({
        status: 422,
        body: { field: 'ticket_types.0.sold_in' },
      })
    expect(await save({ min_per_order: 4 })).toMatchObject(
      refusal(
        'ticket_types.0.min_per_order',
        'Min per order, 4, cannot be more than Max per order, 3.',
      ),
    )
    expect(await save({}, { max_per_phone: 9 })).toMatchObject(
      refusal('ticket_types.0.sold_in', /for 10 people or more.*only 9/),
    )
    expect(await save({ kind: 'seat' })).toMatchObject({ status: 422 })
  })

  test('is no longer sold if the limit per phone number falls below one unit', async () => {
    const event = await draftOf(admin, { ticket_types: [TABLE], max_per_phone: 10 })
    const reply = await admin.save(event.id, { updated_at: event.updated_at, max_per_phone: 9 })
    expect(reply).toMatchObject(refusal('max_per_phone', /only 9/))
  })

  test('cannot have fewer units than are sold or pending', async () => {
    const event = await sold({ ...TYPES.table, capacity: 100 })
    const reply = await changeTypes(admin, event, { Table: { quantity: 1 } })
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'below_sold', least: 2, field: 'ticket_types.0.quantity' },
    })
    expect((await changeTypes(admin, event, { Table: { quantity: 2 } })).status).toBe(200)
  })
})

const TYPES = {
  table: { name: 'Table', soldIn: 10, price: 5000 },
  single: { name: 'Single', price: 500 },
} as const

/** An event whose type has sold 10 people, and has 10 more on hold. */
async function sold(type: object): Promise<BuiltEvent> {
  const event = await buildEvent(stage.db, { types: [type] })
  await stage.db
    .updateTable('ticket_type')
    .set({ held: 10, sold: 10, first_sold_at: new Date() })
    .where('event_id', '=', event.id)
    .execute()
  return event
}

describe('how a type is sold', () => {
  test.each([
    ['sold_in', { sold_in: 5 }],
    ['kind', { kind: 'add_on' }],
    ['pool_id', { pool: 'Seats' }],
  ])('cannot change in %s once it has sold', async (field, change) => {
    const event = await sold(TYPES.single)
    const pools = [{ name: 'Seats', quantity: 100 }]
    const reply = await changeTypes(admin, event, { Single: change }, { pools })
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'has_sales', field: `ticket_types.0.${field}` },
    })
    expect(reply.body.error).toContain('Single has orders')
  })

  test('cannot change while an order of it may still be paid late', async () => {
    const event = await buildEvent(stage.db, { types: [TYPES.single] })
    await place(stage, event, [1])
    await stage.db.updateTable('ticket_type').set({ held: 0 }).execute()
    const reply = await changeTypes(admin, event, { Single: { sold_in: 5 } })
    expect(reply).toMatchObject({ status: 409, body: { code: 'has_sales' } })
    expect((await changeTypes(admin, event, { Single: { name: 'Regular' } })).status).toBe(200)
  })

  test('of a published event waits for approval, with the gates of its new kind', async () => {
    const published = await publishedOf(admin, organizer, {
      ticket_types: [STANDARD, { ...STANDARD, name: 'Park' }],
    })
    const saved = await changeTypes(organizer, published, {
      Standard: { sold_in: 10, name: 'Table', min_per_order: 2 },
      Park: { kind: 'add_on', gate_ids: [parking] },
    })
    expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200 })
    expect(typeNamed(saved.body, 'Table')).toMatchObject({ sold_in: 1, min_per_order: 2 })
    expect(typeNamed(saved.body, 'Park')).toMatchObject({ kind: 'entry', gate_ids: [] })
    expect(saved.body.review.changes).toEqual([
      { what: 'Table: sold in', before: 'single tickets', after: 'tables of 10' },
      { what: 'Park: gates', before: '', after: '' },
      { what: 'Park: kind', before: 'ticket', after: 'add-on' },
    ])
    const { id, updated_at } = saved.body
    const approved = await admin.approve(id, updated_at)
    expect(approved, JSON.stringify(approved.body)).toMatchObject({ status: 200 })
    expect(await rows(id)).toMatchObject([
      { name: 'Table', sold_in: 10, capacity: 1000 },
      { name: 'Park', kind: 'add_on' },
    ])
    expect(await organizer.read(id)).toMatchObject({ ticket_types: [{ quantity: 100 }, {}] })
  })

  test('is refused at once if the change could not be approved', async () => {
    const event = await publishedOf(admin, organizer, { ticket_types: [STANDARD] })
    const reply = await changeTypes(organizer, event, { Standard: { kind: 'add_on' } })
    expect(reply).toMatchObject(refusal('ticket_types.0.gate_ids', /choose the gate/))
  })

  test('is told in the audit log', async () => {
    const event = await draftOf(admin, { ticket_types: [TABLE, addOn()] })
    await changeTypes(admin, event, { 'Table of 10': { sold_in: 5 }, Parking: {} })
    expect((await admin.audit(event.id)).slice(-1)).toEqual([
      ['ticket_type_units_changed', 'Derby Day · Table of 10', 'tables of 10', 'tables of 5'],
    ])
  })
})

describe('an add-on', () => {
  test('stands last, has offsets of its own, and counts in no starting price', async () => {
    const { id, ticket_types, price } = await draftOf(admin, {
      ticket_types: [addOn(), STANDARD, addOn({ name: 'Drinks', sold_in: 3 })],
    })
    expect(await rows(id)).toMatchObject([
      { name: 'Standard', type_offset: 0 },
      { name: 'Parking', type_offset: 0, kind: 'add_on' },
      { name: 'Drinks', type_offset: 1, sold_in: 3, capacity: 150 },
    ])
    expect(ticket_types.map(({ name }: { name: string }) => name)).toEqual([
      'Standard',
      'Parking',
      'Drinks',
    ])
    expect(price).toBe(800)
  })

  test('may be the ninth type of an event, but not the ninth add-on', async () => {
    const many = (count: number, type: object) =>
      Array.from({ length: count }, (_, index) => ({ ...type, name: `T${index}` }))
    const both = [...many(8, STANDARD), ...many(8, addOn())]
    const { id } = await draftOf(admin, { ticket_types: both })
    expect((await rows(id)).map(({ type_offset }) => type_offset)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
    ])
    const create = (ticket_types: object[]) =>
      draftOf(admin, { ticket_types }).catch((error: Error) => error.message)
    expect(await create(many(9, addOn()))).toContain('up to eight add-ons')
    expect(await create(many(9, STANDARD))).toContain('up to eight ticket types')
  })

  test('needs a gate, and never one that lets people in', async () => {
    const main = await admin.gate('Main')
    const event = await draftOf(admin, {
      ticket_types: [{ ...STANDARD, gate_ids: [main] }, addOn()],
    })
    const save = (changes: Record<string, object>) => changeTypes(admin, event, changes)
    expect(await save({ Parking: { gate_ids: [] } })).toMatchObject(
      refusal(
        'ticket_types.1.gate_ids',
        "Parking is an add-on: choose the gate at which it is redeemed, such as 'Parking' or 'Bar'.",
      ),
    )
    const mixed = /cannot serve both Standard, which lets people in, and the add-on Parking/
    expect(await save({ Parking: { gate_ids: [parking, main] } })).toMatchObject(
      refusal('ticket_types.1.gate_ids', mixed),
    )
    expect(await save({ Standard: { gate_ids: [parking] } })).toMatchObject(
      refusal('ticket_types.1.gate_ids', mixed),
    )
    const swapped = { Standard: { gate_ids: [parking] }, Parking: { gate_ids: [main] } }
    expect((await save(swapped)).status).toBe(200)
  })

  test('never uses a gate of a removed type whose tickets are valid', async () => {
    const event = await buildEvent(stage.db, {
      types: [{ name: 'Old', gates: ['North'] }, { name: 'New' }],
    })
    await stage.db
      .updateTable('ticket_type')
      .set({ sold: 1, first_sold_at: new Date() })
      .where('id', '=', event.types[0]!.id)
      .execute()
    await place(stage, event, [1])
    const north = await stage.db
      .selectFrom('gate')
      .select('id')
      .where('name', '=', 'North')
      .executeTakeFirstOrThrow()
    const { updated_at } = await admin.read(event.id)
    const reply = await admin.save(event.id, {
      updated_at,
      ticket_types: [{ id: event.types[1]!.id }, addOn({ gate_ids: [north.id] })],
    })
    expect(reply).toMatchObject(refusal('ticket_types.1.gate_ids', /both Old/))
  })
})

test('a duplicate has the units, kinds and pools of its original', async () => {
  const event = await draftOf(organizer, {
    pools: [{ name: 'Seats', quantity: 200 }],
    ticket_types: [{ ...TABLE, min_per_order: 2, pool: 'Seats' }, addOn()],
  })
  const { body } = await organizer.act(event.id, 'duplicate')
  expect(body.pools).toMatchObject([{ name: 'Seats', quantity: 200, sold: 0 }])
  expect(body.pools[0].id).not.toBe(event.pools[0].id)
  expect(body.ticket_types).toMatchObject([
    { sold_in: 10, min_per_order: 2, quantity: 10, pool_id: body.pools[0].id },
    { kind: 'add_on', pool_id: null, gate_ids: [parking] },
  ])
})
