// An organizer refunds orders of the organizer's own events, as far as the event's balance covers
// them.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { readOrderState } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought, readRefunds } from '../../../test/refunds.ts'
import { setFee } from '../../../test/service-fee.ts'
import { keepStage } from '../../../test/stage.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import type { Db } from '../../platform/database/db.ts'
import { requestRefund } from './take-back.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let organizer: Account
let other: Account
let admin: Account
let event: BuiltEvent
beforeAll(async () => {
  other = await buildAccount(stage)
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  // Each test has its own organizer, so that no debt reduces the payouts of the next test.
  organizer = await buildAccount(stage)
  await setFee(stage, organizer, { basis_points: 1000, fixed: 0 })
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500 }] })
  const owner = { organizer_id: organizer.id }
  await stage.db.updateTable('event').set(owner).where('id', '=', event.id).execute()
})

const buy = (people = 1) => bought({ stage, world }, event, [people])

const ask = (orderId: string, who = organizer, more: object = {}) =>
  callAs(stage, who, 'POST /api/refunds', {
    order_id: orderId,
    reason: 'technical_error',
    ...more,
  })

async function numberOf(orderId: string): Promise<string> {
  const ticket = stage.db.selectFrom('ticket').select('number').where('order_id', '=', orderId)
  return (await ticket.executeTakeFirstOrThrow()).number
}

/** Records a payout, so that `left` shillings of the balance remain. */
async function leave(left: number): Promise<void> {
  const { owed } = (await callAs(stage, admin, `GET /api/events/${event.id}/statement`)).body
  const payout = { amount: owed - left, reference: randomUUID() }
  const paid = await callAs(stage, admin, `POST /api/events/${event.id}/payouts`, payout)
  expect(paid.status).toBe(201)
}

// spec: refund-by-organizer
test('an organizer finds an order and refunds one of two people, and the audit log names the organizer', async () => {
  const { orderId, receipt, code, phone } = await buy(2)
  const found = await callAs(stage, organizer, `GET /api/refunds/order?reference=${receipt}`)
  expect(found.body).toMatchObject({ order_id: orderId, code, amount: 1000 })
  const one = { tickets: [{ ticket_number: await numberOf(orderId), admits: 1, of: 2 }] }
  const shown = await callAs(stage, organizer, 'POST /api/refund_previews', {
    order_id: orderId,
    ...one,
  })
  expect(shown.body).toMatchObject({ people: 1, amount: 500 })
  const made = await ask(orderId, organizer, one)
  expect(made).toMatchObject({ status: 201, body: { amount: 500, reason: 'technical_error' } })
  const [refund] = await readRefunds(stage, orderId)
  expect(refund).toMatchObject({ requested_by: organizer.id, phone, amount_cents: 500_00 })
  const read = await callAs(stage, organizer, `GET /api/refunds/${refund!.id}`)
  expect(read.body).toMatchObject({ id: refund!.id, code })
  const listed = await callAs(stage, organizer, `GET /api/refunds?event_id=${event.id}`)
  expect(listed.body.data).toMatchObject([{ id: refund!.id }])
  const audit = await stage.db
    .selectFrom('audit_log')
    .select(['account_id', 'action', 'after'])
    .where('subject', '=', orderId)
    .execute()
  const after = { order: code, amount_cents: 500_00, reason: 'technical_error' }
  expect(audit).toMatchObject([{ account_id: organizer.id, action: 'refund_requested', after }])
})

// spec: refund-by-organizer
test('another organizer neither finds, previews, refunds nor reads', async () => {
  const { orderId, code } = await buy(2)
  const order = { status: 404, body: { code: 'order_not_found' } }
  expect(await ask(orderId, other)).toMatchObject(order)
  const preview = { order_id: orderId }
  expect(await callAs(stage, other, 'POST /api/refund_previews', preview)).toMatchObject(order)
  const path = `GET /api/refunds/order?reference=${code}`
  expect(await callAs(stage, other, path)).toMatchObject(order)
  expect(await readOrderState(stage, orderId)).toBe('issued')
  const made = await ask(orderId)
  const refund = { status: 404, body: { code: 'refund_not_found' } }
  expect(await callAs(stage, other, `GET /api/refunds/${made.body.id}`)).toMatchObject(refund)
  expect((await callAs(stage, other, 'GET /api/refunds')).body.data).toEqual([])
})

