import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, orderOf } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import { endHolds } from './holds.ts'
import type { NewOrder } from './new-order.rules.ts'
import { type LockedOrder, lockOrder } from './orders.sql.ts'
import { placeOrder } from './placing/place-order.ts'
import { reopenOrder } from './prompting/reopen-order.ts'
import { selectWholeLines } from './sales/sales.sql.ts'
import { reverseSale, sellOrder, takeBackOrder } from './sales/sales.ts'

const stage = keepStage({ HOLD_SHARE_PER_ADDRESS: '100' })
let event: BuiltEvent

beforeEach(async () => {
  const early = { name: 'Early bird', price: 60, quantity: 3 }
  event = await buildEvent(stage.db, { types: [{ steps: [early] }, { steps: [early] }] })
})

const now = () => stage.clock.now()

async function placed(quantities: number[], changes: Partial<NewOrder> = {}) {
  const order = orderOf(event, quantities, changes)
  await placeOrder(stage.deps, order)
  return order
}

const underLock = (
  { orderId }: { orderId: string },
  work: (tx: Tx, order: LockedOrder) => Promise<unknown>,
) => inTransaction(stage.db, async (tx) => work(tx, (await lockOrder(tx, orderId, now()))!))

const sell = (order: { orderId: string }) =>
  underLock(order, async (tx, locked) =>
    expect(await sellOrder(tx, locked, 'test', now())).toMatchObject({ eventId: event.id }),
  )
const end = (order: { orderId: string }) =>
  underLock(order, (tx, { id }) => endHolds(tx, [id], now()))

const promptAgain = ({ orderId }: { orderId: string }) =>
  reopenOrder(stage.deps, orderId, { phone: null }, async () => {})

/** The numbers `held` and `sold` of each type's step. */
async function counts(): Promise<[number, number][]> {
  const { rows } = await sql<{ held: number; sold: number }>`
    select l.held, l.sold from sale_limit l join price_step s on s.limit_id = l.id
      join ticket_type t on t.id = s.ticket_type_id
    where l.event_id = ${event.id} order by t.type_offset`.execute(stage.db)
  return rows.map(({ held, sold }) => [held, sold])
}

async function readLines({ orderId }: { orderId: string }) {
  const { rows } = await sql<{ amount: number; counted: boolean | null }>`
    select l.amount_cents / 100 as amount, c.is_counted as counted from order_line l
      left join line_limit c on c.order_line_id = l.id
    where l.order_id = ${orderId} order by l.position`.execute(stage.db)
  return rows.map(({ amount, counted }) => [amount, counted])
}

// spec: price-step-count
describe('the step of a line', () => {
  test('counts held tickets from the order on, and sold tickets from the sale on', async () => {
    const order = await placed([2, 1])
    expect(await counts()).toEqual([
      [2, 0],
      [1, 0],
    ])
    await sell(order)
    expect(await counts()).toEqual([
      [0, 2],
      [0, 1],
    ])
    expect(await readLines(order)).toEqual([
      [120, true],
      [60, true],
    ])
  })

  test('does not count a line that pays the price of the type', async () => {
    const order = await placed([4])
    expect(await readLines(order)).toEqual([[400, null]])
    expect(await counts()).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  test('counts the tickets of a hold until the hold ends', async () => {
    const [order] = [await placed([2]), await placed([1])]
    await end(order)
    expect(await counts()).toContainEqual([1, 0])
  })

  test('counts neither tickets of a replaced order, nor any ticket twice', async () => {
    const { phone } = await placed([3])
    const other = await placed([2], { phone, provenPhone: phone })
    expect(await readLines(other)).toEqual([[120, true]])
    expect(await counts()).toContainEqual([2, 0])
  })

  test('counts no refunded ticket', async () => {
    const [order, other] = [await placed([2, 1]), await placed([1])]
    for (const one of [order, other]) await sell(one)
    await underLock(order, async (tx, locked) => {
      const [line] = await selectWholeLines(tx, order.orderId)
      await reverseSale(tx, locked, [{ ...line!, quantity: 1, amountCents: 60_00 }])
    })
    expect(await counts()).toEqual([
      [0, 2],
      [0, 1],
    ])
    await underLock(order, (tx, locked) => takeBackOrder(tx, locked, 'test', now()))
    expect(await counts()).toEqual([
      [0, 1],
      [0, 0],
    ])
  })
})

// spec: price-step-late-money
describe('late money', () => {
  test('takes the early birds again while there is room', async () => {
    const order = await placed([2])
    await end(order)
    await sell(order)
    expect(await counts()).toContainEqual([0, 2])
    expect(await readLines(order)).toEqual([[120, true]])
  })

  test('is not refused by a full step: the line keeps its price and is not counted, not even when it is refunded', async () => {
    const order = await placed([2, 1])
    await end(order)
    await sell(await placed([2]))
    await sell(order)
    expect(await readLines(order)).toEqual([
      [120, false],
      [60, true],
    ])
    const sold = [
      [0, 2],
      [0, 1],
    ]
    expect(await counts()).toEqual(sold)
    await underLock(order, (tx, locked) => takeBackOrder(tx, locked, 'test', now()))
    expect(await counts()).toEqual([sold[0], [0, 0]])
  })
})

// spec: prompt-again-new-price
describe('another prompt for an expired order', () => {
  test('takes the early birds again while there is room', async () => {
    const order = await placed([2, 1])
    await end(order)
    await promptAgain(order)
    expect(await counts()).toEqual([
      [2, 0],
      [1, 0],
    ])
  })

  test('is refused with the price of now of the whole order if a step is full, and takes nothing', async () => {
    const order = await placed([2, 1])
    await end(order)
    await placed([2])
    await expect(promptAgain(order)).rejects.toMatchObject({
      code: 'amount_changed',
      details: {
        amount: 2 * 100 + 60,
        tickets: expect.arrayContaining([...order.lines]),
      },
    })
    expect(await counts()).toEqual([
      [2, 0],
      [0, 0],
    ])
    expect(await readLines(order)).toEqual([
      [120, true],
      [60, true],
    ])
  })

  test('keeps the price of a step that ended only by date', async () => {
    const endsAt = new Date(now().getTime() + 1000)
    event = await buildEvent(stage.db, { types: [{ steps: [{ price: 60, endsAt }] }] })
    const order = await placed([2])
    await end(order)
    stage.pass(2000)
    await promptAgain(order)
    expect(await readLines(order)).toEqual([[120, null]])
  })
})
