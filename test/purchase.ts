import { expect } from 'vitest'
import type { OrderRequest } from '../src/checkout/checkout.contract.ts'
import { linesFor, totalKes } from '../src/checkout/choice.rules.ts'
import { pricesAt } from '../src/checkout/sale-prices.rules.ts'
import { orderPaid } from '../src/orders/jobs.ts'
import { settleCallback } from '../src/payments/callbacks/settle-callback.job.ts'
import type { PushRequest } from '../src/payments/mpesa/stk-push.ts'
import { makePullSweep } from '../src/payments/receipts/pull-receipts.job.ts'
import type { Language } from '../src/platform/values/language.rules.ts'
import { toCents } from '../src/platform/values/money.rules.ts'
import { nairobiStamp } from '../src/platform/values/nairobi.rules.ts'
import { type BuiltEvent, orderFor } from './build.ts'
import { callApi } from './http.ts'
import { jobByHand } from './job-by-hand.ts'
import { failedCallback, paidCallback, type Stage } from './stage.ts'

/**
 * Places an order over the API. The functions of this file are the steps of a purchase, for tests
 * of later steps.
 */
export async function place(
  stage: Stage,
  event: BuiltEvent,
  quantities: number[] = [1],
  changes: Partial<OrderRequest> = {},
) {
  return await placeFrom(stage, orderFor(event, quantities, changes))
}

/** The amounts that the event's page shows now, as a part of the order's request. */
export async function shownNow(
  stage: Stage,
  event: BuiltEvent,
  quantities: number[],
): Promise<Pick<OrderRequest, 'amount' | 'tickets'>> {
  const { body } = await callApi(stage, `/api/events/${event.id}`)
  const choice = Object.fromEntries(event.types.map(({ id }, at) => [id, quantities[at] ?? 0]))
  const lines = linesFor(body.ticket_types, choice, null, pricesAt(stage.clock.now().getTime()))
  const tickets = lines.map(({ ticketTypeId, quantity, amountKes: amount }) => {
    return { ticketTypeId, quantity, amount }
  })
  return { amount: totalKes(lines), tickets }
}

/** Places an order from this IP address, for tests in which the address matters. */
export async function placeFrom<R extends OrderRequest>(
  stage: Stage,
  request: R,
  address?: string,
): Promise<R> {
  const answer = await stage.app.inject({
    method: 'POST',
    url: '/api/functions/mpesa',
    headers: { prefer: 'respond-async' },
    ...(address && { remoteAddress: address }),
    payload: request,
  })
  expect(answer.statusCode).toBe(202)
  return request
}

/** Places an order and waits until its prompt is on the phone. */
export async function prompted(
  stage: Stage,
  event: BuiltEvent,
  quantities: number[] = [1],
  changes: Partial<OrderRequest> = {},
) {
  const request = await place(stage, event, quantities, changes)
  await stage.runJobs()
  return { ...request, ...(await latestPrompt(stage)) }
}

/** Returns the latest prompt, with the address of its callback and its id. */
export async function latestPrompt(stage: Stage) {
  const push = stage.daraja.pushes.at(-1)!
  const count = stage.daraja.pushes.length
  return { callbackPath: new URL(push.callbackUrl).pathname, checkoutId: `ws_CO_${count}`, push }
}

type Prompt = { callbackPath: string; checkoutId: string }

export async function post(stage: Stage, url: string, payload?: object) {
  return await callApi(stage, { method: 'POST', url, ...(payload ? { payload } : {}) })
}

export async function callBack(stage: Stage, prompt: Prompt, payload: object): Promise<void> {
  const { status } = await post(stage, prompt.callbackPath, payload)
  expect(status).toBe(200)
}

type Prompted = Prompt & { amount: number; push: PushRequest }

/**
 * Returns a callback like M-Pesa's for a paid prompt. By default the receipt is new. A test may
 * pass a used `receipt`, or the `id` of another prompt as in a forged callback.
 */
export function paidFor(prompt: Prompted, told: { receipt?: string; id?: string } = {}) {
  const { receipt = newReceipt(), id = prompt.checkoutId } = told
  return paidCallback(receipt, prompt.amount, id, Number(prompt.push.phone))
}

/** Posts a callback and runs the job that processes it. */
export async function tell(stage: Stage, prompt: Prompt, payload: object): Promise<void> {
  await callBack(stage, prompt, payload)
  await stage.runJobs()
}

export async function pay(
  stage: Stage,
  prompt: Prompt & { amount: number },
  receipt: string,
  amount = Math.ceil(prompt.amount),
): Promise<void> {
  await tell(stage, prompt, paidCallback(receipt, amount, prompt.checkoutId))
}

/**
 * Pays an order and postpones the job that issues its tickets by a day, so that only the sweep
 * finds the order.
 */
