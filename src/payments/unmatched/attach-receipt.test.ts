import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { confirmByHand, readCode } from '../../../test/paybill.ts'
import {
  endHolds,
  fail,
  MINUTE,
  newReceipt,
  pay,
  prompted,
  readOrderState,
  readPayments,
  readStock,
} from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { signBearer } from '../../accounts/tokens.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { makePullSweep } from '../receipts/pull-receipts.job.ts'
import { lockUnmatchedReceipt } from '../unmatched-receipts.sql.ts'
import { attachReceipt } from './attach-receipt.ts'
import type { UnmatchedReceipt } from './unmatched-receipts.contract.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 300, capacity: 2 }] })
  await stage.db.updateTable('unmatched_receipt').set({ state: 'attached' }).execute()
  await stage.db.deleteFrom('unmatched_receipt').execute()
  stage.daraja.receipts = []
})

/** Places an order whose prompt was refused. Returns the order with its code. */
async function unpaid(amounts: number[] = [1]) {
  const order = await prompted(stage, event, amounts)
  await fail(stage, order, 1032)
  return { ...order, code: await readCode(stage, order.orderId) }
}

/** Records a payment with a mistyped account. */
async function stray(account: string, amount = 300): Promise<string> {
  const receipt = await confirmByHand(stage, { account, amount, payer: '2547 ***** 126' })
  await stage.runJobs()
  return receipt
}

async function list(receipt: string, account: string, amount = 300): Promise<void> {
  const at = stage.clock.now()
  const row = { receipt, amountCents: amount * 100, accountReference: account, msisdn: '', at }
  stage.daraja.receipts.push(row)
  stage.pass(61 * MINUTE)
  await makePullSweep(stage.deps)()
  await stage.runJobs()
}

/** A valid bearer token. Moving the test's clock by an hour ends the previous token. */
async function signedIn() {
  const session = { id: admin.sessionId, accountId: admin.id }
  return { authorization: `Bearer ${await signBearer(stage, session)}` }
}

/** Attaches a receipt. Unless `more` says otherwise, M-Pesa's list need not show the receipt. */
async function attach(receipt: string, order_id: string, more: object = { unlisted: true }) {
  const headers = await signedIn()
  const url = `/api/receipts/${receipt}/attach`
  const payload = { order_id, ...more }
  return await callApi(stage, { method: 'POST', url, headers, payload })
}

async function strays(): Promise<UnmatchedReceipt[]> {
  const headers = await signedIn()
  return (await stage.app.inject({ url: '/api/stray_receipts', headers })).json().data
}

/** The code with one wrong symbol, so that it belongs to no order. */
const slipped = (code: string) => (code[0] === 'Z' ? 'Y' : 'Z') + code.slice(1)

// spec: paybill-candidates
describe('the candidates of an unmatched receipt', () => {
  test('an order with nearly the same code comes first, then orders with the same amount at that time', async () => {
    const [near, rival] = [await unpaid(), await unpaid()]
    const other = await buildEvent(stage.db, { types: [{ price: 999 }] })
    const dear = await prompted(stage, other)
    const receipt = await stray(slipped(near.code))
    const [row] = await strays()
    expect(row).toMatchObject({ receipt, amount: 300, is_listed: false })
    const { candidates } = row!
    expect(candidates[0]).toEqual({
      order_id: near.orderId,
      code: near.code,
      event_title: event.title,
      amount: 300,
      state: 'failed',
      phone: expect.stringMatching(/•/),
      placed_at: expect.any(String),
      code_fits: 'near',
      amount_fits: true,
    })
    const ids = candidates.map(({ order_id }) => order_id)
    expect(ids).toContain(rival.orderId)
    expect(ids).not.toContain(dear.orderId)
    expect(candidates[1]).toMatchObject({ code_fits: 'no', amount_fits: true })
  })

  test('an order with another amount, or a paid one, is a candidate only by its code', async () => {
    const order = await unpaid([2])
    await pay(stage, await again(order.orderId), newReceipt(), 600)
    await stray(slipped(order.code), 123)
    const [row] = await strays()
    expect(row!.candidates).toMatchObject([
      { order_id: order.orderId, code_fits: 'near', amount_fits: false, state: 'issued' },
    ])
  })

  test('hours later, or for a paid order, the amount makes no candidate', async () => {
    const order = await unpaid()
    stage.pass(7 * 60 * MINUTE)
    await pay(stage, await prompted(stage, event), newReceipt())
    await stray('DERBY')
    expect((await strays())[0]!.candidates).toEqual([])
    expect(order.code).toMatch(/^[0-9A-Z]{8}$/)
  })

  test('a receipt that the list shows is marked as listed', async () => {
    const receipt = await stray('DERBY')
    await list(receipt, 'DERBY')
    expect((await strays())[0]).toMatchObject({ receipt, is_listed: true })
  })
})

async function again(orderId: string) {
  await stage.app.inject({ method: 'POST', url: `/api/orders/${orderId}/prompts` })
  await stage.runJobs()
  const push = stage.daraja.pushes.at(-1)!
  const callbackPath = new URL(push.callbackUrl).pathname
  return { callbackPath, checkoutId: `ws_CO_${stage.daraja.pushes.length}`, amount: 600 }
}

