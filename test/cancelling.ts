import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { lockOrder } from '../src/orders/orders.sql.ts'
import { sellOrder } from '../src/orders/sales/sales.ts'
import { type Db, inTransaction } from '../src/platform/database/db.ts'
import type { SoldTotals } from '../src/refunds/approval/measure-requests.sql.ts'
import { behind } from './behind.ts'
import type { BuiltEvent } from './build.ts'
import { callApi } from './http.ts'
import { newReceipt, pay, prompted } from './purchase.ts'
import { playRefunds } from './refund-world.ts'
import type { Stage } from './stage.ts'

type Caller = { headers: { authorization: string } }

/** Makes a back office call, such as 'POST /api/events/…/cancel'. */
export async function callAs(stage: Stage, { headers }: Caller, call: string, payload?: object) {
  const [method, url] = call.split(' ') as ['GET' | 'POST' | 'PUT', string]
  return await callApi(stage, { method, url, headers, ...(payload ? { payload } : {}) })
}

/** Sells orders of one ticket each. Every third buyer leaves an email address. */
export async function soldOrders(stage: Stage, event: BuiltEvent, count: number) {
  const orders = []
  for (let at = 0; at < count; at++) {
    const email = at % 3 === 0 ? `buyer-${randomUUID()}@lango.test` : null
    const order = await prompted(stage, event, [1], { email })
    await pay(stage, order, newReceipt())
    orders.push({ ...order, phone: order.push.phone, email })
  }
  return orders
}

/** Matches the condition that a sale checks on a ticket type under its lock. */
export const STILL_OPEN = / \* \(t\.closed_at is null\)::int/

/**
 * Simulates a payment callback: locks the order while its tickets are on sale, runs `cancel`, and
 * then sells the tickets. The callback uses the connection `db`.
 */
export async function sellAcrossCancel(
  { clock }: Stage,
  db: Db,
  { orderId, cancel }: { orderId: string; cancel: () => Promise<SoldTotals> },
): Promise<unknown> {
  const locked = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const sale = inTransaction(db, async (tx) => {
    const order = (await lockOrder(tx, orderId, clock.now()))!
    expect(order.sale_stop).toBe(null)
    locked.resolve()
    await cancelled.promise
    return await sellOrder(tx, order, 'test', clock.now())
  })
  await locked.promise
  expect(await cancel()).toMatchObject({ orders: 0 })
  cancelled.resolve()
  return await sale
}

/** Runs `cancel` while a callback records the sale of an order. `cancel` waits for the sale. */
export async function cancelBehindSale(
  { db, clock }: Stage,
  { orderId, cancel }: { orderId: string; cancel: () => Promise<SoldTotals> },
): Promise<SoldTotals> {
  return await behind(
    db,
    async (tx) => sellOrder(tx, (await lockOrder(tx, orderId, clock.now()))!, 'test', clock.now()),
    cancel,
  )
}

/** Makes M-Pesa list all payments and execute each requested refund. */
export async function payRefundsBack(stage: Stage): Promise<void> {
  const { db } = stage
  await db
    .updateTable('payment')
    .set({ listed_at: stage.clock.now() })
    .where('state', '=', 'confirmed')
    .execute()
  await db
    .updateTable('refund')
    .set({ next_at: new Date(0) })
    .where('state', '=', 'due')
    .execute()
  const payments = await db
    .selectFrom('payment')
    .select(['mpesa_receipt', 'confirmed_amount_cents'])
    .where('mpesa_receipt', 'is not', null)
    .execute()
  const world = playRefunds(stage)
  for (const { mpesa_receipt, confirmed_amount_cents } of payments) {
    world.taken.set(mpesa_receipt!, confirmed_amount_cents!)
  }
  await stage.sweep()
  await world.deliver()
}
