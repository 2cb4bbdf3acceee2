// spec: work-list-late
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { MINUTE } from '../../test/purchase.ts'
import { playRefunds, type RefundFault, type RefundWorld } from '../../test/refund-world.ts'
import { type Bought, bought, callAsAdmin, readRefund, refundOrder } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { findWork } from '../../test/work-rows.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db)
})

const DAY = 24 * 60 * MINUTE

/** A refund requested `days` days ago. The first request to M-Pesa meets `fault`. */
async function wanted(days: number, fault: RefundFault): Promise<Bought> {
  const order = await bought({ stage, world }, event)
  world.faults.reversal = [fault]
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  const created_at = new Date(stage.clock.now().getTime() - days * DAY)
  await stage.db
    .updateTable('refund')
    .set({ created_at })
    .where('order_id', '=', order.orderId)
    .execute()
  return order
}

const press = async (order: Bought, action: string, body?: object) =>
  callAsAdmin(stage, 'POST', `/api/refunds/${(await readRefund(stage, order)).id}/${action}`, body)

const onTheList = async (order: Bought) => findWork(stage, (await readRefund(stage, order)).id)

async function audited(order: Bought): Promise<string[]> {
  const { id } = await readRefund(stage, order)
  const rows = await stage.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

test('a refund that M-Pesa postponed is sent immediately if an admin asks', async () => {
  const order = await wanted(30, 'later')
  expect(await onTheList(order)).toMatchObject({ actions: ['ask_now', 'paid_manually'] })
  expect(await press(order, 'ask_now')).toMatchObject({ status: 200 })
  await stage.runJobs()
  await world.deliver()
  expect(await readRefund(stage, order)).toMatchObject({ state: 'done', way: 'reversal' })
  expect(await onTheList(order)).toBeUndefined()
  expect(await audited(order)).toEqual(['refund_asked'])
  expect((await press(order, 'ask_now')).body.code).toBe('not_waiting')
})

test('a refund with a lost response is queried immediately if an admin asks', async () => {
  const order = await wanted(15, 'lost')
  expect(await readRefund(stage, order)).toMatchObject({ state: 'sent' })
  expect(await onTheList(order)).toMatchObject({
    known: 'KES 100 has been due for more than 7 business days.',
    actions: ['ask_now'],
  })
  await press(order, 'ask_now')
  await stage.sweep()
  expect(world.requests.at(-1)).toMatchObject({ kind: 'status' })
  await world.deliver()
  expect(await readRefund(stage, order)).toMatchObject({ state: 'done' })
})

test('a late refund that M-Pesa knows nothing about can be paid manually', async () => {
  const young = await wanted(1, 'later')
  const late = await wanted(30, 'later')
  const reference = { reference: 'FT26326', from: 'bank' }
  expect((await press(young, 'paid_manually', reference)).body.code).toBe('not_by_hand')
  expect(await press(late, 'paid_manually', reference)).toMatchObject({
    status: 200,
    body: { state: 'done', way: 'manual', receipt: 'FT26326' },
  })
  await world.settle(2)
  expect(world.moved.map(({ original }) => original)).toEqual([young.receipt])
  expect(await audited(late)).toEqual(['refund_paid_by_hand'])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a late refund with a lost result cannot be paid manually, because M-Pesa may still pay it', async () => {
  const order = await wanted(30, 'not_taken')
  await press(order, 'ask_now')
  await stage.sweep()
  await world.deliver()
  expect(await readRefund(stage, order)).toMatchObject({ state: 'due' })
  expect(await onTheList(order)).toMatchObject({ actions: ['ask_now'] })
  expect((await press(order, 'paid_manually', { reference: 'FT1', from: 'bank' })).body.code).toBe(
    'not_by_hand',
  )
})

/** M-Pesa refuses every status query, because Lango's initiator lacks the role. */
function expectNoNotification(): void {
  world.faultOf = ({ kind }) =>
    kind === 'status' ? 'refused' : kind === 'receipt' ? 'none' : 'lost'
}

test('a B2C payment without any result needs manual review, and the work list says to check the portal', async () => {
  const order = await wanted(0, 'refused')
  await world.deliver()
  expectNoNotification()
  await world.settle(60)
  expect(await readRefund(stage, order)).toMatchObject({
    state: 'manual',
    failure_code: 'no_way_left',
  })
  expect(world.calls('b2c')).toHaveLength(5)
  expect(new Set(world.calls('b2c').map((call) => call.originatorConversationId)).size).toBe(1)
  const row = await onTheList(order)
  expect(row).toMatchObject({ actions: ['paid_manually'] })
  expect(row!.known).toContain(
    'M-PESA never reported the result of a payment of KES 100: it may have gone out.',
  )
  expect(world.moved).toHaveLength(1)
  const reference = world.moved[0]!.receipt
  const paid = { reference, from: 'utility' }
  expect(await press(order, 'paid_manually', paid)).toMatchObject({ status: 200 })
  expect(await readRefund(stage, order)).toMatchObject({
    state: 'done',
    way: 'b2c',
    receipt: reference,
  })
  expect(await audited(order)).toEqual(['refund_paid_by_hand'])
  await world.settle(10)
  expect(world.calls('b2c')).toHaveLength(5)
  expect(await onTheList(order)).toBeUndefined()
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a refund with a lost Reversal says that M-Pesa may still carry it out', async () => {
  const order = await wanted(0, 'lost')
  expectNoNotification()
  await world.settle(60)
  expect(await readRefund(stage, order)).toMatchObject({ state: 'manual' })
  expect(world.calls('reversal')).toHaveLength(5)
  expect(world.calls('b2c')).toHaveLength(0)
  expect((await onTheList(order))!.known).toContain(
    'A Reversal of KES 100 may still go through: check with M-PESA before you refund it manually.',
  )
})

test('a Reversal reported after a manual refund is in the books and on the work list, once', async () => {
  const order = await wanted(0, 'late')
  expectNoNotification()
  await world.settle(60)
  expect(await readRefund(stage, order)).toMatchObject({ state: 'manual' })
  await press(order, 'paid_manually', { reference: 'FT26327', from: 'bank' })
  world.faultOf = null
  const told = world.late[0]!
  await world.deliverLate()
  world.late.push(told)
  await world.deliverLate()
  const { rows } = await sql`
    select e.kind, e.reference, l.account, l.amount_cents
    from ledger_entry e join ledger_line l on l.entry_id = e.id
    where e.movement like ${`refund:${(await readRefund(stage, order)).id}:paid_twice:%`}
    order by l.amount_cents`.execute(stage.db)
  const entry = { kind: 'paid_back', reference: world.moved[0]!.receipt }
  expect(rows).toEqual([
    { ...entry, account: 'collection', amount_cents: -100_00 },
    { ...entry, account: 'differences', amount_cents: 100_00 },
  ])
  expect(await onTheList(order)).toMatchObject({
    kind: 'refund_twice',
    known: `KES 100 was refunded twice: FT26327 and ${entry.reference}. Ask the buyer to return one.`,
    actions: ['explain'],
  })
  const words = { words: 'They sent it back to the paybill.' }
  expect(await press(order, 'explain', words)).toMatchObject({ status: 200 })
  expect(await onTheList(order)).toBeUndefined()
  expect((await press(order, 'explain', words)).body.code).toBe('not_twice')
  expect(await audited(order)).toEqual(['refund_paid_by_hand', 'refund_second_settled'])
  expect(await readBookDifferences(stage.db)).toEqual([])
})
