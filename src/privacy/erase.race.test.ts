import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { endHolds, prompted } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { withoutGuards } from '../../test/unguarded.ts'
import { checkInTicket } from '../checkin/check-in-ticket.ts'
import { changeOrderState, lockOrder } from '../orders/orders.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import { takeBack } from '../refunds/take-back/take-back.ts'
import { lockOrdersNaming } from './people.sql.ts'
import { eraseData } from './personal-data.ts'

/** Matches the end of the SQL of lockOrdersNaming, so that this test recognizes the lock. */
const ORDER_LOCK = /for no key update of o$/
const HOUR = 3600_000

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent

beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500, capacity: 500 }] })
})

/**
 * Starts the erasure of a phone while the transaction `first` is open, and lets it wait for the
 * commit. Returns the code of the erasure's error.
 */
async function eraseBehind(db: Db, phone: string, first: (tx: Tx) => Promise<unknown>) {
  const erased = () => eraseData({ ...stage.deps, db }, phone, 'staff')
  return await behind(stage.db, first, erased).catch((error) => error.code)
}

const readPhones = async (orderId: string) =>
  (
    await sql<{ of_order: string | null; of_payment: string | null; state: string }>`
      select o.phone as of_order, p.phone as of_payment, o.state
      from "order" o join payment p on p.order_id = o.id where o.id = ${orderId}`.execute(stage.db)
  ).rows[0]

describe('an erasure concurrent with a refund', () => {
  async function race(db: Db) {
    const { phone, orderId } = await bought({ stage, world }, event)
    await sql`update event set date = '2020-01-01' where id = ${event.id}`.execute(stage.db)
    stage.pass(49 * HOUR)
    const request = { orderId, reason: 'other' as const, requestedBy: null }
    const refund = (tx: Tx) => takeBack(tx, request, stage.clock.now())
    return { phone, reply: await eraseBehind(db, phone, refund), row: await readPhones(orderId) }
  }

  test('with the guard off, the number to which money is due is lost', async () => {
    const { row } = await withoutGuards(stage, [ORDER_LOCK], race)
    expect(row).toEqual({ of_order: null, of_payment: null, state: 'refund_due' })
  })

  test('with the guard on, the erasure is refused', async () => {
    const { phone, reply, row } = await race(stage.db)
    expect(reply).toBe('refund_open')
    expect(row).toEqual({ of_order: phone, of_payment: phone, state: 'refund_due' })
  })
})

describe('an erasure concurrent with a purchase', () => {
  /** The buyer of an expired order gets another prompt. */
  async function race(db: Db) {
    const { orderId, push } = await prompted(stage, event)
    await endHolds(stage)
    await stage.hurry()
    stage.pass(49 * HOUR)
    await sql`update payment set state = 'failed', next_query_at = null
      where order_id = ${orderId}`.execute(stage.db)
    const now = stage.clock.now()
    const buyAgain = async (tx: Tx) => {
      await lockOrder(tx, orderId, now)
      await changeOrderState(tx, orderId, 'pending', { cause: 'another prompt', now })
    }
    const reply = await eraseBehind(db, push.phone, buyAgain)
    return { phone: push.phone, reply, row: await readPhones(orderId) }
  }

  test('with the guard off, an order is open without a phone', async () => {
    const { row } = await withoutGuards(stage, [ORDER_LOCK], race)
    expect(row).toMatchObject({ of_order: null, state: 'pending' })
  })

  test('with the guard on, the erasure is refused', async () => {
    const { phone, reply, row } = await race(stage.db)
    expect(reply).toBe('order_open')
    expect(row).toMatchObject({ of_order: phone, state: 'pending' })
  })
})

test('a check-in waits for an erasure of the same order, and both take effect', async () => {
  const { viewer } = await buildAccount(stage, 'admin')
  const { phone, orderId } = await bought({ stage, world }, event)
  await sql`update event set date = '2020-01-01' where id = ${event.id}`.execute(stage.db)
  stage.pass(49 * HOUR)
  const { number } = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const request = { ticket_number: number, event_id: event.id, admits: 1, nonce: randomUUID() }
  const reply = await behind(
    stage.db,
    (tx) => lockOrdersNaming(tx, phone),
    () => checkInTicket(stage.deps, viewer, request),
  )
  expect(reply).toMatchObject({ result: 'valid' })
  expect(await eraseData(stage.deps, phone, 'staff')).toBe(1)
  const { admitted } = await stage.db
    .selectFrom('ticket')
    .select('admitted')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(admitted).toBe(1)
})
