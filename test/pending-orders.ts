import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { changeOrderState, lockOrder } from '../src/orders/orders.sql.ts'
import { closeRefund, sellOrder, takeBackOrder } from '../src/orders/sales.ts'
import { assert } from '../src/platform/assert.ts'
import { type Db, inTransaction } from '../src/platform/db.ts'
import { newOrderCode } from '../src/platform/ids.ts'
import { newPhone } from './build.ts'

export type PendingOrder = {
  id: string
  eventId: string
  phone: string
  email: string | null
  lines: { id: string; typeId: string; quantity: number; amountKes: number }[]
}

type Wanted = {
  eventId: string
  lines: { typeId: string; quantity: number; amountKes: number }[]
  phone?: string
  email?: string
}

/** Orders that wait for their money, many at once: as `placeOrders` leaves them. */
export async function buildPendingOrders(db: Db, wanted: Wanted[]): Promise<PendingOrder[]> {
  const orders = wanted.map((order) => ({
    id: randomUUID(),
    eventId: order.eventId,
    phone: order.phone ?? newPhone(),
    email: order.email ?? null,
    lines: order.lines.map((line) => ({ id: randomUUID(), ...line })),
  }))
  const until = new Date(Date.now() + 3600_000)
  const totalOf = ({ lines }: PendingOrder) =>
    lines.reduce((sum, line) => sum + line.amountKes, 0) || 1
  await inTransaction(db, async (tx) => {
    const row = (order: PendingOrder) => ({
      id: order.id,
      code: newOrderCode(),
      event_id: order.eventId,
      phone: order.phone,
      email: order.email,
      amount_cents: totalOf(order) * 100,
      request_fingerprint: '-',
    })
    const lineRow = (order: PendingOrder) =>
      order.lines.map((line, position) => ({
        id: line.id,
        order_id: order.id,
        ticket_type_id: line.typeId,
        position,
        quantity: line.quantity,
        price_cents: Math.round((line.amountKes * 100) / line.quantity),
        amount_cents: line.amountKes * 100,
      }))
    await tx.insertInto('order').values(orders.map(row)).execute()
    await tx.insertInto('order_line').values(orders.flatMap(lineRow)).execute()
    const holds = orders.map(({ id }) => ({ order_id: id, expires_at: until, ends_at: until }))
    await tx.insertInto('hold').values(holds).execute()
    await sql`
      update ticket_type t set held = t.held + n.quantity from (
        select ticket_type_id, sum(quantity) as quantity from order_line
        where order_id = any(${orders.map(({ id }) => id)}::uuid[]) group by 1
      ) n where t.id = n.ticket_type_id`.execute(tx)
  })
  return orders
}

/** Its money comes in. */
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
    await lockOrder(tx, id, now)
    if (to === 'refund_due') return await takeBackOrder(tx, { id }, 'test', now)
    if (to === 'refunded') return await closeRefund(tx, { id }, 'test', now)
    assert(await changeOrderState(tx, id, to, { cause: 'test', now }), 'it was not paid')
  })
}
