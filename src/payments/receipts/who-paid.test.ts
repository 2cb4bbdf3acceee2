// spec: payer-booked
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { confirmByHand, readCode } from '../../../test/paybill.ts'
import { fail, newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { callAsAdmin, readRefunds, refundOrder } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { whoPaid } from '../payments.sql.ts'
import { settleListed } from './settle-listed.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
beforeAll(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 300 }] })
})

const PAYER = '254799000111'
const MASKED = '2547 ***** 111'

async function list(code: string, receipt: string, msisdn: string): Promise<void> {
  const amountCents = 300_00
  const row = { receipt, amountCents, accountReference: code, at: stage.clock.now() }
  world.taken.set(receipt, amountCents)
  await settleListed(stage.deps, [{ ...row, msisdn: msisdn.replace(/\D/g, '') }])
}

async function payerOf(receipt: string): Promise<string | null> {
  const { rows } = await sql<{ payer: string | null }>`
    select ${whoPaid} as payer from payment p where p.mpesa_receipt = ${receipt}`.execute(stage.db)
  expect(rows).toHaveLength(1)
  return rows[0]!.payer
}

/** Refunds the whole order. If Reversals are refused, the money goes to the payer's number. */
async function refund(orderId: string) {
  world.faults.reversal = ['refused']
  await refundOrder(stage, orderId)
  await world.settle()
  return (await readRefunds(stage, orderId))[0]!
}

describe('the amount of a prompt, paid by paybill from another phone', () => {
  test('the payer is the phone that the list names, which gets the refund', async () => {
    const order = await prompted(stage, event)
    const [code, receipt] = [await readCode(stage, order.orderId), newReceipt()]
    await list(code, receipt, PAYER)
    expect(await payerOf(receipt)).toBe(PAYER)
    const made = await refund(order.orderId)
    expect(made).toMatchObject({ state: 'done', way: 'b2c', phone: PAYER })
    expect(world.calls('b2c').at(-1)).toMatchObject({ phone: PAYER })
  })

  test('the payer is unknown if the list masks the number, and never the prompted phone', async () => {
    const order = await prompted(stage, event)
    const [code, receipt] = [await readCode(stage, order.orderId), newReceipt()]
    await list(code, receipt, MASKED)
    expect(await payerOf(receipt)).toBeNull()
    const made = await refund(order.orderId)
    expect(made).toMatchObject({ state: 'manual', phone: null, failure_code: 'payer_unknown' })
  })
})

describe('a payer whom the confirmation masks', () => {
  async function byHand(payer: string) {
    const order = await prompted(stage, event)
    await fail(stage, order, 1032)
    const code = await readCode(stage, order.orderId)
    const receipt = await confirmByHand(stage, { account: code, amount: 300, payer })
    await stage.runJobs()
    return { ...order, code, receipt }
  }

  test('the payer is known once the list names the number, before any refund', async () => {
    const { orderId, code, receipt } = await byHand(MASKED)
    expect(await payerOf(receipt)).toBeNull()
    // The refund is requested before the list was read.
    await refundOrder(stage, orderId)
    expect((await readRefunds(stage, orderId))[0]).toMatchObject({ state: 'due', phone: null })
    await list(code, receipt, PAYER)
    expect(await payerOf(receipt)).toBe(PAYER)
    world.faults.reversal = ['refused']
    await world.settle()
    expect((await readRefunds(stage, orderId))[0]).toMatchObject({
      ...{ state: 'done', way: 'b2c', phone: PAYER },
    })
  })

  test('the payer stays unknown if the list masks the number, too', async () => {
    const { orderId, code, receipt } = await byHand(MASKED)
    await list(code, receipt, MASKED)
    expect(await payerOf(receipt)).toBeNull()
    expect(await refund(orderId)).toMatchObject({ state: 'manual', phone: null })
  })

  test('the payer of an unmatched receipt is known once the list names the number', async () => {
    const receipt = await confirmByHand(stage, { account: 'DERBY', amount: 300, payer: MASKED })
    await stage.runJobs()
    await list('DERBY', receipt, PAYER)
    const { status, body } = await callAsAdmin(stage, 'POST', `/api/receipts/${receipt}/pay_back`)
    expect(status).toBe(201)
    world.faults.reversal = ['refused']
    await world.settle()
    const paid = stage.db.selectFrom('refund').select(['state', 'phone']).where('id', '=', body.id)
    expect(await paid.executeTakeFirst()).toEqual({ state: 'done', phone: PAYER })
  })
})

test("a prompt's payer is its phone, even if the list masks the number", async () => {
  const order = await prompted(stage, event)
  const [code, receipt] = [await readCode(stage, order.orderId), newReceipt()]
  await pay(stage, order, receipt)
  await list(code, receipt, `${order.phoneNumber.slice(0, 4)} ***** ${order.phoneNumber.slice(-3)}`)
  expect(await payerOf(receipt)).toBe(order.phoneNumber)
})
