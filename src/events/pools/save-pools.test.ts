import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import {
  changeTypes,
  draftOf,
  type Editor,
  openOffice,
  publishedOf,
} from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const SEATS = { name: 'Seats', quantity: 200 }
const ADULT = { name: 'Adult', price: 800, quantity: 200, pool: 'seats' }
const CHILD = { name: 'Child', price: 400, quantity: 200, pool: 'Seats' }

const seated = (editor = admin) => draftOf(editor, { pools: [SEATS], ticket_types: [ADULT, CHILD] })

type Saved = Awaited<ReturnType<typeof seated>>

async function savePools({ id }: { id: string }, pools: object[], more: object = {}) {
  const { updated_at } = await admin.read(id)
  return await admin.save(id, { updated_at, pools, ...more })
}

const limits = (eventId: string) =>
  stage.db
    .selectFrom('sale_limit')
    .select(['kind', 'capacity'])
    .where('event_id', '=', eventId)
    .execute()

describe('the pools of an event', () => {
  test('are named by their types, and stored with a limit of people', async () => {
    const { id, pools, ticket_types } = await seated()
    expect(pools).toEqual([{ id: expect.any(String), ...SEATS, sold: 0, held: 0 }])
    expect(ticket_types).toMatchObject([{ pool_id: pools[0].id }, { pool_id: pools[0].id }])
    expect(await limits(id)).toEqual([{ kind: 'pool', capacity: 200 }])
  })

  test('change their names and quantities, also if two exchange their names', async () => {
    const event = await draftOf(admin, { pools: [SEATS, { name: 'Lawn', quantity: 50 }] })
    const [seats, lawn] = event.pools
    const { body } = await savePools(event, [
      { id: seats.id, name: 'Lawn', quantity: 210 },
      { id: lawn.id, name: 'Seats', quantity: 50 },
    ])
    expect(body.pools).toMatchObject([
      { id: seats.id, name: 'Lawn', quantity: 210 },
      { id: lawn.id, name: 'Seats', quantity: 50 },
    ])
    expect(await admin.audit(event.id)).toEqual(
      expect.arrayContaining([
        ['pool_quantity_changed', 'Derby Day · Lawn', 200, 210],
        ['pool_renamed', 'Derby Day · Seats', 'Lawn', 'Seats'],
      ]),
    )
  })

  test('go when no type uses them, and stay as stored if a save has none', async () => {
    const event = await seated()
    expect((await changeTypes(admin, event, {})).body.pools).toHaveLength(1)
    const gone = await savePools(event, [], {
      ticket_types: event.ticket_types.map(({ id }: Saved) => ({ id, pool_id: null })),
    })
    expect(gone.body.pools).toEqual([])
    expect(await limits(event.id)).toEqual([])
  })

  test('are refused with the field at fault', async () => {
    const event = await seated()
    const [seats] = event.pools
    const other = { name: ' SEATS', quantity: 1 }
    const faults = [
      [[{ ...seats, name: ' ' }], 422, 'pools.0.name'],
      [[{ ...seats, quantity: 0 }], 422, 'pools.0.quantity'],
      [[seats, other], 409, 'pools.1.name'],
      [[seats, seats], 422, 'pools.1.id'],
      [[{ ...seats, id: event.id }], 422, 'pools.0.id'],
      [[], 422, 'ticket_types.0.pool_id'],
    ] as const
    for (const [pools, status, field] of faults)
      expect(await savePools(event, [...pools])).toMatchObject({ status, body: { field } })
    const many = Array.from({ length: 9 }, (_, index) => ({ name: `P${index}`, quantity: 1 }))
    expect(await savePools(event, [seats, ...many])).toMatchObject({ body: { field: 'pools' } })
    const foreign = (await seated()).pools[0].id
    const choices = [
      [{ pool_id: foreign }, 'ticket_types.0.pool_id'],
      [{ pool: 'Lawn' }, 'ticket_types.0.pool'],
      [{ pool: 'Seats', pool_id: seats.id }, 'ticket_types.0.pool'],
    ] as const
    for (const [change, field] of choices)
      expect(await changeTypes(admin, event, { Adult: change })).toMatchObject({
        status: 422,
        body: { field },
      })
  })

  test('are for tickets or for add-ons', async () => {
    const event = await seated()
    const gate = await admin.gate('Parking')
    const reply = await changeTypes(admin, event, {
      Child: { kind: 'add_on', gate_ids: [gate] },
    })
    expect(reply).toMatchObject({ status: 422, body: { field: 'ticket_types.1.pool_id' } })
  })

  test('cannot fall below the places that are sold or pending', async () => {
    const event = await buildEvent(stage.db, { pools: [SEATS], types: [{ pool: 'Seats' }] })
    const { id } = event.pools[0]!
    await stage.db
      .updateTable('sale_limit')
      .set({ held: 2, sold: 30 })
      .where('id', '=', id)
      .execute()
    expect(await savePools(event, [{ id, name: 'Seats', quantity: 31 }])).toMatchObject({
      status: 409,
      body: { code: 'below_sold', least: 32, field: 'pools.0.quantity' },
    })
    expect((await savePools(event, [{ id, name: 'Seats', quantity: 32 }])).status).toBe(200)
  })

  test('stay if a removed type with orders took its places from them', async () => {
    const event = await buildEvent(stage.db, {
      pools: [SEATS],
      types: [{ pool: 'Seats' }, { name: 'Free standing' }],
    })
    await stage.db
      .updateTable('ticket_type')
      .set({ archived_at: new Date() })
      .where('id', '=', event.types[0]!.id)
      .execute()
    expect(await savePools(event, [])).toMatchObject({
      status: 409,
      body: { code: 'in_use', field: 'pools' },
    })
  })
})

