// spec: refund-whole-units, refund-add-ons
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { compareFigures } from '../../../test/compare-figures.ts'
import { readOrderState, readStock } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { type Bought, bought } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { sendOn } from '../../../test/transfers.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let organizer: Account
let admin: Account
let event: BuiltEvent & { pools: { id: string }[] }
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  organizer = await buildAccount(stage)
  world = playRefunds(stage)
  event = await buildEvent(stage.db, {
    organizerId: organizer.id,
    pools: [{ name: 'Seats', quantity: 60 }],
    types: [
      { name: 'Table of 10', soldIn: 10, price: 5000, capacity: 60, pool: 'Seats' },
      { name: 'Regular', price: 400, pool: 'Seats' },
      { name: 'Parking', kind: 'add_on', price: 300 },
      { name: 'Three drinks', kind: 'add_on', soldIn: 3, price: 600, capacity: 90 },
    ],
  })
})

const buy = (quantities: number[]) => bought({ stage, world }, event, quantities)

async function readTickets({ orderId }: Pick<Bought, 'orderId'>) {
  return await stage.db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .select(['k.id', 'k.number', 'k.admits', 'k.state', 't.name'])
    .where('order_id', '=', orderId)
    .orderBy('k.order_line_id')
    .orderBy('part')
    .execute()
}

const ask = (order: Bought, who: Account, more: object) =>
  callAs(stage, who, 'POST /api/refunds', {
    ...{ order_id: order.orderId, reason: 'technical_error', ...more },
  })

const part = (ticket: { number: string } | undefined, admits: number) => ({
  ticket_number: ticket!.number,
  admits,
})

const soldOf = async (index: number) => (await readStock(stage, event.types[index]!.id)).sold

async function soldOfPool(): Promise<number> {
  const limit = stage.db.selectFrom('sale_limit').select('sold')
  return (await limit.where('id', '=', event.pools[0]!.id).executeTakeFirstOrThrow()).sold
}

async function checkBooks(): Promise<void> {
  await compareFigures(stage.db, { accountId: event.id, role: 'admin' })
  expect(await readBookDifferences(stage.db)).toEqual([])
}

const WHOLE_ONLY = 'Whole tables only; an admin can refund part of one.'

const refused = (unit: string) => ({
  status: 409,
  body: {
    code: 'whole_units_only',
    field: 'tickets',
    error: WHOLE_ONLY.replace('tables', unit),
  },
})

describe('a table', () => {
  test('is refunded whole by its organizer; a part is refused, also in the preview', async () => {
    const order = await buy([2])
    const [first, second] = await readTickets(order)
    const tickets = [part(first, 10), part(second, 4)]
    expect(await ask(order, organizer, { tickets })).toMatchObject(refused('tables'))
    const { orderId: order_id } = order
    const preview = await callAs(stage, organizer, 'POST /api/refund_previews', {
      ...{ order_id, tickets: [part(second, 4)] },
    })
    expect(preview).toMatchObject(refused('tables'))
    const whole = await ask(order, organizer, { tickets: [part(first, 10)] })
    expect(whole).toMatchObject({ status: 201, body: { amount: 5000 } })
    expect([await soldOf(0), await soldOfPool()]).toEqual([10, 10])
    expect((await ask(order, organizer, {})).body).toMatchObject({ amount: 5000 })
    expect([await soldOf(0), await soldOfPool()]).toEqual([0, 0])
    await checkBooks()
  })

  test('is refunded in part by an admin: stock, pool and figures follow, and the rest is whole', async () => {
    const order = await buy([1])
    const [table] = await readTickets(order)
    const some = await ask(order, admin, { tickets: [part(table, 4)] })
    expect(some).toMatchObject({ status: 201, body: { amount: 2000 } })
    expect(await readTickets(order)).toMatchObject([{ admits: 6, state: 'valid' }])
    expect([await soldOf(0), await soldOfPool()]).toEqual([6, 6])
    await checkBooks()
    expect(await ask(order, organizer, { tickets: [part(table, 5)] })).toMatchObject(
      refused('tables'),
    )
    const rest = await ask(order, organizer, { tickets: [part(table, 6)] })
    expect(rest).toMatchObject({ status: 201, body: { amount: 3000 } })
    expect([await soldOf(0), await soldOfPool()]).toEqual([0, 0])
    await checkBooks()
  })

  test("whose guest got a share is refunded with the guest's share, not without", async () => {
    const order = await buy([1])
    const [table] = await readTickets(order)
    await sendOn(stage, table!.number, { phone: newPhone(), admits: 3 })
    const [own, guests] = (await readTickets(order)).filter(({ state }) => state === 'valid')
    expect(own).toMatchObject({ admits: 7 })
    for (const one of [own!, guests!]) {
      const tickets = [part(one, one.admits)]
      expect(await ask(order, organizer, { tickets })).toMatchObject(refused('tables'))
    }
    const both = await ask(order, organizer, { tickets: [part(own, 7), part(guests, 3)] })
    expect(both).toMatchObject({ status: 201, body: { amount: 5000 } })
    await checkBooks()
  })
})

describe('an add-on', () => {
  const states = async (order: Bought) =>
    Object.fromEntries((await readTickets(order)).map(({ name, state }) => [name, state]))

  test('stays valid when the entry is refunded, and is refunded alone or with it', async () => {
    const order = await buy([0, 1, 1])
    const tickets = await readTickets(order)
    const entry = tickets.find(({ name }) => name === 'Regular')
    const parking = tickets.find(({ name }) => name === 'Parking')
    const found = await callAs(stage, organizer, `GET /api/refunds/order?reference=${order.code}`)
    expect(found.body.tickets).toContainEqual(
      expect.objectContaining({ ticket_type: 'Parking', kind: 'add_on', amount: 300 }),
    )
    const both = await callAs(stage, organizer, 'POST /api/refund_previews', {
      order_id: order.orderId,
    })
    expect(both.body).toMatchObject({ people: 1, add_ons: 1, amount: 700 })
    await ask(order, organizer, { tickets: [part(entry, 1)] })
    expect(await states(order)).toEqual({ Regular: 'void', Parking: 'valid' })
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
    const alone = await ask(order, organizer, { tickets: [part(parking, 1)] })
    expect(alone).toMatchObject({ status: 201, body: { amount: 300 } })
    expect(await states(order)).toEqual({ Regular: 'void', Parking: 'void' })
    await checkBooks()
  })

  test('that is a pack is refunded whole by its organizer', async () => {
    const order = await buy([0, 1, 0, 1])
    const drinks = (await readTickets(order)).find(({ name }) => name === 'Three drinks')
    expect(drinks).toMatchObject({ admits: 3 })
    expect(await ask(order, organizer, { tickets: [part(drinks, 2)] })).toMatchObject(
      refused('packs'),
    )
    const whole = await ask(order, organizer, { tickets: [part(drinks, 3)] })
    expect(whole).toMatchObject({ status: 201, body: { amount: 600 } })
    expect(await soldOf(3)).toBe(0)
    await checkBooks()
  })
})
