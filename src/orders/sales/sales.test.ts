import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, orderOf } from '../../../test/build.ts'
import { compareFigures } from '../../../test/compare-figures.ts'
import { pauseBeforeLock } from '../../../test/pause-before-lock.ts'
import { keepStage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import { changeOrderState, lockOrder } from '../orders.sql.ts'
import { placeOrder } from '../placing/place-order.ts'
import { selectWholeLines } from './sales.sql.ts'
import { closeRefund, recordSale, reverseSale, sellOrder, takeBackOrder } from './sales.ts'

const admin = { accountId: '00000000-0000-4000-8000-000000000000', role: 'admin' } as const

const stage = keepStage()
let event: BuiltEvent
let organizer: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  organizer = await buildAccount(stage, 'organizer')
})
beforeEach(async () => {
  event = await buildEvent(stage.db, {
    types: [
      { price: 300, capacity: 4 },
      { price: 99.5, capacity: 4 },
    ],
  })
})

const now = () => stage.clock.now()

/** Sells three tickets of the first type and one of the second. Returns the order's id. */
async function sold(quantities = [3, 1]): Promise<string> {
  const order = orderOf(event, quantities)
  await placeOrder(stage.deps, order)
  await underLock(order.orderId, async (tx, locked) => {
    expect(await sellOrder(tx, locked, 'test', now())).toMatchObject({ eventId: event.id })
  })
  return order.orderId
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

async function underLock<T>(id: string, work: (tx: Tx, order: Locked) => Promise<T>): Promise<T> {
  return await inTransaction(stage.db, async (tx) => {
    const order = await lockOrder(tx, id, now())
    return await work(tx, order!)
  })
}

async function readRows(orderId: string) {
  const { db } = stage
  const stock = await db
    .selectFrom('ticket_type')
    .select(['held', 'sold'])
    .where('event_id', '=', event.id)
    .orderBy('type_offset')
    .execute()
  const listed = await db
    .selectFrom('paid_line as p')
    .innerJoin('order_line as l', 'l.id', 'p.order_line_id')
    .select(['p.status', 'p.amount_cents'])
    .where('l.order_id', '=', orderId)
    .orderBy('l.position')
    .execute()
  const deltas = await db
    .selectFrom('sale_delta')
    .select(['tickets', 'revenue_cents'])
    .where('event_id', '=', event.id)
    .orderBy('id')
    .execute()
  return {
    stock: stock.map(({ held, sold }) => [held, sold]),
    listed: listed.map(({ status, amount_cents }) => [status, amount_cents]),
    deltas: deltas.map(({ tickets, revenue_cents }) => [tickets, revenue_cents]).sort(),
  }
}

async function setFee({ basisPoints, fixedCents }: { basisPoints: number; fixedCents: number }) {
  const fee = { basis_points: basisPoints, fixed_cents: fixedCents, set_at: now() }
  await stage.db
    .updateTable('event')
    .set({ organizer_id: organizer.id })
    .where('id', '=', event.id)
    .execute()
  await stage.db
    .insertInto('organizer_fee')
    .values({ account_id: organizer.id, ...fee })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fee))
    .execute()
}

async function readFees(orderId: string) {
  const rows = await stage.db
    .selectFrom('paid_line as p')
    .innerJoin('order_line as l', 'l.id', 'p.order_line_id')
    .select(['p.fee_cents', 'p.back_fee_cents'])
    .where('l.order_id', '=', orderId)
    .orderBy('l.position')
    .execute()
  return rows.map((row) => [row.fee_cents, row.back_fee_cents])
}

describe('a change of state', () => {
  test('a change of state writes its event and no figures', async () => {
    const order = orderOf(event, [1])
    await placeOrder(stage.deps, order)
    const move = (tx: Tx) =>
      changeOrderState(tx, order.orderId, 'paid', { cause: 'test', now: now() })
    expect(await inTransaction(stage.db, move)).toBe(true)
    expect(await inTransaction(stage.db, move)).toBe(false)
    const { listed, deltas } = await readRows(order.orderId)
    expect([listed, deltas]).toEqual([[], []])
    const events = await stage.db
      .selectFrom('order_event')
      .select(['from_state', 'to_state'])
      .where('order_id', '=', order.orderId)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { from_state: null, to_state: 'pending' },
      { from_state: 'pending', to_state: 'paid' },
    ])
    await underLock(order.orderId, recordSale)
    expect((await readRows(order.orderId)).deltas).toEqual([[1, 300_00]])
  })
})

