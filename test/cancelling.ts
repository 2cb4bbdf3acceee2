import { randomUUID } from 'node:crypto'
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
