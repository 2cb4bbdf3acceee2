// spec: figures-units-add-ons
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { compareFigures } from '../../../test/compare-figures.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { type Bought, bought, refundOrder } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let owner: Awaited<ReturnType<typeof buildAccount>>
let event: BuiltEvent
beforeEach(async () => {
  owner = await buildAccount(stage)
  world = playRefunds(stage)
  event = await buildEvent(stage.db, {
    organizerId: owner.id,
    types: [
      { name: 'Table of 10', soldIn: 10, price: 5000, capacity: 100 },
      { name: 'Regular', price: 400 },
      { name: 'Parking', kind: 'add_on', price: 300 },
    ],
  })
})

const buy = (quantities: number[]) => bought({ stage, world }, event, quantities)

async function read(path: string) {
  const { status, body } = await callAs(stage, owner, `POST /api/rpc/${path}`, {
    p_event_id: event.id,
  })
  expect(status).toBe(200)
  return body
}

async function redeem({ orderId }: Bought, type: number, admitted: number): Promise<void> {
  const its = stage.db.updateTable('ticket').set({ admitted, state: 'used' })
  await its
    .where('order_id', '=', orderId)
    .where('ticket_type_id', '=', event.types[type]!.id)
    .execute()
}

test.each(['before', 'after'])(
  'tickets count the people of entries, revenue counts all, %s the figures are folded',
  async (when) => {
    const order = await buy([2, 0, 1])
    await buy([0, 3])
    await redeem(order, 2, 1)
    if (when === 'after') await stage.sweep()
    const totals = { total_tickets: 23, total_revenue: 11_500, complimentary: 0, reserved: 0 }
    expect(await read('get_event_transaction_stats')).toEqual([totals])
    expect(await read('get_event_sales_by_date')).toMatchObject([{ tickets: 23, revenue: 11_500 }])
    expect(await read('get_event_ticket_type_stats')).toMatchObject([
      { name: 'Table of 10', sold: 20, sold_in: 10, revenue: 10_000 },
      { name: 'Regular', sold: 3, revenue: 1200 },
      { name: 'Parking', sold: 1, kind: 'add_on', redeemed: 1, complimentary: 0, revenue: 300 },
    ])
    const { body } = await callAs(stage, owner, 'POST /api/rpc/get_dashboard_totals')
    // The average price of a ticket is without this part.
    expect(body).toMatchObject([{ total_tickets: 23, total_revenue: 11_500, add_on_revenue: 300 }])
    expect((await read('get_event_validation_stats'))[0]).toMatchObject({ redemption_rate: 0 })
    await compareFigures(stage.db, { accountId: event.id, role: 'admin' })
  },
)

test('a day that sold parking alone is a day with sales, and a refund takes it off again', async () => {
  const order = await buy([0, 1, 2])
  const tickets = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', order.orderId)
    .where('ticket_type_id', '=', event.types[1]!.id)
    .execute()
  await refundOrder(stage, order.orderId, { ticket_numbers: [tickets[0]!.number] })
  expect(await read('get_event_sales_by_date')).toMatchObject([{ tickets: 0, revenue: 600 }])
  expect(await read('get_event_transaction_stats')).toMatchObject([
    { total_tickets: 0, total_revenue: 600 },
  ])
  await stage.sweep()
  await compareFigures(stage.db, { accountId: event.id, role: 'admin' })
  await refundOrder(stage, order.orderId)
  expect(await read('get_event_sales_by_date')).toEqual([])
  await stage.sweep()
  await compareFigures(stage.db, { accountId: event.id, role: 'admin' })
})