describe('a sold order', () => {
  test('a whole order is reversed: out of the figures, for sale again, and listed', async () => {
    const before = await compareFigures(stage.db, admin)
    const orderId = await sold()
    expect(await readRows(orderId)).toEqual({
      stock: [
        [0, 3],
        [0, 1],
      ],
      listed: [
        ['paid', 900_00],
        ['paid', 100_00],
      ],
      deltas: [
        [1, 100_00],
        [3, 900_00],
      ],
    })
    await underLock(orderId, (tx, order) => takeBackOrder(tx, order, 'test', now()))
    const after = await readRows(orderId)
    expect(after.stock).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(after.listed.map(([status]) => status)).toEqual(['refund_due', 'refund_due'])
    expect(await compareFigures(stage.db, admin)).toBe(before)
    await sold([4])
    expect(await compareFigures(stage.db, admin)).toBe(before + 4)
    await underLock(orderId, (tx, order) => closeRefund(tx, order, 'test', now()))
    expect((await readRows(orderId)).listed.map(([status]) => status)).toEqual([
      'refunded',
      'refunded',
    ])
  })

  test('a part is reversed: the rest stays sold, listed and counted', async () => {
    const orderId = await sold()
    await underLock(orderId, async (tx, order) => {
      const [first, second] = await selectWholeLines(tx, order.id)
      await reverseSale(tx, order, [{ ...first!, quantity: 2, amountCents: 600_00 }, second!])
    })
    expect(await readRows(orderId)).toEqual({
      stock: [
        [0, 1],
        [0, 0],
      ],
      listed: [
        ['paid', 900_00],
        ['refund_due', 100_00],
      ],
      deltas: [
        [-1, -100_00],
        [-2, -600_00],
        [1, 100_00],
        [3, 900_00],
      ],
    })
  })

  test('tickets are reversed once, and no more of them than were sold', async () => {
    const orderId = await sold()
    const before = await readRows(orderId)
    const [whole] = await underLock(orderId, (tx) => selectWholeLines(tx, orderId))
    const part = (change: object) =>
      underLock(orderId, (tx, order) => reverseSale(tx, order, [{ ...whole!, ...change }]))
    const never = 'impossible: the reversed tickets were not sold'
    await expect(part({ quantity: 4 })).rejects.toThrow(never)
    await expect(part({ quantity: 0 })).rejects.toThrow(never)
    await expect(part({ amountCents: 900_01 })).rejects.toThrow(never)
    await expect(part({ lineId: crypto.randomUUID() })).rejects.toThrow(never)
    await expect(underLock(orderId, (tx, order) => reverseSale(tx, order, []))).rejects.toThrow(
      never,
    )
    expect(await readRows(orderId)).toEqual(before)
    await part({})
    await expect(part({})).rejects.toThrow(never)
    // Reverses more tickets than are left, so the whole statement must fail.
    await expect(part({ quantity: 1, amountCents: 0 })).rejects.toThrow(never)
  })

  test('parts are reversed one by one, no ticket twice, and the last part has the remaining amount', async () => {
    const orderId = await sold()
    const [whole] = await underLock(orderId, (tx) => selectWholeLines(tx, orderId))
    const part = (quantity: number, amountCents: number) =>
      underLock(orderId, (tx, order) =>
        reverseSale(tx, order, [{ lineId: whole!.lineId, quantity, amountCents }]),
      )
    const never = 'impossible: the reversed tickets were not sold'
    expect(await part(2, 600_00)).toMatchObject({ amountCents: 600_00 })
    await expect(part(2, 300_00)).rejects.toThrow(never)
    await expect(part(1, 299_99)).rejects.toThrow(never)
    await part(1, 300_00)
    await expect(part(1, 0)).rejects.toThrow(never)
    expect((await readRows(orderId)).stock[0]).toEqual([0, 0])
  })

  test('a line keeps its fee, and gives it back with its tickets, to the cent', async () => {
    await setFee({ basisPoints: 333, fixedCents: 7 })
    const orderId = await sold()
    // The fee is 3.33 % of each line (900 and 100 shillings), and 7 cents for each ticket.
    expect(await readFees(orderId)).toEqual([
      [29_97 + 21, 0],
      [3_33 + 7, 0],
    ])
    await setFee({ basisPoints: 10_000, fixedCents: 0 })
    const [whole] = await underLock(orderId, (tx) => selectWholeLines(tx, orderId))
    const part = (quantity: number, amountCents: number) =>
      underLock(orderId, (tx, order) =>
        reverseSale(tx, order, [{ lineId: whole!.lineId, quantity, amountCents }]),
      )
    const parts = [await part(1, 300_00), await part(1, 300_00), await part(1, 300_00)]
    expect(parts.map(({ feeCents }) => feeCents)).toEqual([10_06, 10_06, 10_06])
    expect((await readFees(orderId))[0]).toEqual([30_18, 30_18])
  })

  test('a fee is never above the price', async () => {
    await setFee({ basisPoints: 0, fixedCents: 1_000_00 })
    expect(await readFees(await sold([1]))).toEqual([[300_00, 0]])
  })
})

describe('two concurrent transactions', () => {
  /**
   * Reverses the sale of an order twice, concurrently: the second call begins before the first
   * commits.
   */
  async function takeBackTwice(secondOn: Db): Promise<string> {
    const orderId = await sold()
    await sold([1])
    const takeBack = async (tx: Tx) => {
      const order = await lockOrder(tx, orderId, now())
      if (order?.state !== 'paid') return
      await takeBackOrder(tx, order, 'test', now())
    }
    await behind(stage.db, takeBack, () => inTransaction(secondOn, takeBack))
    return orderId
  }

  test('guard off: without the order lock only an assertion stops the second one', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [/for no key update of o, h$/])
    await expect(takeBackTwice(unguarded)).rejects.toThrow('impossible')
    await unguarded.close()
  })

  test('guard on: the order is taken back once', async () => {
    const orderId = await takeBackTwice(stage.db)
    expect((await readRows(orderId)).stock).toEqual([
      [0, 1],
      [0, 0],
    ])
  })

  test('a ticket that is being taken back can be bought', async () => {
    let orderId = ''
    const takeBack = async (tx: Tx) => {
      await lockOrder(tx, orderId, now())
      await takeBackOrder(tx, { id: orderId, event_id: event.id }, 'test', now())
    }
    // The order is judged while tickets are free. When the order reaches the lock, the tickets are
    // sold, and their sale is being reversed.
    const { policy, judged, goOn } = pauseBeforeLock()
    const late = placeOrder(stage.deps, orderOf(event, [1]), policy)
    await judged
    orderId = await sold([4])
    await behind(stage.db, takeBack, () => {
      goOn()
      return late
    })
    expect((await readRows(orderId)).stock[0]).toEqual([1, 0])
  })
})
