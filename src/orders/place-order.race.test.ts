import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, orderFor } from '../../test/build.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { openDatabase } from '../platform/db.ts'

const BUYERS = 200
const CLICKS = 20

let stage: Stage
beforeEach(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_ADDRESS: '1000' })
})
afterEach(() => stage.close())

async function outcomes(work: (buyer: number) => Promise<boolean>): Promise<number> {
  const all = await Promise.all(Array.from({ length: BUYERS }, (_, buyer) => work(buyer)))
  return all.filter(Boolean).length
}

/** Each buyer over a TCP connection of its own. */
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
    if (answer.status !== 202) expect([answer.status, code]).toEqual([409, 'sold_out'])
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

function readOrder(id: string) {
  return stage.db.selectFrom('order').select('id').where('id', '=', id).executeTakeFirst()
}

describe.each([1, 50])('200 buyers for the last %i', (capacity) => {
  test('the guard off: reading and then writing sells more than there are', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity }] })
    await sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(stage.db)
    const db = openDatabase(stage.env.databaseUrl, 60)
    const id = event.types[0]!.id
    const bought = await outcomes(async () => {
      const type = await db
        .selectFrom('ticket_type')
        .select(['held', 'capacity'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (type.held >= type.capacity) return false
      await db
        .updateTable('ticket_type')
        .set((eb) => ({ held: eb('held', '+', 1) }))
        .where('id', '=', id)
        .execute()
      return true
    })
    await db.destroy()
    expect(bought).toBeGreaterThan(capacity)
  })

  test('the guard on: exactly as many as there are, and everyone else is told', async () => {
    const event = await buildEvent(stage.db, { types: [{ capacity }] })
    expect(await buyAll(event)).toBe(capacity)
    expect((await readType(event)).held).toBe(capacity)
    const orders = await stage.db.selectFrom('order').select('id').execute()
    expect(orders).toHaveLength(capacity)
  })

  test('the statement alone guards, without the CHECK behind it', async () => {
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
  test('the guard off: looking for the order and then placing it takes the tickets 20 times', async () => {
    const event = await buildEvent(stage.db)
    const { orderId } = orderFor(event, [2])
    const clicks = Array.from({ length: CLICKS }, (_, click) => click)
    const found = await Promise.all(clicks.map(() => readOrder(orderId)))
    expect(found).toEqual(Array(CLICKS).fill(undefined))
    await Promise.all(
      clicks.map(() =>
        stage.db
          .updateTable('ticket_type')
          .set((eb) => ({ held: eb('held', '+', 2) }))
          .where('event_id', '=', event.id)
          .execute(),
      ),
    )
    expect((await readType(event)).held).toBe(2 * CLICKS)
  })

  test('the guard on: one order, one prompt, and its tickets are taken once', async () => {
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
})
