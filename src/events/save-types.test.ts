import { beforeEach, describe, expect, test } from 'vitest'
import { orderFor } from '../../test/build.ts'
import { type Editor, LEAST, makeEditor } from '../../test/event-form.ts'
import {
  fail,
  latestPrompt,
  MINUTE,
  pay,
  payLate,
  post,
  prompted,
  readOrder,
  tryAgain,
} from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()
let admin: Editor
// Each test moves the clock past the end of its bearer token, so every test signs in again.
beforeEach(async () => {
  admin = await makeEditor(stage)
})

let receipts = 0
const receipt = () => `EDIT${String(++receipts).padStart(6, '0')}`

type TypeReply = { id: string; name: string; price: number; type_offset: number }

/**
 * Creates a published event with one ticket type for each name. Each type has 10 tickets at 100
 * shillings.
 */
async function published(...names: string[]) {
  const { body } = await admin.create({
    ...LEAST,
    image: await admin.picture(),
    is_published: true,
    ticket_types: names.map((name) => ({ name, price: 100, quantity: 10 })),
  })
  const types: TypeReply[] = body.ticket_types
  return { id: body.id as string, title: body.title as string, types }
}

async function save(id: string, change: (types: TypeReply[]) => object[]) {
  const { updated_at, ticket_types } = await admin.read(id)
  return await admin.save(id, { updated_at, ticket_types: change(ticket_types) })
}

const buy = async (event: Awaited<ReturnType<typeof published>>, quantities: number[]) => {
  const order = await prompted(stage, event, quantities)
  await pay(stage, order, receipt())
  return order
}

const rows = (id: string) =>
  stage.db
    .selectFrom('ticket_type')
    .select(['name', 'capacity', 'held', 'sold', 'type_offset'])
    .select((eb) => eb('archived_at', 'is not', null).as('archived'))
    .where('event_id', '=', id)
    .orderBy('created_at')
    .orderBy('name')
    .execute()

/** Lets eleven minutes pass after a prompt. The hold and the bearer token have then ended. */
async function afterItsHold(): Promise<void> {
  stage.pass(11 * MINUTE)
  await stage.sweep()
  admin = await makeEditor(stage)
}

