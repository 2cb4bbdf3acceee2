// spec: refund-waits
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { MINUTE } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought, callAsAdmin, readRefund, refundOrder } from '../../test/refunds.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { findWork } from '../../test/work-rows.ts'
import { nairobiDateTime } from '../platform/values/nairobi.rules.ts'

let stage: Stage
let world: RefundWorld
let event: BuiltEvent

// Each test has its own database, because a row of the work list covers all refunds.
beforeEach(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_PHONE: '1000', LIMIT_PUSH_PER_ADDRESS: '1000' })
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 400, capacity: 100 }] })
  goTo('08:00')
})
afterEach(() => stage.close())

const DAY = 24 * 60 * MINUTE

/** Moves the clock to tomorrow at this time in Nairobi. */
function goTo(time: string): void {
  const tomorrow = nairobiDateTime(new Date(stage.clock.now().getTime() + DAY)).slice(0, 10)
  stage.pass(Date.parse(`${tomorrow}T${time}:00+03:00`) - stage.clock.now().getTime())
}

/** Sets the time at which M-Pesa's list is read next. */
async function readListAt(at: Date): Promise<void> {
  const slot = { name: 'receipt check', next_at: at }
  await stage.db
    .insertInto('rate_slot')
    .values(slot)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ next_at: at }))
    .execute()
}

const inMinutes = (minutes: number) => new Date(stage.clock.now().getTime() + minutes * MINUTE)

describe("a refund whose payment M-Pesa's list has not shown", () => {
  test('says when the list is looked at next, in the API, on the work list and on the page of a cancellation', async () => {
    const order = await bought({ stage, world }, event, [1], { listed: false })
    const other = await bought({ stage, world }, event, [2], { listed: false })
    const next = inMinutes(11)
    await readListAt(next)
    const made = (await refundOrder(stage, order.orderId)).body
    await refundOrder(stage, other.orderId)
    await stage.runJobs()
    const waiting = "Waiting for M-PESA's statement, next check 8:11 AM"
    expect(made).toMatchObject({ state: 'due', waiting })
    const { body } = await callAsAdmin(stage, 'GET', `/api/refunds?event_id=${event.id}`)
    expect(body.data).toMatchObject([{ waiting, next_at: next.toISOString() }, { waiting }])
    const row = {
      kind: 'refunds_unlisted',
      amount: 1200,
      known: "2 refunds, KES 1,200, waiting for M-PESA's statement.",
      by_itself: `${waiting}.`,
    }
    expect(await findWork(stage, 'unlisted')).toMatchObject(row)
    await callAsAdmin(stage, 'POST', `/api/events/${event.id}/cancel`, { title: event.title })
    await stage.runJobs()
    const path = `/api/events/${event.id}/cancellation`
    expect((await callAsAdmin(stage, 'GET', path)).body).toMatchObject({
      waiting: ["2 refunds, KES 1,200, waiting for M-PESA's statement, next check 8:11 AM"],
    })
    // The list was read and does not show the payments, so the shop checks the refund again.
    stage.pass(12 * MINUTE)
    await stage.sweep(['refunds'])
    expect((await callAsAdmin(stage, 'GET', `/api/refunds`)).body.data[0]).toMatchObject({
      waiting: "Waiting for M-PESA's statement, next check 8:14 AM",
    })
    for (const { list } of [order, other]) await list()
    expect(await findWork(stage, 'unlisted')).toBeUndefined()
    stage.pass(2 * MINUTE)
    await stage.sweep(['refunds'])
    await world.deliver()
    expect(await readRefund(stage, order)).toMatchObject({ state: 'done' })
    expect((await callAsAdmin(stage, 'GET', path)).body.waiting).toEqual([])
  })

  test('that is late says the same', async () => {
    const order = await bought({ stage, world }, event, [1], { listed: false })
    await refundOrder(stage, order.orderId)
    await stage.runJobs()
    const { id } = await readRefund(stage, order)
    const created_at = new Date(stage.clock.now().getTime() - 30 * DAY)
    const next_at = inMinutes(2)
    await stage.db.updateTable('refund').set({ created_at, next_at }).where('id', '=', id).execute()
    await readListAt(inMinutes(5))
    expect(await findWork(stage, id)).toMatchObject({
      kind: 'refund_late',
      by_itself: "Waiting for M-PESA's statement, next check 8:05 AM.",
    })
  })
})