export async function payWithoutTickets(stage: Stage, prompt: Prompted): Promise<void> {
  await callBack(stage, prompt, paidFor(prompt))
  const { id: callbackId } = await stage.db
    .selectFrom('provider_callback')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await settleCallback(stage.deps).run({ callbackId }, jobByHand())
  const run_at = new Date(stage.clock.now().getTime() + 24 * 60 * MINUTE)
  await stage.db.updateTable('job').set({ run_at }).where('name', '=', orderPaid.name).execute()
}

/**
 * Pays a prompt whose payment already has its final result. The callback waits for M-Pesa's list,
 * and the list then shows the payment.
 */
export async function payLate(stage: Stage, prompt: Prompted, receipt: string): Promise<void> {
  await pay(stage, prompt, receipt)
  const { accountReference, phone: msisdn } = prompt.push
  const amountCents = toCents(Math.ceil(prompt.amount))!
  const at = stage.clock.now()
  stage.daraja.receipts.push({ receipt, amountCents, accountReference, msisdn, at })
  await makePullSweep(stage.deps)()
  await stage.runJobs()
}

/** Sends the prompts that are due. None of them reaches its phone. */
export async function failPrompts(stage: Stage): Promise<void> {
  const next = stage.daraja.nextPush
  stage.daraja.nextPush = () => ({ kind: 'refused', code: 'unreachable', raw: {} })
  await stage.hurry()
  stage.daraja.nextPush = next
}

export async function fail(stage: Stage, prompt: Prompt, code: number | string): Promise<void> {
  await tell(stage, prompt, failedCallback(code, prompt.checkoutId))
}

let receipts = 0
/** Returns an M-Pesa receipt that no other payment in this test file has. */
export const newReceipt = () => `UKX${String(++receipts).padStart(7, '0')}`

/** Returns a CheckoutRequestID in M-Pesa's format, which contains the time in ms and the phone. */
export function requestIdFor(phone: string, at: Date, ms = 123): string {
  const [year, month, day, ...clock] = nairobiStamp(at).match(/^....|../g)!
  return `ws_CO_${day}${month}${year}${clock.join('')}${String(ms).padStart(3, '0')}${phone.slice(3)}`
}

/** Returns the outcomes of all callbacks to this prompt's address, in order. */
export async function readOutcomes(stage: Stage, { callbackPath }: Pick<Prompt, 'callbackPath'>) {
  const rows = await stage.db
    .selectFrom('provider_callback')
    .select('outcome')
    .where('token', '=', callbackPath.split('/').at(-1)!)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.outcome)
}

/** Makes M-Pesa's list show a payment of this amount with the code of the latest prompted order. */
export async function listPaid(stage: Stage, receipt: string, amountKes: number): Promise<void> {
  const { accountReference, phone: msisdn } = (await latestPrompt(stage)).push
  const amountCents = toCents(amountKes)!
  stage.daraja.receipts.push({ receipt, amountCents, accountReference, msisdn, at: null })
}

/** Requests a new prompt for the order, like the page's button. */
export async function tryAgain(stage: Stage, orderId: string, body?: object) {
  return await post(stage, `/api/orders/${orderId}/prompts`, body)
}

/** Moves the clock until every hold has ended. */
export async function endHolds(stage: Stage): Promise<void> {
  stage.pass(11 * MINUTE)
  await stage.sweep()
}

export async function readOrder(stage: Stage, id: string, language: Language = 'en') {
  const headers = { 'x-language': language }
  return await callApi(stage, { method: 'GET', url: `/api/orders/${id}`, headers })
}

export async function readPayments(stage: Stage, orderId: string) {
  return await stage.db
    .selectFrom('payment')
    .select([
      'id',
      'state',
      'use',
      'mpesa_receipt',
      'confirmed_amount_cents',
      'result_code',
      'phone',
    ])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()
}

export async function readStock(stage: Stage, typeId: string) {
  return await stage.db
    .selectFrom('ticket_type')
    .select(['capacity', 'held', 'sold'])
    .where('id', '=', typeId)
    .executeTakeFirstOrThrow()
}

/** How many tickets of a promo code or a price step are held and sold. */
export async function readLimit(stage: Stage, { id }: { id: string }) {
  return await stage.db
    .selectFrom('sale_limit')
    .select(['held', 'sold'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Expects the state after a callback that no list or query has verified. */
export async function expectNothingSold(
  stage: Stage,
  { orderId, tickets }: Pick<OrderRequest, 'tickets'> & { orderId: string },
): Promise<void> {
  expect(await readOrderState(stage, orderId)).not.toMatch(/paid|issued|refund/)
  expect((await readStock(stage, tickets[0]!.ticketTypeId)).sold).toBe(0)
  expect(stage.sent).toEqual([])
}

export async function readOrderState(stage: Stage, id: string): Promise<string> {
  const order = await stage.db
    .selectFrom('order')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return order.state
}

export const MINUTE = 60_000
