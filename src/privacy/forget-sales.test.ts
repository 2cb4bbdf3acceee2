import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { approvedPayout, givePayoutAccount, soldEvent } from '../../test/payouts.ts'
import { buildSoldOrders } from '../../test/pending-orders.ts'
import { playRefunds } from '../../test/refund-world.ts'
import { keepStage } from '../../test/stage.ts'
import { updateEvent } from '../events/editing/event-edit.sql.ts'
import { inTransaction } from '../platform/database/db.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { KEPT_FOR } from '../site/kept-for.rules.ts'

const DAY = 86_400_000

const stage = keepStage()

const dayBefore = (days: number) =>
  new Date(stage.clock.now().getTime() - KEPT_FOR.accounts.ms - days * DAY)

const setDate = (event: BuiltEvent, at: Date) =>
  sql`update event set date = ${at.toISOString().slice(0, 10)} where id = ${event.id}`.execute(
    stage.db,
  )

/** Builds an event with an order that was paid at `paidAt`, by default now. */
async function buildSold(paidAt = stage.clock.now()): Promise<BuiltEvent> {
  const event = await buildEvent(stage.db)
  const lines = [{ typeId: event.types[0]!.id, quantity: 1, amountKes: 100 }]
  await buildSoldOrders(stage.db, [{ eventId: event.id, lines }])
  await sql`update "order" set paid_at = ${paidAt} where event_id = ${event.id}`.execute(stage.db)
  return event
}

async function hasBuyer({ id }: BuiltEvent): Promise<boolean> {
  await stage.sweep(['sales past their term'])
  const { rows } = await sql`
    select from "order" where event_id = ${id} and phone is not null`.execute(stage.db)
  return rows.length > 0
}

// spec: forget-latest-date
test('a date in the past erases nothing while the term has not passed since the payment', async () => {
  const event = await buildSold()
  await setDate(event, dayBefore(2))
  expect(await hasBuyer(event)).toBe(true)
  await sql`update "order" set paid_at = ${dayBefore(2)} where event_id = ${event.id}`.execute(
    stage.db,
  )
  expect(await hasBuyer(event)).toBe(false)
})

// spec: forget-latest-date
test('an event that was moved to an earlier day keeps its buyers for the term after the later day', async () => {
  const event = await buildSold(dayBefore(9))
  await setDate(event, dayBefore(2))
  const move = (to: Date) =>
    sql`
    insert into event_change (id, event_id, old_date, old_time, old_location, new_date, new_time,
      new_location, notify_buyers, announced_at, request_until)
    values (${randomUUID()}, ${event.id}, ${to}, '15:00', 'Nyayo', ${dayBefore(2)}, '15:00', 'Nyayo',
      false, ${dayBefore(9)}, ${dayBefore(9)})`.execute(stage.db)
  await move(dayBefore(-3))
  expect(await hasBuyer(event)).toBe(true)
  stage.pass(4 * DAY)
  expect(await hasBuyer(event)).toBe(false)
  stage.pass(-4 * DAY)
})

// spec: forget-latest-date
test('the orders of an event that got another date after its term are forgotten after that date, too', async () => {
  const event = await buildSold(dayBefore(9))
  await setDate(event, dayBefore(5))
  expect(await hasBuyer(event)).toBe(false)
  const later = { date: nairobiDate(dayBefore(-3)) }
  await inTransaction(stage.db, (tx) => updateEvent(tx, event.id, later))
  await sql`update "order" set phone = '254712345678' where event_id = ${event.id}`.execute(
    stage.db,
  )
  expect(await hasBuyer(event)).toBe(true)
  stage.pass(4 * DAY)
  expect(await hasBuyer(event)).toBe(false)
  stage.pass(-4 * DAY)
})

// spec: forget-latest-date
test('what M-Pesa responded about payouts of the event is emptied, too', async () => {
  const world = playRefunds(stage)
  const [owner, admin] = [await buildAccount(stage), await buildAccount(stage, 'admin')]
  const event = await soldEvent(stage, owner)
  await givePayoutAccount(stage, owner)
  await approvedPayout(stage, { owner, admin, eventId: event.id, amount: 400 })
  await stage.runJobs()
  await world.deliver()
  await world.settle(2)
  const countResponses = async () => {
    const { rows } = await sql`
      select from outgoing_attempt where purpose = 'payout' and response is not null`.execute(
      stage.db,
    )
    return rows.length
  }
  expect(await countResponses()).toBeGreaterThan(0)
  await setDate(event, dayBefore(2))
  await sql`update "order" set paid_at = ${dayBefore(2)} where event_id = ${event.id}`.execute(
    stage.db,
  )
  expect(await hasBuyer(event)).toBe(false)
  expect(await countResponses()).toBe(0)
})

test('people are forgotten in batches of 500 orders, and no order of a large day is left out', async () => {
  const event = await buildEvent(stage.db, { types: [{ capacity: 1000 }] })
  const lines = [{ typeId: event.types[0]!.id, quantity: 1, amountKes: 100 }]
  await buildSoldOrders(
    stage.db,
    Array.from({ length: 501 }, () => ({ eventId: event.id, lines })),
  )
  await setDate(event, dayBefore(2))
  await sql`update "order" set paid_at = ${dayBefore(2)} where event_id = ${event.id}`.execute(
    stage.db,
  )
  const countPeople = async () =>
    (
      await sql`select from "order" where event_id = ${event.id} and phone is not null`.execute(
        stage.db,
      )
    ).rows.length
  await stage.sweep(['sales past their term'])
  expect(await countPeople()).toBe(1)
  await stage.sweep(['sales past their term'])
  expect(await countPeople()).toBe(0)
})
