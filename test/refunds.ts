import { expect } from 'vitest'
import type { OrderRequest } from '../src/checkout/checkout.contract.ts'
import { settleListed } from '../src/payments/receipts/settle-listed.ts'
import { toCents } from '../src/platform/values/money.rules.ts'
import { buildAccount } from './accounts.ts'
import type { BuiltEvent } from './build.ts'
import { callApi } from './http.ts'
import { newReceipt, paidFor, prompted, readPayments, tell } from './purchase.ts'
import type { RefundWorld } from './refund-world.ts'
import type { Stage } from './stage.ts'

type Scene = { stage: Stage; world: RefundWorld }

export type Bought = Awaited<ReturnType<typeof bought>>

/**
 * Makes an issued order that was paid by M-Pesa. M-Pesa's list shows the payment, unless `listed`
 * is false.
 */
export async function bought(
  { stage, world }: Scene,
  event: BuiltEvent,
  quantities: number[] = [1],
  { listed = true, changes = {} }: { listed?: boolean; changes?: Partial<OrderRequest> } = {},
) {
  const order = await prompted(stage, event, quantities, changes)
  const receipt = newReceipt()
  await tell(stage, order, paidFor(order, { receipt }))
  const [payment] = await readPayments(stage, order.orderId)
  const amountCents = toCents(Math.ceil(order.amount))!
  world.taken.set(receipt, amountCents)
  const code = order.push.accountReference
  const row = { receipt, amountCents, accountReference: code, msisdn: order.push.phone, at: null }
  const list = () => settleListed(stage.deps, [row])
  if (listed) await list()
  const phone = order.push.phone
  const { orderId } = order
  return { orderId, paymentId: payment!.id, receipt, amountCents, code, phone, list }
}

/**
 * Makes a payment by paybill that only M-Pesa's list reports. The list may mask the payer's phone.
 */
export async function paidByHand(
  { stage, world }: Scene,
  event: BuiltEvent,
  msisdn: string,
  amountKes?: number,
) {
  const order = await prompted(stage, event)
  const receipt = newReceipt()
  const amountCents = toCents(amountKes ?? order.amount)!
  world.taken.set(receipt, amountCents)
  const accountReference = order.push.accountReference
  // The payment is older than the prompt, so the prompt cannot explain it.
  const at = new Date(stage.clock.now().getTime() - 3600_000)
  const row = { receipt, amountCents, accountReference, msisdn, at }
  await settleListed(stage.deps, [row])
  await stage.runJobs()
  await settleListed(stage.deps, [row])
  return { orderId: order.orderId, receipt, amountCents, phone: order.push.phone }
}

/** Makes a call as an admin. Each call has a new bearer, because tests move the clock by hours. */
export async function callAsAdmin(
  stage: Stage,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
) {
  const { headers } = await buildAccount(stage, 'admin')
  return await callApi(stage, {
    method,
    url,
    headers,
    ...(payload ? { payload } : {}),
  })
}

/** Refunds a whole order as an admin, or only the tickets given in `more`. */
export const refundOrder = (stage: Stage, orderId: string, more: object = {}) =>
  callAsAdmin(stage, 'POST', '/api/refunds', { order_id: orderId, reason: 'other', ...more })

/** Returns the stored refunds of an order, oldest first. */
export async function readRefunds(stage: Stage, orderId: string) {
  return await stage.db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Refunds one or all people of a valid ticket of the event as an admin; `n` chooses the ticket and
 * the people. Returns null if there is no valid ticket that was paid for.
 */
export async function refundSomePeople(stage: Stage, eventId: string, n: number) {
  const valid = await stage.db
    .selectFrom('ticket as t')
    .innerJoin('order as o', 'o.id', 't.order_id')
    .select(['t.order_id', 't.number', 't.admits'])
    .where('t.event_id', '=', eventId)
    .where('t.state', '=', 'valid')
    .where('o.payment_method', '<>', 'free')
    .orderBy('t.id')
    .execute()
  const ticket = valid[n % Math.max(1, valid.length)]
  if (!ticket) return null
  const people = n % 4 === 3 ? ticket.admits : 1
  const tickets = [{ ticket_number: ticket.number, admits: people }]
  const { status } = await refundOrder(stage, ticket.order_id, { tickets })
  expect(status).toBe(201)
  return { orderId: ticket.order_id, people }
}

/** The number of an event's refunds, and the refunded cents of each payment. */
export async function sumRefunds(stage: Stage, eventId: string) {
  const rows = await stage.db
    .selectFrom('refund')
    .select(['payment_id', 'amount_cents'])
    .where('event_id', '=', eventId)
    .execute()
  const of = (paymentId: string) =>
    rows.reduce((sum, row) => sum + (row.payment_id === paymentId ? row.amount_cents : 0), 0)
  return { count: rows.length, of }
}

/** Returns the first refund of an order. */
export async function readRefund(stage: Stage, { orderId }: { orderId: string }) {
  return (await readRefunds(stage, orderId))[0]!
}

export async function readSteps(stage: Stage, refundId: string): Promise<string[]> {
  const rows = await stage.db
    .selectFrom('refund_event')
    .select(['to_state', 'cause'])
    .where('refund_id', '=', refundId)
    .orderBy('id')
    .execute()
  return rows.map(({ to_state, cause }) => `${to_state}: ${cause}`)
}