// spec: paybill-attach
describe('attaching a receipt', () => {
  afterEach(async () => {
    const differences = await readBookDifferences(stage.db)
    expect(differences.filter(({ what }) => what !== 'under no code')).toEqual([])
  })

  test('an attached receipt is a sale if the order still waits for exactly this money', async () => {
    const order = await unpaid()
    const receipt = await stray(slipped(order.code))
    const done = { order_id: order.orderId, use: 'sale' }
    expect(await attach(receipt, order.orderId)).toEqual({ status: 200, body: done })
    await stage.runJobs()
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
    expect(stage.sent.at(-1)!.phone).toBe(order.phoneNumber)
    expect(await strays()).toEqual([])
    // A repeated request changes nothing. The list shows the mistyped account, and changes nothing
    // either.
    expect(await attach(receipt, order.orderId)).toEqual({ status: 200, body: done })
    await list(receipt, slipped(order.code))
    const payments = (await readPayments(stage, order.orderId)).filter(({ use }) => use !== null)
    expect(payments).toMatchObject([{ mpesa_receipt: receipt, use: 'sale' }])
    const listed = await stage.db
      .selectFrom('payment')
      .select(['listed_at', 'payer'])
      .where('mpesa_receipt', '=', receipt)
      .executeTakeFirstOrThrow()
    expect(listed).toEqual({ listed_at: expect.any(Date), payer: '2547 ***** 126' })
  })

  test('a receipt that no list has shown is attached only after the admin has confirmed it', async () => {
    const order = await unpaid()
    const receipt = await stray(slipped(order.code))
    for (const more of [{}, { unlisted: false }]) {
      expect(await attach(receipt, order.orderId, more)).toEqual({
        status: 409,
        body: {
          code: 'receipt_not_listed',
          error: 'No list has shown this receipt: M-PESA may never have taken this money.',
        },
      })
    }
    expect(await readOrderState(stage, order.orderId)).toBe('failed')
    expect(await strays()).toMatchObject([{ receipt, is_listed: false }])
    await list(receipt, slipped(order.code))
    const done = { status: 200, body: { order_id: order.orderId, use: 'sale' } }
    expect(await attach(receipt, order.orderId, {})).toEqual(done)
    expect(await attach(receipt, order.orderId, {})).toEqual(done)
    const bad = await attach(receipt, order.orderId, { unlisted: 'yes' })
    expect(bad).toMatchObject({ status: 422, body: { field: 'unlisted' } })
  })

  test.each([
    ['ended, with room', 'sale', async () => {}],
    [
      'ended, without room',
      'refund_due',
      async () => pay(stage, await prompted(stage, event, [2]), newReceipt()),
    ],
  ])('a receipt for an order that has %s becomes %s', async (_how, use, meanwhile) => {
    const order = await unpaid()
    await endHolds(stage)
    await meanwhile()
    const receipt = await stray(slipped(order.code))
    expect((await attach(receipt, order.orderId)).body).toMatchObject({ use })
  })

  test('a receipt with another amount, or for a paid order, is due back', async () => {
    const order = await unpaid()
    const wrong = await stray(slipped(order.code), 299)
    expect((await attach(wrong, order.orderId)).body).toMatchObject({ use: 'refund_due' })
    expect(await readOrderState(stage, order.orderId)).toBe('failed')
    const right = await stray(slipped(order.code))
    expect((await attach(right, order.orderId)).body).toMatchObject({ use: 'sale' })
    const second = await stray(slipped(order.code))
    expect((await attach(second, order.orderId)).body).toMatchObject({ use: 'refund_due' })
    expect((await readStock(stage, event.types[0]!.id)).sold).toBe(1)
  })

  test('an attachment leaves a row in the audit log; unknown receipts and orders and attached receipts are refused', async () => {
    const order = await unpaid()
    const receipt = await stray('DERBY')
    const rival = await unpaid()
    expect((await attach('UKNOBODY01', order.orderId)).status).toBe(404)
    expect((await attach(receipt, 'none')).status).toBe(404)
    expect((await attach(receipt, order.orderId)).status).toBe(200)
    expect(await attach(receipt, rival.orderId)).toMatchObject({
      status: 409,
      body: { code: 'receipt_taken' },
    })
    const rows = await stage.db
      .selectFrom('audit_log')
      .select(['action', 'account_id', 'event_id', 'after'])
      .where('subject', '=', receipt)
      .execute()
    expect(rows).toEqual([
      {
        action: 'receipt_attached',
        account_id: admin.id,
        event_id: event.id,
        after: { order: order.code, amount: 300, listed: false },
      },
    ])
  })
})

describe('two admins who attach one receipt to two orders', () => {
  const STRAY_LOCK = /(?<=from "unmatched_receipt" where "receipt" = \$1 )for no key update$/

  /** Attaches a receipt twice. The second call begins before the first has committed. */
  async function attachBoth(secondOn: Db) {
    const [one, other] = [await unpaid(), await unpaid()]
    const receipt = await stray('DERBY')
    const attachOn = (db: Db, orderId: string) =>
      attachReceipt({ ...stage.deps, db }, admin.viewer, { receipt, orderId, unlisted: true })
    const late = behind(
      stage.db,
      async (tx) => {
        await lockOrder(tx, one.orderId, stage.clock.now())
        await lockUnmatchedReceipt(tx, receipt)
        await tx
          .updateTable('unmatched_receipt')
          .set({ state: 'refund_due' })
          .where('receipt', '=', receipt)
          .execute()
      },
      () => attachOn(secondOn, other.orderId),
    )
    return await late.then(
      ({ use }) => use,
      (error) => error.code,
    )
  }

  test('guard off: money that is due back is sold for as well', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [STRAY_LOCK])
    expect(await attachBoth(unguarded)).toBe('sale')
    await unguarded.close()
  })

  test('guard on: the second admin gets receipt_taken', async () => {
    expect(await attachBoth(stage.db)).toBe('receipt_taken')
  })
})