describe('refunds that the account cannot pay', () => {
  /** Refunds one of two tickets by B2C, the only way for a part. The account is empty. */
  async function dry(): Promise<string> {
    const order = await bought({ stage, world }, event, [1, 1])
    const tickets = await stage.db
      .selectFrom('ticket')
      .select('number')
      .where('order_id', '=', order.orderId)
      .execute()
    await refundOrder(stage, order.orderId, { ticket_numbers: [tickets[0]!.number] })
    await stage.runJobs()
    await world.deliver()
    const refund = await readRefund(stage, order)
    expect(refund).toMatchObject({ state: 'due', failure_code: '1' })
    return refund.id
  }

  test('are one row of the work list, however many and late they are, until the account has money', async () => {
    event = await buildEvent(stage.db, {
      types: [
        { price: 400, capacity: 100 },
        { price: 400, capacity: 100 },
      ],
    })
    world.utilityCents = 0
    const ids = []
    for (let count = 0; count < 23; count++) ids.push(await dry())
    const created_at = new Date(stage.clock.now().getTime() - 30 * DAY)
    await stage.db
      .updateTable('refund')
      .set({ created_at, next_at: inMinutes(15) })
      .execute()
    expect(await findWork(stage, 'account')).toMatchObject({
      kind: 'refunds_short',
      since: created_at.toISOString(),
      amount: 9200,
      known: '23 refunds, KES 9,200, account short.',
      by_itself: expect.stringMatching(/ [A-Z][a-z]{2} \d+, 8:15 AM /),
      actions: [],
    })
    expect(await findWork(stage, ids[0]!)).toBeUndefined()
    const { body } = await callAsAdmin(stage, 'GET', '/api/refunds?limit=1')
    expect(body.data).toMatchObject([{ waiting: 'Account short, next try 8:15 AM' }])
    world.utilityCents = 100_000_00
    await world.settle(3)
    expect(await findWork(stage, 'account')).toBeUndefined()
  })
})

describe('the progress of a cancellation', () => {
  const cancel = () =>
    callAsAdmin(stage, 'POST', `/api/events/${event.id}/cancel`, { title: event.title })
  const progress = async () =>
    (await callAsAdmin(stage, 'GET', `/api/events/${event.id}/cancellation`)).body

  test('counts orders whose refund was already due, once each', async () => {
    const [before, partly, sold, done] = [
      await bought({ stage, world }, event),
      await bought({ stage, world }, event, [2], { listed: false }),
      await bought({ stage, world }, event, [1], { listed: false }),
      await bought({ stage, world }, event),
    ]
    // This order is refunded completely before the cancellation, so it does not count.
    await refundOrder(stage, done.orderId)
    await stage.runJobs()
    await world.deliver()
    world.faults.reversal = ['later']
    await refundOrder(stage, before.orderId)
    await stage.runJobs()
    expect(await readRefund(stage, before)).toMatchObject({ state: 'due' })
    stage.pass(1000)
    await cancel()
    expect(await progress()).toMatchObject({ state: 'running', orders: 3, refunded: 0 })
    await stage.runJobs()
    expect(await progress()).toMatchObject({ state: 'running', orders: 3, refunded: 0, told: 3 })
    stage.pass(5 * MINUTE)
    await stage.sweep(['refunds'])
    await world.deliver()
    expect(await progress()).toMatchObject({ state: 'running', orders: 3, refunded: 1 })
    for (const { list } of [partly, sold]) await list()
    stage.pass(5 * MINUTE)
    await stage.sweep(['refunds', 'cancellations'])
    await world.deliver()
    stage.pass(5 * MINUTE)
    await stage.sweep(['cancellations'])
    expect(await progress()).toMatchObject({ state: 'done', orders: 3, refunded: 3, told: 3 })
  })

  // spec: refunds-switch
  test('says whether an admin has paused all refunds', async () => {
    await bought({ stage, world }, event)
    const turn = (on: boolean) => callAsAdmin(stage, 'POST', '/api/refunds/sending', { on })
    await turn(false)
    await cancel()
    expect(await progress()).toMatchObject({ state: 'running', is_sending_paused: true })
    await turn(true)
    expect(await progress()).toMatchObject({ state: 'running', is_sending_paused: false })
  })

  test('counts an order once of which a part was already due', async () => {
    event = await buildEvent(stage.db, { types: [{ price: 400 }, { price: 300 }] })
    const order = await bought({ stage, world }, event, [1, 1], { listed: false })
    const { number } = await stage.db
      .selectFrom('ticket')
      .select('number')
      .where('order_id', '=', order.orderId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await refundOrder(stage, order.orderId, { ticket_numbers: [number] })
    await stage.runJobs()
    stage.pass(1000)
    await cancel()
    expect(await progress()).toMatchObject({ orders: 1, refunded: 0 })
    await stage.runJobs()
    expect(await progress()).toMatchObject({ orders: 1, refunded: 0, told: 1 })
    await order.list()
    await world.settle(2)
    expect(await progress()).toMatchObject({ state: 'done', orders: 1, refunded: 1, told: 1 })
  })
})