// spec: event-form-editing-removed
describe('ticket types left out of a save', () => {
  test('a left-out type without orders is deleted', async () => {
    const event = await published('A', 'B')
    expect((await save(event.id, ([a]) => [a!])).status).toBe(200)
    expect(await rows(event.id)).toMatchObject([{ name: 'A' }])
  })

  test('a left-out type with sales is kept: off sale, its tickets valid, its offset taken', async () => {
    const event = await published('A', 'B')
    const order = await buy(event, [0, 3])
    const { status, body } = await save(event.id, ([a]) => [a!])
    expect(status).toBe(200)
    expect(body.ticket_types).toMatchObject([{ name: 'A' }])
    expect(body.removed_ticket_types).toMatchObject([
      { name: 'B', sold: 3, held: 0, type_offset: 1, keeps_offset: true },
    ])
    expect((await rows(event.id))[1]).toMatchObject({ archived: true, capacity: 3, sold: 3 })
    const { body: shown } = await readOrder(stage, order.orderId)
    expect(shown.transaction.tickets).toMatchObject([{ ticket_type: 'B', quantity: 3 }])
    const refused = await post(stage, '/api/functions/mpesa', orderFor(event, [0, 1]))
    expect(refused).toMatchObject({ status: 404, body: { code: 'unknown_ticket_type' } })
    const clash = await save(event.id, ([a]) => [a!, { ...NEW, type_offset: 1 }])
    expect(clash).toMatchObject({
      status: 422,
      body: { field: 'ticket_types.1.type_offset', error: expect.stringContaining('taken by B') },
    })
    const added = await save(event.id, ([a]) => [a!, NEW])
    expect(added.body.ticket_types[1]).toMatchObject({ name: 'New', type_offset: 2 })
  })

  test('a left-out type with a hold is kept, and the payer gets the held tickets', async () => {
    const event = await published('A', 'B')
    const order = await prompted(stage, event, [0, 2])
    const { body } = await save(event.id, ([a]) => [a!, { ...NEW }])
    expect(body.removed_ticket_types).toMatchObject([{ name: 'B', held: 2, keeps_offset: true }])
    expect(body.ticket_types[1].type_offset).toBe(2)
    await pay(stage, order, receipt())
    expect((await readOrder(stage, order.orderId)).body.status).toBe('0')
    expect(await rows(event.id)).toContainEqual({
      name: 'B',
      capacity: 2,
      held: 0,
      sold: 2,
      type_offset: 1,
      archived: true,
    })
  })

  test('a left-out type frees its offset once its holds have ended, and late money is due back', async () => {
    const event = await published('A', 'B')
    const order = await prompted(stage, event, [0, 2])
    await fail(stage, order, 1032)
    await afterItsHold()
    await save(event.id, ([a]) => [a!])
    const { body } = await save(event.id, ([a]) => [a!, { ...NEW, type_offset: 1 }])
    expect(body.ticket_types[1]).toMatchObject({ name: 'New', type_offset: 1 })
    await payLate(stage, order, receipt())
    expect((await readOrder(stage, order.orderId)).body.status).toBe('refund_due')
  })

  test('an order of a left-out type gets no other prompt', async () => {
    const event = await published('A', 'B')
    const order = await prompted(stage, event, [0, 2])
    await fail(stage, order, 1032)
    await afterItsHold()
    await save(event.id, ([a]) => [a!])
    expect(await tryAgain(stage, order.orderId, {})).toMatchObject({
      status: 409,
      body: { code: 'sold_out' },
    })
  })

  test('a hold of a left-out type that ends is not sold again', async () => {
    const event = await published('A', 'B')
    const orders = [await prompted(stage, event, [0, 2]), await prompted(stage, event, [0, 2])]
    expect((await save(event.id, ([a]) => [a!])).status).toBe(200)
    for (const order of orders) await fail(stage, order, 1032)
    await afterItsHold()
    const [again, late] = orders
    expect(await tryAgain(stage, again!.orderId, {})).toMatchObject({
      status: 409,
      body: { code: 'sold_out' },
    })
    await payLate(stage, late!, receipt())
    expect((await readOrder(stage, late!.orderId)).body.status).toBe('refund_due')
    expect(await rows(event.id)).toContainEqual(
      expect.objectContaining({ name: 'B', archived: true, held: 0, sold: 0 }),
    )
  })

  // spec: least-type-remains-remove
  test('the last type cannot be left out', async () => {
    const event = await published('A')
    expect(await save(event.id, () => [])).toMatchObject({
      status: 422,
      body: { field: 'ticket_types', error: 'At least one ticket type must remain.' },
    })
  })
})

const NEW = { name: 'New', price: 5, quantity: 5 }

