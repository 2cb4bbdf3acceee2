import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { BuiltEvent } from './build.ts'
import { callApi } from './http.ts'
import { newReceipt, pay, post, prompted } from './purchase.ts'
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
  await stage.sweep()
  const calls = await db
    .selectFrom('refund_attempt as c')
    .innerJoin('refund as r', 'r.id', 'c.refund_id')
    .select(['c.token', 'c.originator_conversation_id', 'r.amount_cents'])
    .where('c.state', '=', 'asked')
    .where('c.kind', 'in', ['reversal', 'b2c'])
    .execute()
  for (const { token, originator_conversation_id, amount_cents } of calls) {
    const receipt = newReceipt()
    const parameters = [
      { Key: 'Amount', Value: amount_cents / 100 },
      { Key: 'TransactionReceipt', Value: receipt },
      { Key: 'TransactionAmount', Value: amount_cents / 100 },
    ]
    const { status } = await post(stage, `/cb/r/${token}`, {
      Result: {
        ResultType: 0,
        ResultCode: 0,
        ResultDesc: 'done',
        OriginatorConversationID: originator_conversation_id,
        ConversationID: randomUUID(),
        TransactionID: receipt,
        ResultParameters: { ResultParameter: parameters },
      },
    })
    expect(status).toBe(200)
  }
  await stage.runJobs()
}
