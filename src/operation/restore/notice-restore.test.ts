// spec: refunds-restored, gate-replaced
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { newReceipt, place, prompted, readOrderState } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought, callAsAdmin, readRefunds, refundOrder } from '../../../test/refunds.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { settleListed } from '../../payments/receipts/settle-listed.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { takeGateKey } from '../../tickets/issuing/gate-keys.ts'
import { drawTicketNumber } from '../../tickets/issuing/ticket-numbers.ts'
import { noticeRestore } from './notice-restore.ts'

let stage: Stage
let world: RefundWorld
let event: BuiltEvent
beforeEach(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_PHONE: '1000' })
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500, capacity: 50 }] })
  await noticeRestore(stage.deps)
})
afterEach(() => stage.close())

/**
 * Changes the identity that the database has stored, so that it looks like a copy of another
 * database.
 */
async function changeIdentity(change: object): Promise<void> {
  const { value } = await stage.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'database_seen')
    .executeTakeFirstOrThrow()
  await stage.db
    .updateTable('setting')
    .set({ value: JSON.stringify({ ...(value as object), ...change }) })
    .where('name', '=', 'database_seen')
    .execute()
}

/** Restores a backup that is 20 minutes old, into another database. */
async function restore(): Promise<void> {
  await changeIdentity({ database: '7000000000000000000/16384' })
  stage.pass(20 * 60_000)
  await noticeRestore(stage.deps)
}

const readSending = async () => (await callAsAdmin(stage, 'GET', '/api/refunds/sending')).body
const resume = () => callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: true })
const workOf = async (kind: string) => {
  const { body } = await callAsAdmin(stage, 'GET', '/api/work_list')
  return body.data.filter((row: { kind: string }) => row.kind === kind)
}

