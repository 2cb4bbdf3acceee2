import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { buildPendingOrders, sellPending } from '../../../test/pending-orders.ts'
import { newReceipt, pay, prompted, readOrderState } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import type { WorkRow } from './work-list.contract.ts'

const stage = keepStage()
let admin: Awaited<ReturnType<typeof buildAccount>>
let event: BuiltEvent
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  event = await buildEvent(stage.db, { title: 'Derby Day' })
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ago = (ms: number) => new Date(stage.clock.now().getTime() - ms)

async function list(query = ''): Promise<{ data: WorkRow[]; next_cursor: string | null }> {
  const { headers } = admin
  return (await stage.app.inject({ url: `/api/work_list${query}`, headers })).json()
}

const find = async (key: string) => (await list()).data.find((row) => row.key === key)

async function sold(receipt = newReceipt(), paidKes = 200) {
  const order = await prompted(stage, event, [2])
  await pay(stage, order, receipt, paidKes)
  const payment = await stage.db
    .selectFrom('payment')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  return { ...order, receipt, paymentId: payment.id, code: order.push.accountReference }
}

const change = (id: string, set: Record<string, unknown>) =>
  stage.db.updateTable('payment').set(set).where('id', '=', id).execute()

/** Inserts a refund in the given state, as the refunds room would. */
async function refund(row: { state: string; created_at: Date; next_at?: Date }) {
  const { paymentId, orderId, receipt, code } = await sold()
  const id = randomUUID()
  await stage.db
    .insertInto('refund')
    .values({
      id,
      originator_id: randomUUID(),
      payment_id: paymentId,
      order_id: orderId,
      event_id: event.id,
      amount_cents: 200_00,
      is_whole: true,
      is_rest: true,
      reason: 'no_capacity',
      since: row.created_at,
      ...row,
    })
    .execute()
  return { id, receipt, code }
}

async function payerOf(refundId: string): Promise<string> {
  const { phone } = await stage.db
    .selectFrom('refund as r')
    .innerJoin('payment as p', 'p.id', 'r.payment_id')
    .select('p.phone')
    .where('r.id', '=', refundId)
    .executeTakeFirstOrThrow()
  return phone!
}

/** Builds a paid order whose job of issuing tickets was lost. Returns its id. */
async function unissued(paidAt: Date): Promise<string> {
  const lines = [{ typeId: event.types[0]!.id, quantity: 1, amountKes: 100 }]
  const wanted = [{ eventId: event.id, phone: '254712345678', lines }]
  const [order] = await buildPendingOrders(stage.db, wanted)
  await sellPending(stage.db, order!.id, paidAt)
  await stage.db.deleteFrom('job').execute()
  return order!.id
}

