import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, type EventSpec, orderFor } from '../../test/build.ts'
import { requestOrder } from '../../test/http.ts'
import { prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import type { OrderRequest } from './checkout.contract.ts'

const stage = keepStage()

async function ask(payload: object) {
  const answer = await requestOrder(stage, payload)
  return [answer.statusCode, answer.json().code]
}

/** Locks the event's stock while `work` runs. */
async function whileLocked<T>(event: BuiltEvent, work: () => Promise<T>): Promise<T> {
  const locked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const other = inTransaction(stage.db, async (tx) => {
    await sql`select from ticket_type where event_id = ${event.id} for update`.execute(tx)
    locked.resolve()
    await answered.promise
  })
  await locked.promise
  return await work().finally(async () => {
    answered.resolve()
    await other
  })
}

type Case = [
  expected: [number, string | undefined],
  why: string,
  event: EventSpec,
  make: (event: BuiltEvent) => Promise<OrderRequest> | OrderRequest,
]

const yesterday = nairobiDate(new Date(Date.now() - 2 * 86_400_000))
const wanting = (quantity: number, changes: (event: BuiltEvent) => object = () => ({})) => {
  return (event: BuiltEvent) => orderFor(event, [quantity], changes(event))
}

async function known(event: BuiltEvent) {
  const order = orderFor(event, [1])
  expect(await ask(order)).toEqual([202, undefined])
  return order
}

async function fullyHeld(event: BuiltEvent) {
  await known(event)
  return orderFor(event, [1])
}

async function whilePrompted(event: BuiltEvent) {
  const { phoneNumber } = await prompted(stage, event)
  return orderFor(event, [1], { phoneNumber })
}

async function beyondShare(event: BuiltEvent) {
  for (let i = 0; i < 10; i++) await known(event)
  return orderFor(event, [1])
}

const cases: Case[] = [
  [[202, undefined], 'the same order again', {}, known],
  [
    [409, 'order_conflict'],
    'its id with another body',
    {},
    async (event) => orderFor(event, [2], { orderId: (await known(event)).orderId }),
  ],
  [[409, 'amount_changed'], 'another amount', {}, wanting(1, () => ({ amount: 99 }))],
  [[422, 'too_many'], 'more than one order may hold', {}, wanting(11)],
  [[404, 'event_not_found'], 'a draft', { published: false }, wanting(1)],
  [
    [404, 'unknown_ticket_type'],
    'a type of another event',
    {},
    async (event) => ({
      ...orderFor(await buildEvent(stage.db)),
      tickets: orderFor(event).tickets,
    }),
  ],
  [[409, 'sales_closed'], 'an event that is over', { date: yesterday }, wanting(1)],
  [[422, 'nothing_to_pay'], 'nothing to pay', { types: [{ price: 0 }] }, wanting(1)],
  [[422, 'over_limit'], 'more than M-Pesa takes', { types: [{ price: 250_001 }] }, wanting(1)],
  [[409, 'sold_out'], 'an event ticked sold out', { soldOut: true }, wanting(1)],
  [[409, 'all_taken'], 'too few left', { types: [{ capacity: 1 }] }, fullyHeld],
  [[409, 'payment_open'], 'a payment that is open on the phone', {}, whilePrompted],
  [[429, 'too_many_unpaid'], 'an address that holds its share', {}, beyondShare],
]

test.each(cases)(
  'a call that gets %j takes no lock on the stock: %s',
  async (expected, _why, spec, make) => {
    const event = await buildEvent(stage.db, spec)
    const order = await make(event)
    expect(await whileLocked(event, () => ask(order))).toEqual(expected)
  },
)
