import { randomUUID } from 'node:crypto'
import type { BulkOrder } from '../sample/bulk/given-orders.ts'
import { recordOrders } from '../sample/bulk/record-orders.ts'
import { changeOrderState, lockOrder } from '../src/orders/orders.sql.ts'
import { closeRefund, sellOrder, takeBackOrder } from '../src/orders/sales/sales.ts'
import { assert } from '../src/platform/assert.ts'
import { type Db, inTransaction } from '../src/platform/database/db.ts'
import { newPhone } from './build.ts'

const ORIGIN = 'http://127.0.0.1:3000'

export type PendingOrder = {
  id: string
  eventId: string
  phone: string
  email: string | null
  lines: { id: string; typeId: string; quantity: number; amountKes: number }[]
}

type Given = 'eventId' | 'placedAt' | 'holdUntil' | 'failureCode' | 'paidAt' | 'hasTickets'
type OrderToBuild = Pick<BulkOrder, Given> & {
  lines: { typeId: string; quantity: number; amountKes: number }[]
  phone?: string
  email?: string
}

/** Inserts many pending orders together, either as `placeOrders` leaves them or as failed. */
export async function buildPendingOrders(db: Db, wanted: OrderToBuild[]): Promise<PendingOrder[]> {
  const holdUntil = new Date(Date.now() + 3600_000)
  const orders = wanted.map((order) => ({
    holdUntil,
    ...order,
    id: randomUUID(),
    phone: order.phone ?? newPhone(),
    email: order.email ?? null,
    lines: order.lines.map((line) => ({ id: randomUUID(), ...line })),
  }))
  await inTransaction(db, (tx) => recordOrders(tx, orders, ORIGIN))
  return orders
}

/** Inserts issued orders with tickets. */
export function buildSoldOrders(db: Db, wanted: OrderToBuild[]): Promise<PendingOrder[]> {
  const paidAt = new Date()
  return buildPendingOrders(
    db,
    wanted.map((order) => ({ ...order, paidAt, hasTickets: true })),
  )
}

/** Records that the order's money has arrived. */
export async function sellPending(db: Db, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id, now)
    await sellOrder(tx, order!, 'test', now)
  })
}

export async function moveOrder(
  db: Db,
  id: string,
  to: 'issued' | 'refund_due' | 'refunded',
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id, now)
    assert(order, 'there is no such order')
    if (to === 'refund_due') return await takeBackOrder(tx, order, 'test', now)
    if (to === 'refunded') return await closeRefund(tx, { id }, 'test', now)
    assert(await changeOrderState(tx, id, to, { cause: 'test', now }), 'it was not paid')
  })
}