// spec: work-list-rows
describe('the work list shows, with facts, next step and actions,', () => {
  test('money in suspense', async () => {
    const { paymentId, code, receipt } = await sold(newReceipt(), 150)
    expect(await find(paymentId)).toMatchObject({
      kind: 'suspense',
      order_code: code,
      event: { id: event.id, title: 'Derby Day' },
      receipt,
      amount: 150,
      known: 'M-PESA reported KES 150; the order costs KES 200.',
      by_itself: expect.stringMatching(
        /^We check M-PESA's statement until \w{3}, \w{3} \d+, \d+:\d\d [AP]M, then refund it\.$/,
      ),
      actions: ['look_again'],
    })
    await change(paymentId, { use: 'refund_due' })
    expect(await find(paymentId)).toBeUndefined()
  })

  test('a receipt with an unknown order code', async () => {
    const receipt = newReceipt()
    const row = { receipt, amount_cents: 120_50, account_reference: 'DERBY', msisdn: '' }
    const found = { ...row, paid_at: null, found_at: ago(MINUTE) }
    await stage.db.insertInto('unmatched_receipt').values(found).execute()
    expect(await find(receipt)).toMatchObject({
      kind: 'stray_receipt',
      event: null,
      order_code: null,
      known: "KES 120.50 was paid to account 'DERBY'.",
      by_itself: 'Nothing until someone attaches or refunds it.',
      actions: ['attach', 'pay_back'],
    })
    const set = { state: 'refunded' }
    await stage.db
      .updateTable('unmatched_receipt')
      .set(set)
      .where('receipt', '=', receipt)
      .execute()
    expect(await find(receipt)).toBeUndefined()
  })

  // spec: work-list-attach
  test('a receipt and the orders that it may be for, until it is attached to one of them', async () => {
    const order = await prompted(stage, event, [2])
    const code = order.push.accountReference
    const receipt = newReceipt()
    const typed = `${code.slice(0, 7)}U`
    const row = { receipt, amount_cents: 200_00, account_reference: typed, msisdn: '' }
    const found = { ...row, paid_at: null, found_at: stage.clock.now() }
    await stage.db.insertInto('unmatched_receipt').values(found).execute()
    const { candidates } = (await find(receipt))!
    expect(candidates[0]).toMatchObject({
      order_id: order.orderId,
      ...{ code, event_title: 'Derby Day', amount: 200, code_fits: 'near', amount_fits: true },
    })
    expect((await list()).data.filter((one) => one.kind !== 'stray_receipt')).not.toContainEqual(
      expect.objectContaining({ candidates: [expect.anything()] }),
    )
    const url = `/api/receipts/${receipt}/attach`
    const payload = { order_id: order.orderId, unlisted: true }
    await stage.app.inject({ method: 'POST', url, headers: admin.headers, payload })
    expect(await find(receipt)).toBeUndefined()
  })

  test('an order that was paid some minutes ago and has no tickets', async () => {
    const young = await unissued(ago(MINUTE))
    const old = await unissued(ago(5 * MINUTE))
    expect(await find(young)).toBeUndefined()
    expect(await find(old)).toMatchObject({
      kind: 'order_without_tickets',
      amount: 100,
      known: 'KES 100 was paid, but no tickets were issued.',
      by_itself: 'We try again within a minute.',
      actions: ['issue_tickets'],
    })
  })

  test('a receipt that M-Pesa’s list does not show', async () => {
    const { paymentId, receipt } = await sold()
    expect(await find(paymentId)).toBeUndefined()
    await change(paymentId, { alarmed_at: stage.clock.now() })
    expect(await find(paymentId)).toMatchObject({
      kind: 'receipt_not_listed',
      receipt,
      known: 'M-PESA reported a payment of KES 200, but its list of payments does not show it.',
      actions: ['look_again', 'explain'],
    })
    await change(paymentId, { alarmed_at: null, created_at: ago(7 * 60 * MINUTE) })
    expect(await find(paymentId)).toMatchObject({ kind: 'receipt_not_listed' })
    await change(paymentId, { listed_at: stage.clock.now() })
    expect(await find(paymentId)).toBeUndefined()
  })

  test('a sale for which M-Pesa took another amount', async () => {
    const { paymentId } = await sold()
    await change(paymentId, { confirmed_amount_cents: 250_00 })
    expect(await find(paymentId)).toMatchObject({
      kind: 'amount_differs',
      known: 'M-PESA received KES 250 for tickets of KES 200.',
      actions: ['book_difference', 'pay_back_difference'],
    })
    await change(paymentId, { confirmed_amount_cents: 150_00 })
    expect((await find(paymentId))?.actions).toEqual(['book_difference', 'take_back'])
    await change(paymentId, { confirmed_amount_cents: 200_00 })
  })

  test('the differences of the latest comparison of books and M-Pesa', async () => {
    const difference = {
      what: 'another amount',
      name: 'UKR0000009',
      order_code: 'ABCD2345',
      ours_cents: 200_00,
      theirs_cents: null,
    }
    const look = (at: Date, differences: object[]) => {
      const row = { id: randomUUID(), requested_at: at, ended_at: at }

      return stage.db
        .insertInto('reconciliation')
        .values({ ...row, differences: JSON.stringify(differences) })
        .execute()
    }
    await look(ago(2 * MINUTE), [difference])
    expect(await find('1')).toMatchObject({
      kind: 'books_differ',
      amount: 200,
      known: 'another amount: UKR0000009: we recorded KES 200, M-PESA has nothing.',
      actions: ['look_again'],
    })
    await look(ago(MINUTE), [])
    expect(await find('1')).toBeUndefined()
  })
})