// spec: type-offsets-unique
describe('offsets', () => {
  test('two types can swap their offsets in one save', async () => {
    const event = await published('A', 'B')
    const { status, body } = await save(event.id, ([a, b]) => [
      { ...a, type_offset: 1 },
      { ...b, type_offset: 0 },
    ])
    expect(status).toBe(200)
    expect(body.ticket_types).toMatchObject([
      { name: 'B', type_offset: 0 },
      { name: 'A', type_offset: 1 },
    ])
  })

  test('two types with the same offset are refused, and the second is named', async () => {
    const event = await published('A', 'B')
    expect(await save(event.id, ([a, b]) => [a!, { ...b, type_offset: 0 }])).toMatchObject({
      status: 422,
      body: {
        field: 'ticket_types.1.type_offset',
        error: 'The type offset 0 of B is taken by A.',
      },
    })
  })

  test('an offset is fixed once a ticket was sold', async () => {
    const event = await published('A', 'B')
    await buy(event, [1])
    expect((await admin.read(event.id)).ticket_types).toMatchObject([
      { is_offset_fixed: true, sold: 1 },
      { is_offset_fixed: false },
    ])
    expect(await save(event.id, ([a, b]) => [{ ...a, type_offset: 5 }, b!])).toMatchObject({
      status: 409,
      body: { code: 'offset_fixed', field: 'ticket_types.0.type_offset' },
    })
    expect((await save(event.id, ([a, b]) => [a!, { ...b, type_offset: 5 }])).status).toBe(200)
  })

  test('an event has at most eight types, counting removed ones with sales', async () => {
    const event = await published(...'ABCDEFGH')
    expect(event.types.map((type) => type.type_offset)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const ninth = await save(event.id, (types) => [...types, NEW])
    expect(ninth).toMatchObject({
      status: 422,
      body: { code: 'too_many_types', field: 'ticket_types' },
    })
    expect(ninth.body.error).toContain('up to eight ticket types')
    await buy(event, [1])
    expect((await save(event.id, ([, ...others]) => others)).status).toBe(200)
    expect((await save(event.id, (types) => [...types, NEW])).body.code).toBe('too_many_types')
    const { body } = await save(event.id, ([, ...others]) => [...others, NEW])
    expect(body.ticket_types[0]).toMatchObject({ name: 'New', type_offset: 1 })
  })

  test('a repeated type id, or one of another event, is refused', async () => {
    const event = await published('A')
    const other = await published('B')
    expect(await save(event.id, ([a]) => [a!, a!])).toMatchObject({
      status: 422,
      body: { field: 'ticket_types.1.id' },
    })
    expect(await save(event.id, ([a]) => [a!, other.types[0]!])).toMatchObject({
      status: 404,
      body: { code: 'unknown_ticket_type', field: 'ticket_types.1.id' },
    })
  })
})

// spec: capacity-never-below
describe('editing while selling', () => {
  test('the capacity cannot be lower than sold and held tickets', async () => {
    const event = await published('A')
    await buy(event, [3])
    await prompted(stage, event, [2])
    expect(await save(event.id, ([a]) => [{ ...a, quantity: 4 }])).toEqual({
      status: 409,
      body: {
        error: 'The quantity of A cannot be below 5: 3 are sold and 2 more are pending.',
        code: 'below_sold',
        field: 'ticket_types.0.quantity',
        least: 5,
      },
    })
    expect((await save(event.id, ([a]) => [{ ...a, quantity: 5 }])).status).toBe(200)
    const { body } = await post(stage, '/api/functions/mpesa', orderFor(event))
    expect(body.code).toBe('all_taken')
  })

  test('a sale does not change updated_at', async () => {
    const event = await published('A')
    const before = await admin.read(event.id)
    await buy(event, [2])
    const after = await admin.read(event.id)
    expect(after.updated_at).toBe(before.updated_at)
    expect(after.ticket_types[0].updated_at).toBe(before.ticket_types[0].updated_at)
    expect((await admin.save(event.id, { ...before, title: 'Still fresh' })).status).toBe(200)
  })

  test('a new price does not change orders placed before', async () => {
    const event = await published('A')
    const paid = await buy(event, [2])
    const open = await prompted(stage, event, [3])
    const failed = await prompted(stage, event, [1])
    await fail(stage, failed, 1032)
    expect((await save(event.id, ([a]) => [{ ...a, price: 900 }])).status).toBe(200)

    await pay(stage, open, receipt(), 300)
    expect((await readOrder(stage, open.orderId)).body).toMatchObject({
      status: '0',
      transaction: { amount: 300 },
    })
    expect((await readOrder(stage, paid.orderId)).body.transaction.amount).toBe(200)
    await tryAgain(stage, failed.orderId, {})
    await stage.runJobs()
    expect((await latestPrompt(stage)).push).toMatchObject({ amountCents: 100_00 })
    const lines = await stage.db
      .selectFrom('order_line')
      .select('price_cents')
      .where('ticket_type_id', '=', event.types[0]!.id)
      .execute()
    expect(lines.map((line) => line.price_cents)).toEqual([10_000, 10_000, 10_000])
    const changed = await post(stage, '/api/functions/mpesa', orderFor(event))
    expect(changed).toMatchObject({ status: 409, body: { code: 'amount_changed', amount: 900 } })
  })
})

describe('gates', () => {
  // spec: event-form-editing-removed
  test('the gates of a type are replaced, and kept if the save does not name them', async () => {
    const [north, south] = [await admin.gate('N'), await admin.gate('S')]
    const event = await published('A')
    const gatesOf = async () => (await admin.read(event.id)).ticket_types[0].gate_ids.sort()
    await save(event.id, ([a]) => [{ ...a, gate_ids: [north, south, north] }])
    expect(await gatesOf()).toEqual([north, south].sort())
    await save(event.id, ([a]) => [{ id: a!.id, price: 7 }])
    expect(await gatesOf()).toEqual([north, south].sort())
    await save(event.id, ([a]) => [{ ...a, gate_ids: [south.toUpperCase()] }])
    expect(await gatesOf()).toEqual([south])
    await save(event.id, ([a]) => [{ ...a, gate_ids: [] }])
    expect(await gatesOf()).toEqual([])
  })
})
