import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asProcess } from '../../../test/as-process.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, orderFor, orderOf } from '../../../test/build.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import type { Db } from '../../platform/database/db.ts'
import { placeOrder } from './place-order.ts'

const BUYERS = 200
const CLICKS = 20
/** Matches the lock of the ticket types. */
const TYPE_LOCK = /(?<=\s)order by id for no key update(?=$|\s*\))/

const NO_SHARES = { HOLD_SHARE_PER_ADDRESS: '100', HOLD_SHARE_UNPROVEN: '100' }
let stage: Stage
beforeEach(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_ADDRESS: '1000', ...NO_SHARES })
})
afterEach(() => stage.close())

async function outcomes(work: (buyer: number) => Promise<boolean>): Promise<number> {
  const all = await Promise.all(Array.from({ length: BUYERS }, (_, buyer) => work(buyer)))
  return all.filter(Boolean).length
}

/** Lets many buyers order at the same moment, each over a separate TCP connection. */
async function buyAll(event: BuiltEvent): Promise<number> {
  const address = await stage.app.listen({ port: 0, host: '127.0.0.1' })
  return await outcomes(async () => {
    const answer = await fetch(`${address}/api/functions/mpesa`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        prefer: 'respond-async',
        connection: 'close',
      },
      body: JSON.stringify(orderFor(event)),
    })
    const { code } = (await answer.json()) as { code?: string }
    if (answer.status !== 202) expect([answer.status, code]).toEqual([409, 'all_taken'])
    return answer.status === 202
  })
}

async function readType(event: BuiltEvent) {
  return await stage.db
    .selectFrom('ticket_type')
    .select(['held', 'capacity'])
    .where('id', '=', event.types[0]!.id)
    .executeTakeFirstOrThrow()
}

/**
 * Places all orders while the ticket type is locked, so that all continue at the same moment.
 * Returns the number of new orders.
 */
async function placeTogether(
  on: Db,
  event: BuiltEvent,
  orders: ReturnType<typeof orderOf>[],
): Promise<number> {
  const ends = await behind(
    stage.db,
    (tx) => sql`select from ticket_type where event_id = ${event.id} for update`.execute(tx),
    () =>
      Promise.allSettled(
        orders.map((order) => placeOrder({ ...stage.deps, db: asProcess(on) }, order)),
      ),
    { waiters: orders.length },
  )
  return ends.filter((end) => end.status === 'fulfilled' && end.value.isNew).length
}

describe('four concurrent buyers of the last ticket', () => {
  const four = (event: BuiltEvent) => Array.from({ length: 4 }, () => orderOf(event))

  test('guard off: without the lock every buyer gets it', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: 1 }] })
    await sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(stage.db)
    const unguarded = openUnguarded(stage.env.databaseUrl, [TYPE_LOCK])
    expect(await placeTogether(unguarded, event, four(event))).toBe(4)
    await unguarded.close()
    expect((await readType(event)).held).toBe(4)
  })

  test('CHECK only: without the lock one buyer gets it, and the others get an error', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: 1 }] })
    const unguarded = openUnguarded(stage.env.databaseUrl, [TYPE_LOCK])
    expect(await placeTogether(unguarded, event, four(event))).toBe(1)
    await unguarded.close()
    expect((await readType(event)).held).toBe(1)
  })

  test('guard on: one buyer gets it', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity: 1 }] })
    await sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(stage.db)
    expect(await placeTogether(stage.db, event, four(event))).toBe(1)
    expect((await readType(event)).held).toBe(1)
  })
})

describe.each([1, 50])('200 buyers for the last %i', (capacity) => {
  test('guard on: every ticket is sold once, and all other buyers get all_taken', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity }] })
    expect(await buyAll(event)).toBe(capacity)
    expect((await readType(event)).held).toBe(capacity)
    const orders = await stage.db.selectFrom('order').select('id').execute()
    expect(orders).toHaveLength(capacity)
  })

  test('the lock is enough without the CHECK', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity }] })
    await sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(stage.db)
    expect(await buyAll(event)).toBe(capacity)
    expect((await readType(event)).held).toBe(capacity)
  })
})

test('orders that want the same two types in opposite orders do not block each other', async () => {
  const event = await buildEvent(stage.db, { types: [{ capacity: 500 }, { capacity: 500 }] })
  const address = await stage.app.listen({ port: 0, host: '127.0.0.1' })
  const placed = await outcomes(async (buyer) => {
    const request = orderFor(event, [1, 1])
    if (buyer % 2) request.tickets.reverse()
    const answer = await fetch(`${address}/api/functions/mpesa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify(request),
    })
    return answer.status === 202
  })
  expect(placed).toBe(BUYERS)
})

describe('the same order id posted 20 times at once', () => {
  test('guard off: without the keys and the lock every request takes tickets', async () => {
    const event = await buildEvent(stage.db)
    for (const [table, key] of [
      ['order', 'order_pkey'],
      ['order_line', 'order_line_order_id_ticket_type_id_key'],
      ['hold', 'hold_pkey'],
    ] as const) {
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(key)} cascade`.execute(
        stage.db,
      )
    }
    await sql`drop index order__open`.execute(stage.db)
    const unguarded = openUnguarded(stage.env.databaseUrl, [TYPE_LOCK])
    const order = orderOf(event, [2])
    const placed = placeTogether(unguarded, event, Array(4).fill(order))
    await placed.finally(() => unguarded.close())
    expect(await placed).toBe(4)
    expect((await readType(event)).held).toBe(8)
  })

  test('guard on: there is one order with one prompt, and its tickets are taken once', async () => {
    const event = await buildEvent(stage.db)
    const request = orderFor(event, [2])
    const address = await stage.app.listen({ port: 0, host: '127.0.0.1' })
    const answers = await Promise.all(
      Array.from({ length: CLICKS }, async () => {
        const answer = await fetch(`${address}/api/functions/mpesa`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', prefer: 'respond-async' },
          body: JSON.stringify(request),
        })
        const body = (await answer.json()) as { order_id: string }
        return [answer.status, body.order_id]
      }),
    )
    expect(answers).toEqual(Array(CLICKS).fill([202, request.orderId]))
    expect((await readType(event)).held).toBe(2)
    await stage.runJobs()
    expect(stage.daraja.pushes).toHaveLength(1)
  })

  test('with other tickets in two processes, one is placed and the other is refused', async () => {
    const event = await buildEvent(stage.db, { types: [{}, {}] })
    const first = orderOf(event, [1, 0])
    const other = { ...orderOf(event, [0, 2]), orderId: first.orderId, phone: first.phone }
    const ends = await behind(
      stage.db,
      (tx) => sql`lock table hold in share mode`.execute(tx),
      () =>
        Promise.allSettled(
          [first, other].map((order) =>
            placeOrder({ ...stage.deps, db: asProcess(stage.db) }, order),
          ),
        ),
      { waiters: 2 },
    )
    const codes = ends.map((end) => (end.status === 'fulfilled' ? 'placed' : end.reason.code))
    expect(codes.toSorted()).toEqual(['order_conflict', 'placed'])
  })
})