// spec: measure-asked
test('an admin reads before a refund what the balance lacks', async () => {
  const { orderId } = await buy(2)
  const preview = async (more: object = {}) =>
    (await callAs(stage, admin, 'POST /api/refund_previews', { order_id: orderId, ...more })).body
  expect(await preview()).toMatchObject({ amount: 1000, facts: [] })
  await leave(500)
  const facts = [
    {
      label: 'Missing from the balance',
      text: 'KES 400. No other event of the organizer can spare money for it',
    },
    {
      label: 'Not covered',
      text: 'KES 400. If you refund, we pay it and the organizer owes it to us',
    },
    { label: "Event's balance", text: 'KES 500' },
    { label: 'Paid out already', text: 'KES 400' },
    { label: 'Taken from the organizer', text: 'KES 900, without our fees and cash' },
  ]
  expect(await preview()).toMatchObject({ facts })
  const one = { tickets: [{ ticket_number: await numberOf(orderId), admits: 1, of: 2 }] }
  expect(await preview(one)).toMatchObject({ amount: 500, facts: [] })
})

// spec: refund-by-organizer
test("an organizer chooses a reason of the refund policy or the organizer's decision", async () => {
  const { orderId } = await buy()
  expect(await ask(orderId, organizer, { reason: 'other' })).toMatchObject({
    status: 422,
    body: {
      field: 'reason',
      error:
        'reason must be one of significant_change, technical_error, booked_twice, organizer_decision.',
    },
  })
  expect(await readRefunds(stage, orderId)).toEqual([])
  expect((await ask(orderId, admin, { reason: 'other' })).status).toBe(201)
  const again = await buy()
  const decided = await ask(again.orderId, organizer, { reason: 'organizer_decision' })
  expect(decided).toMatchObject({ status: 201, body: { reason: 'organizer_decision' } })
})

describe("an event's balance", () => {
  // spec: refund-within-balance
  test('covers what a refund takes after our fee, less the refunds that are due already', async () => {
    const { orderId } = await buy(2)
    await leave(500)
    const refused = {
      status: 409,
      body: {
        code: 'beyond_balance',
        error:
          "Only KES 500 is left of this event's balance, and this refund takes KES 900. Choose fewer tickets, or contact us.",
        left: 500,
        cost: 900,
      },
    }
    const preview = { order_id: orderId }
    const shown = await callAs(stage, organizer, 'POST /api/refund_previews', preview)
    expect(shown).toMatchObject(refused)
    expect(await ask(orderId)).toMatchObject(refused)
    expect(await readRefunds(stage, orderId)).toEqual([])
    expect(await readOrderState(stage, orderId)).toBe('issued')
    const one = { tickets: [{ ticket_number: await numberOf(orderId), admits: 1 }] }
    expect((await ask(orderId, organizer, one)).status).toBe(201)
    expect(await ask(orderId)).toMatchObject({ status: 409, body: { left: 50, cost: 450 } })
    // An admin is not limited: the organizer owes Lango the rest.
    expect((await ask(orderId, admin)).status).toBe(201)
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  // spec: refund-within-balance
  test('that is negative covers nothing, in words', async () => {
    const { orderId } = await buy()
    const paid = await buy()
    await leave(0)
    expect((await ask(paid.orderId, admin)).status).toBe(201)
    const answer = await ask(orderId)
    expect(answer).toMatchObject({ status: 409, body: { left: 0, cost: 450 } })
    expect(answer.body.error).toContain("Nothing is left of this event's balance")
  })

  const EVENT_LOCK = /(?<="e"\."id" = \$1 and e\.organizer_id = \$2) for no key update/

  /** Refunds two orders at the same time. The balance covers only one of the refunds. */
  async function refundTwo(db: Db): Promise<string[]> {
    const orders = [await buy(), await buy()]
    await leave(600)
    const request = { reason: 'technical_error' } as const
    const ends = await behind(
      stage.db,
      (tx) => sql`lock table ledger_entry in share mode`.execute(tx),
      () =>
        Promise.allSettled(
          orders.map(({ orderId }) =>
            requestRefund({ ...stage.deps, db }, organizer.viewer, { ...request, orderId }),
          ),
        ),
      { waiters: 2 },
    )
    return ends.map((end) => (end.status === 'fulfilled' ? 'due' : end.reason.code)).sort()
  }

  test('without its lock, pays two refunds at once although it covers one', async () => {
    expect(await withoutGuards(stage, [EVENT_LOCK], refundTwo)).toEqual(['due', 'due'])
  })

  // spec: refund-within-balance
  test('with its lock, pays one of two refunds at once', async () => {
    expect(await refundTwo(stage.db)).toEqual(['beyond_balance', 'due'])
  })
})
