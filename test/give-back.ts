import { lockOrder } from '../src/orders/orders.sql.ts'
import { reverseSale, takeBackOrder } from '../src/orders/sales.ts'
import type { SoldPart } from '../src/orders/stock.sql.ts'
import { owe } from '../src/payments/owe.ts'
import { lockPayment } from '../src/payments/payments.sql.ts'
import { postOwed } from '../src/payments/postings.ts'
import { inTransaction } from '../src/platform/db.ts'
import type { Stage } from './stage.ts'

async function saleOf(stage: Stage, orderId: string) {
  return await stage.db
    .selectFrom('payment')
    .select('id')
    .where('order_id', '=', orderId)
    .where('use', '=', 'sale')
    .executeTakeFirstOrThrow()
}

/** A whole order is due back, as a refund of it would have it. */
export async function giveBackOrder(stage: Stage, orderId: string): Promise<void> {
  const { id } = await saleOf(stage, orderId)
  await inTransaction(stage.db, async (tx) => {
    const now = stage.clock.now()
    const order = (await lockOrder(tx, orderId, now))!
    const payment = await lockPayment(tx, id)
    const takenBack = await takeBackOrder(tx, order, 'test', now)
    const amountCents = payment.confirmed_amount_cents ?? payment.amount_cents
    const owed = { amountCents, reason: 'event_closed', now, takenBack } as const
    await owe(tx, { id, phone: payment.phone, order }, owed)
  })
}

/** Some of its tickets are. */
export async function giveBackPart(stage: Stage, orderId: string, part: SoldPart): Promise<void> {
  const { id } = await saleOf(stage, orderId)
  await inTransaction(stage.db, async (tx) => {
    const now = stage.clock.now()
    const order = (await lockOrder(tx, orderId, now))!
    await lockPayment(tx, id)
    const from = await reverseSale(tx, order, [part])
    const movement = `payment:${id}:part:${part.lineId}:${now.getTime()}`
    await postOwed(tx, { id, orderId, now }, { movement, amountCents: part.amountCents, from })
  })
}
