import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildCode, buildEvent, buildSeller } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import type { Account } from '../../../test/gate.ts'
import { place } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought, refundOrder } from '../../../test/refunds.ts'
import { setFee } from '../../../test/service-fee.ts'
import { keepStage } from '../../../test/stage.ts'
import { buildTeam } from '../../../test/team.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'

const stage = keepStage()
let world: RefundWorld
let owner: Account
/** Tickets of KES 1,000. The fee inside the price is 5 % and KES 10, so KES 940 are received. */
let event: BuiltEvent

beforeAll(async () => {
  world = playRefunds(stage)
  owner = await buildAccount(stage)
  await setFee(stage, owner)
  event = await build()
})

const build = (feesOnTop = false) =>
  buildEvent(stage.db, {
    ...{ organizerId: owner.id, feesOnTop },
    types: [{ name: '=Regular', price: 1000 }],
  })

const buy = async (quantity: number, changes: object, of = event, price = 1000) => {
  const types = [{ ...of.types[0]!, price }]
  const order = await bought({ stage, world }, { ...of, types }, [quantity], { changes })
  await stage.runJobs()
  return order
}

/** The ticket of an order: it admits all people of the order. */
const ticketOf = (orderId: string) =>
  stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()

async function refundOne(orderId: string): Promise<void> {
  const { number: ticket_number } = await ticketOf(orderId)
  const tickets = [{ ticket_number, admits: 1 }]
  expect((await refundOrder(stage, orderId, { tickets })).status).toBe(201)
}

async function figuresOf({ id }: BuiltEvent) {
  const { body } = await callAs(stage, owner, `GET /api/events/${id}/sellers`)
  return Object.fromEntries(
    body.data.map((seller: Record<string, unknown>) => {
      const { number, visits, orders, tickets, paid, inside, refunded, owed } = seller
      return [number, { visits, orders, tickets, paid, inside, refunded, owed }]
    }),
  )
}

const NONE = { visits: 0, orders: 0, tickets: 0, paid: 0, inside: 0, refunded: 0, owed: 0 }

// spec: seller-figures
test('figures of sellers count orders, tickets, people inside, refunds and the commission', async () => {
  await buildSeller(stage.db, event, { number: 27, percent: 7.25 })
  await buildSeller(stage.db, event, { number: 28, perTicket: 50 })
  const ofCode = await buildSeller(stage.db, event, { number: 29, percent: 10 })
  await buildSeller(stage.db, event, { number: 30, percent: 10 })
  const code = await buildCode(stage.db, event, {
    ...{ code: 'SALE', kind: 'amount', value: 100, sellerId: ofCode.id },
  })
  const whole = await buy(2, { seller: 27 })
  const part = await buy(2, { seller: 27 })
  await place(stage, event, [1], { seller: 27 })
  const entered = await buy(3, { seller: 28 })
  // The seller of a code takes precedence over the seller of the link.
  await buy(1, { seller: 28, promo_code: code.code }, event, 900)
  await buy(1, { seller: 99 })
  const before = { ...NONE, orders: 2, tickets: 4, paid: 4000, owed: 272.6 }
  expect((await figuresOf(event))[27]).toEqual(before)
  const { number: ticket_number } = await ticketOf(entered.orderId)
  const entry = { event_id: event.id, ticket_number }
  expect((await callAs(stage, owner, 'POST /api/check_ins', entry)).status).toBe(200)
  await refundOrder(stage, whole.orderId)
  await refundOne(part.orderId)
  expect(await figuresOf(event)).toEqual({
    27: { ...before, tickets: 1, paid: 1000, refunded: 3000, owed: 68.15 },
    28: { ...NONE, orders: 1, tickets: 3, paid: 3000, inside: 3, owed: 150 },
    29: { ...NONE, orders: 1, tickets: 1, paid: 900, owed: 84.5 },
    30: NONE,
  })
})