/** The id that the lost database would have given to the first B2C payment of this receipt. */
const lostId = (receipt: string) => {
  const hex = createHash('md5').update(`refund ${receipt} 1`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Makes M-Pesa pay this refund by B2C, as if the lost database had sent it. */
function paidBeforeLoss({ receipt, phone }: { receipt: string; phone: string }, kes: number) {
  const originator = lostId(receipt)
  const amountCents = kes * 100
  const paid = { kind: 'b2c', receipt: 'UKL0000001', amountCents, phone, originator } as const
  world.moved.push(paid)
  world.operations.push({ originator, conversation: 'c-lost', code: '0', moved: paid })
}

test('a database that is the one of the last start holds no refund', async () => {
  stage.pass(3600_000)
  await noticeRestore(stage.deps)
  expect(await readSending()).toEqual({ on: true, stopped: null, waiting: null })
})

test('a restored database holds all refunds, and says from when on its history is lost', async () => {
  const order = await bought({ stage, world }, event)
  await refundOrder(stage, order.orderId)
  await restore()
  expect(await readSending()).toMatchObject({
    on: false,
    stopped: {
      by: 'the shop',
      words: expect.stringMatching(/^The database was restored\. Refunds sent since /),
    },
  })
  await world.settle(3)
  expect(world.requests).toEqual([])
  expect(await workOf('database_restored')).toMatchObject([
    {
      known: expect.stringMatching(
        /^The database was restored\. What happened between .* is lost\.$/,
      ),
      actions: ['look_again'],
    },
  ])
  expect(await workOf('refund_perhaps_paid')).toMatchObject([
    { amount: 500, order_code: order.code, actions: ['paid_manually'] },
  ])

  await resume()
  expect(await workOf('database_restored')).toEqual([])
  expect(await workOf('refund_perhaps_paid')).toEqual([])
  await world.settle(3)
  expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done', way: 'b2c' }])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

/** M-Pesa's list shows a payment of KES 350 that belongs to no order. Returns its receipt. */
async function listStray(msisdn: string): Promise<string> {
  const receipt = newReceipt()
  world.taken.set(receipt, 350_00)
  const row = { receipt, amountCents: 350_00, accountReference: 'K7QX2M', msisdn, at: null }
  await settleListed(stage.deps, [row])
  return receipt
}

// spec: refund-lost-orders
test('after a restore one button refunds all payments of lost orders that M-Pesa proves', async () => {
  const before = await listStray('254712000020')
  await restore()
  const lost = [await listStray('254712000021'), await listStray('254712000022')]
  const unproven = await listStray('254712000023')
  await stage.db
    .updateTable('unmatched_receipt')
    .set({ listed_at: null })
    .where('receipt', '=', unproven)
    .execute()
  const [row] = await workOf('database_restored')
  expect(row).toMatchObject({ amount: 700, actions: ['look_again', 'pay_back_lost'] })
  expect(row.known).toMatch(/ 2 payments of KES 700 in M-PESA's statement have no order\.$/)

  const payBack = () => callAsAdmin(stage, 'POST', '/api/receipts/pay_back_lost')
  const [one, other] = await Promise.all([payBack(), payBack()])
  expect(one.body.count + other.body.count).toBe(2)
  const refunded = await stage.db.selectFrom('refund').select('unmatched_receipt').execute()
  expect(refunded.map((refund) => refund.unmatched_receipt).sort()).toEqual(lost.sort())
  expect((await workOf('stray_receipt')).map(({ key }: { key: string }) => key).sort()).toEqual(
    [before, unproven].sort(),
  )
  expect(await workOf('database_restored')).toMatchObject([{ actions: ['look_again'] }])
  await resume()
  expect((await payBack()).body).toEqual({ count: 0 })
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a new timeline is a restore if the time before it is lost, and else a failover', async () => {
  await changeIdentity({ timeline: '000000FF' })
  stage.pass(60_000)
  await noticeRestore(stage.deps)
  expect(await readSending()).toMatchObject({ on: true })
  await changeIdentity({ timeline: '000000FF' })
  stage.pass(10 * 60_000)
  await noticeRestore(stage.deps)
  expect(await readSending()).toMatchObject({ on: false })
})

test('a dump that is loaded into the database that is there is a restore', async () => {
  await sql`alter table setting rename to dumped`.execute(stage.db)
  await sql`create table setting (like dumped including all)`.execute(stage.db)
  await sql`insert into setting select * from dumped`.execute(stage.db)
  await noticeRestore(stage.deps)
  expect(await readSending()).toMatchObject({ on: false })
})

test('of two processes that start on a restored database, one notices it', async () => {
  await changeIdentity({ database: '7000000000000000000/16384' })
  await Promise.all([noticeRestore(stage.deps), noticeRestore(stage.deps)])
  const held = await stage.db
    .selectFrom('audit_log')
    .select('action')
    .where('action', '=', 'refunds_stopped')
    .execute()
  expect(held).toHaveLength(1)
})

test('a refund that was paid before the loss is not paid again, and is booked', async () => {
  const order = await bought({ stage, world }, event)
  await restore()
  paidBeforeLoss(order, 500)
  await resume()
  await refundOrder(stage, order.orderId)
  await world.settle(4)
  expect(world.moved).toHaveLength(1)
  expect(await readRefunds(stage, order.orderId)).toMatchObject([
    { state: 'done', way: 'b2c', receipt: 'UKL0000001' },
  ])
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a part that was paid before the loss is found when the rest is refunded, and an admin decides', async () => {
  const order = await bought({ stage, world }, event, [2])
  await restore()
  paidBeforeLoss(order, 500)
  await resume()
  await refundOrder(stage, order.orderId)
  await world.settle(4)
  expect(world.moved).toHaveLength(1)
  expect(await readRefunds(stage, order.orderId)).toMatchObject([
    { state: 'manual', failure_code: 'other_amount', amount_cents: 1000_00 },
  ])
})

test('money of which only the list knows is on the work list, and is not paid back twice', async () => {
  await restore()
  await resume()
  const receipt = 'UKM0000001'
  const phone = '254712000777'
  world.taken.set(receipt, 700_00)
  const at = new Date(stage.clock.now().getTime() - 25 * 60_000)
  stage.daraja.receipts = [
    { receipt, amountCents: 700_00, accountReference: 'LOST1234', msisdn: phone, at },
  ]
  paidBeforeLoss({ receipt, phone }, 700)
  await stage.sweep(['missing receipts'])
  expect(await workOf('stray_receipt')).toMatchObject([{ receipt, amount: 700 }])
  const { status } = await callAsAdmin(stage, 'POST', `/api/receipts/${receipt}/pay_back`, {
    reason: 'The order is lost.',
  })
  expect(status).toBeLessThan(300)
  await world.settle(4)
  expect(world.moved).toHaveLength(1)
  expect(await stage.db.selectFrom('refund').select(['state', 'way', 'receipt']).execute()).toEqual(
    [{ state: 'done', way: 'b2c', receipt: 'UKL0000001' }],
  )
})

test('a refund that was reversed before the loss is not paid by B2C', async () => {
  const order = await bought({ stage, world }, event)
  await restore()
  const row = { kind: 'reversal', receipt: 'UKL0000002', amountCents: 500_00 } as const
  world.moved.push({ ...row, original: order.receipt, originator: 'lost' })
  await resume()
  await refundOrder(stage, order.orderId)
  await world.settle(4)
  expect(world.moved).toHaveLength(1)
  expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done' }])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('an order that is settled again gets a new number by SMS, and its lost number is replaced', async () => {
  const order = await prompted(stage, event)
  const { phone, accountReference } = order.push
  const key = await inTransaction(stage.db, (tx) => takeGateKey(tx, event.id))
  const lost = drawTicketNumber(0, 1, key.key)
  await restore()
  const at = new Date(stage.clock.now().getTime() - 19 * 60_000)
  stage.daraja.receipts = [
    { receipt: 'UKM0000002', amountCents: 500_00, accountReference, msisdn: phone, at },
  ]
  await stage.sweep()
  expect(await readOrderState(stage, order.orderId)).toBe('issued')
  const { number } = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  expect(stage.textsTo(phone).join()).toContain(number.slice(0, 4))
  const validate = async (ticket_number: string) =>
    (await callAsAdmin(stage, 'POST', '/api/check_ins', { ticket_number, event_id: event.id })).body
  expect(await validate(lost)).toMatchObject({ message: 'Replaced: ask for the newest SMS.' })
  // An offline phone admits no number that was signed before the restore and is on no list.
  const newest = await inTransaction(stage.db, (tx) => takeGateKey(tx, event.id))
  expect(newest.version).toBe(key.version + 1)
})

test('an order that may have been paid in the lost time gets no prompt', async () => {
  // The job that sends the prompt had not run when the backup was made.
  await place(stage, event)
  await restore()
  await stage.sweep()
  await stage.hurry()
  expect(stage.daraja.pushes).toEqual([])
})