// spec: work-list-refunds
describe('the work list shows refunds', () => {
  test('that M-Pesa refused, or that an admin must pay, at once', async () => {
    const refused = await refund({ state: 'refused', created_at: ago(MINUTE) })
    const manual = await refund({ state: 'manual', created_at: ago(MINUTE) })
    expect(await find(refused.id)).toMatchObject({
      kind: 'refund_refused',
      // The facts that an admin needs to pay the refund by hand.
      receipt: refused.receipt,
      order_code: refused.code,
      phone: await payerOf(refused.id),
      known:
        'M-PESA refused to refund KES 200. Reason of the refund: the tickets were sold out when the money came.',
      actions: ['retry', 'paid_manually'],
    })
    const found = { kind: 'refund_manual', receipt: manual.receipt, actions: ['paid_manually'] }
    expect(await find(manual.id)).toMatchObject(found)
  })

  test.each(['due', 'sending', 'sent', 'unknown'])(
    'that are %s, once they are late',
    async (state) => {
      const known = async (days: number) => {
        const next_at = new Date(stage.clock.now().getTime() + MINUTE)
        const { id } = await refund({ state, created_at: ago(days * DAY), next_at })
        return (await find(id))?.known
      }
      expect(await known(7)).toBeUndefined()
      expect(await known(15)).toBe('KES 200 has been due for more than 7 business days.')
      expect(await known(30)).toBe('KES 200 has been due for more than 14 business days.')
    },
  )

  test('only until they are done', async () => {
    const { id } = await refund({ state: 'manual', created_at: ago(30 * DAY) })
    const done = { state: 'done', done_at: stage.clock.now() }
    await stage.db.updateTable('refund').set(done).where('id', '=', id).execute()
    expect(await find(id)).toBeUndefined()
  })
})

// spec: work-list-buttons
describe("the action 'issue tickets now'", () => {
  const press = async (id: string) => {
    const url = `/api/orders/${id}/issue_tickets`
    return await callApi(stage, { method: 'POST', url, headers: admin.headers })
  }
  const readAudit = () =>
    stage.db
      .selectFrom('audit_log')
      .select(['account_id', 'event_id'])
      .where('action', '=', 'tickets_wanted')
      .execute()

  test('issues the tickets once and is recorded in the audit log', async () => {
    const id = await unissued(ago(5 * MINUTE))
    expect((await press(id)).status).toBe(202)
    expect((await press(id)).status).toBe(202)
    await stage.runJobs()
    expect(await readOrderState(stage, id)).toBe('issued')
    const tickets = await stage.db
      .selectFrom('ticket')
      .select('id')
      .where('order_id', '=', id)
      .execute()
    expect(tickets).toHaveLength(1)
    expect(await find(id)).toBeUndefined()
    const by = { account_id: admin.id, event_id: event.id }
    expect(await readAudit()).toEqual([by, by])
    expect((await press(id)).status).toBe(202)
    expect(await readAudit()).toHaveLength(2)
  })

  test('is refused for an unpaid order and for an unknown order', async () => {
    const { orderId } = await prompted(stage, event)
    expect(await press(orderId)).toMatchObject({ status: 409, body: { code: 'not_paid' } })
    for (const id of [randomUUID(), 'x']) {
      expect(await press(id)).toMatchObject({ status: 404, body: { code: 'order_not_found' } })
    }
  })
})