describe('pools of a published event', () => {
  test('wait for approval with their quantities, and are shown in words', async () => {
    const event = await publishedOf(admin, organizer, {
      pools: [SEATS],
      ticket_types: [ADULT, { ...CHILD, pool: null }],
    })
    const [seats] = event.pools
    const pools = [
      { id: seats.id, name: 'Chairs', quantity: 150 },
      { name: 'Lawn', quantity: 40 },
    ]
    const changes = { Child: { pool: 'Lawn' } }
    const saved = await changeTypes(organizer, event, changes, { pools })
    expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200 })
    expect(saved.body.pools).toMatchObject([{ name: 'Chairs', quantity: 200 }])
    expect(saved.body.review.changes).toEqual([
      { what: 'Shared capacity', before: 'Chairs, 200 places', after: 'Chairs, 150 places' },
      { what: 'Shared capacity', before: '', after: 'Lawn, 40 places' },
      { what: 'Child: shared capacity', before: '', after: 'Lawn' },
    ])
    const again = await changeTypes(organizer, event, changes, { pools })
    expect(again.body.review.change).toEqual(saved.body.review.change)
    const approved = await admin.approve(event.id, again.body.updated_at)
    expect(approved, JSON.stringify(approved.body)).toMatchObject({ status: 200 })
    const after = await organizer.read(event.id)
    expect(after.pools).toMatchObject([{ quantity: 150 }, { name: 'Lawn', quantity: 40 }])
    expect(after.ticket_types[1].pool_id).toBe(after.pools[1].id)
  })

  test('keep a waiting change that an older client does not send', async () => {
    const event = await publishedOf(admin, organizer, { pools: [SEATS], ticket_types: [ADULT] })
    const pools = [{ ...event.pools[0], quantity: 150 }]
    const { updated_at } = await organizer.read(event.id)
    await organizer.save(event.id, { updated_at, pools })
    const saved = await changeTypes(organizer, event, { Adult: { price: 900 } })
    expect(saved.body.review.change.pools).toEqual([{ id: event.pools[0].id, quantity: 150 }])
    expect(saved.body.review.change.ticket_types).toMatchObject([{ price: 900 }])
  })

  test('have names with risky words checked by an admin', async () => {
    const event = await publishedOf(admin, organizer, { pools: [SEATS], ticket_types: [ADULT] })
    const { updated_at } = await organizer.read(event.id)
    const pools = [{ ...event.pools[0], name: 'Call 0712345678' }]
    const { body } = await organizer.save(event.id, { updated_at, pools })
    expect(body.pools).toMatchObject([{ name: 'Seats' }])
    expect(body.review.words_to_check).toMatchObject([{ what: 'Shared capacity' }])
  })
})