// spec: seller-commission
test('a fee on top of the price is no part of what a commission is a percentage of', async () => {
  const onTop = await build(true)
  await buildSeller(stage.db, onTop, { number: 27, percent: 7.25 })
  const order = await buy(2, { seller: 27 }, onTop, 1060)
  expect((await figuresOf(onTop))[27]).toMatchObject({ paid: 2120, owed: 145 })
  await refundOne(order.orderId)
  expect((await figuresOf(onTop))[27]).toMatchObject({ paid: 1060, refunded: 1060, owed: 72.5 })
})

// spec: seller-commission
test('sellers earn nothing on their own purchases', async () => {
  const other = await build()
  const seller = await buildSeller(stage.db, other, { number: 27, percent: 50 })
  await buy(1, { seller: 27, phoneNumber: seller.phone }, other)
  expect((await figuresOf(other))[27]).toMatchObject({ orders: 1, tickets: 1, paid: 1000, owed: 0 })
})

// spec: seller-csv
test('sellers.csv has the seller and the utm words of each paid line, in safe cells', async () => {
  const other = await build()
  await buildSeller(stage.db, other, { name: '@Achieng', number: 27, percent: 5 })
  const utm = { source: '=cmd()', medium: 'social', campaign: 'december', term: 'x'.repeat(90) }
  const sold = await buy(2, { seller: 27, utm }, other)
  const worded = await buy(1, { utm: { content: 'banner, left' } }, other)
  await buy(1, {}, other)
  await place(stage, other, [1], { seller: 27 })
  await stage.db
    .updateTable('paid_line')
    .set({ paid_at: new Date('2026-11-20T06:00:00Z') })
    .where('event_id', '=', other.id)
    .where('order_line_id', 'in', (q) =>
      q.selectFrom('order_line').select('id').where('order_id', '=', sold.orderId),
    )
    .execute()
  await refundOne(sold.orderId)
  const { paid_at } = await stage.db
    .selectFrom('order')
    .select('paid_at')
    .where('id', '=', worded.orderId)
    .executeTakeFirstOrThrow()
  const read = async ({ headers }: Account) =>
    await stage.app.inject({ url: `/api/events/${other.id}/sellers.csv`, headers })
  const file = await read(owner)
  expect(file.headers['x-total-rows']).toBe('2')
  expect(file.body.split('\r\n')).toEqual([
    '\uFEFFOrder,Paid At,Ticket Type,Quantity,Amount,Refunded,Seller,Number,Commission,utm_source,utm_medium,utm_campaign,utm_term,utm_content',
    `${worded.code},${nairobiDateTime(paid_at!)},'=Regular,1,1000,0,,,,,,,,"banner, left"`,
    `${sold.code},2026-11-20 09:00:00,'=Regular,2,2000,1000,'@Achieng,27,47,'=cmd(),social,december,${'x'.repeat(40)},`,
    '',
  ])
  const { promoter } = await buildTeam(stage, owner.id)
  expect((await read(promoter)).body).toContain('\r\n••••,2026-11-20')
  const actions = await stage.db
    .selectFrom('audit_log')
    .select('after')
    .where('event_id', '=', other.id)
    .where('action', '=', 'sellers_exported')
    .execute()
  expect(actions).toEqual([{ after: { rows: 2 } }, { after: { rows: 2 } }])
})

test('transactions.csv has no column for sellers', async () => {
  const { headers } = owner
  const answer = await stage.app.inject({
    url: `/api/events/${event.id}/transactions.csv`,
    headers,
  })
  expect(answer.body.split('\r\n')[0]).toBe(
    '\uFEFFDate & Time,Ticket Type,Quantity,Amount,Phone Number,Email,Reference,Status',
  )
})

test('the list of another organizer is not found', async () => {
  const stranger = await buildAccount(stage)
  for (const path of [event.id, randomUUID(), 'x']) {
    expect((await callAs(stage, stranger, `GET /api/events/${path}/sellers`)).status).toBe(404)
  }
})
