// spec: refund-races
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { withoutGuards } from '../../test/unguarded.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { requestRefund, takeBack } from '../refunds/take-back/take-back.ts'
import { countAdmitted } from '../tickets/tickets.sql.ts'
import { checkInTicket } from './check-in-ticket.ts'
import { lockTicket } from './checkin.sql.ts'

/** The ends of the SQL of lockOrder and lockGoodTickets. */
const ORDER_LOCK = /for no key update of o, h$/
const TICKETS_LOCK = /(?<=order by "id" )for no key update$/
/** The SQL of the two locks of lockTicket and of the condition in countAdmitted. */
const GATE_ORDER_LOCK = /for share$/
const GATE_LOCK = /for no key update of "k"$/
const STILL_VALID = / and state = 'valid'$/
/** Matches the condition in takeFromTicket, which is checked after the locks. */
const STILL_THERE = / and k\.state = 'valid' and k\.admits[^>]*>[^>]* >= gone\.people$/

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
let viewer: Viewer

beforeAll(async () => {
  viewer = (await buildAccount(stage, 'admin')).viewer
})
beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500, capacity: 500 }] })
})

const refundOf = (orderId: string) => ({ orderId, reason: 'other' as const })

async function readTicket(orderId: string) {
  return await stage.db
    .selectFrom('ticket')
    .select(['id', 'number', 'state', 'admitted'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
}

describe('a refund concurrent with a check-in', () => {
  /** Starts a check-in during the transaction of a refund: the check-in waits for the commit. */
  async function checkInBehind(db: Db) {
    const order = await bought({ stage, world }, event, [3])
    const { number } = await readTicket(order.orderId)
    const request = { ticket_number: number, event_id: event.id, admits: 2, nonce: randomUUID() }
    const refund = (tx: Tx) =>
      takeBack(tx, { ...refundOf(order.orderId), requestedBy: null }, stage.clock.now())
    const reply = await behind(stage.db, refund, () =>
      checkInTicket({ ...stage.deps, db }, viewer, request),
    )
    return { reply, ticket: await readTicket(order.orderId) }
  }

  test('with the guard off, people come in whose money goes back', async () => {
    const guards = [GATE_ORDER_LOCK, GATE_LOCK, STILL_VALID]
    const { ticket } = await withoutGuards(stage, guards, checkInBehind)
    expect(ticket).toMatchObject({ state: 'void', admitted: 2 })
  })

  test('with the guard on, the gate lets nobody in', async () => {
    const { reply, ticket } = await checkInBehind(stage.db)
    expect(reply).not.toMatchObject({ result: 'valid' })
    expect(ticket).toMatchObject({ state: 'void', admitted: 0 })
  })

  /** Starts a refund during the transaction of a check-in: the refund waits for the commit. */
  async function refundBehind(db: Db) {
    const order = await bought({ stage, world }, event, [3])
    const { id, number } = await readTicket(order.orderId)
    const letIn = async (tx: Tx) => {
      await lockTicket(tx, number)
      await countAdmitted(tx, id, 2)
    }
    await behind(stage.db, letIn, () =>
      requestRefund({ ...stage.deps, db }, viewer, refundOf(order.orderId)),
    )
  }

  test('with the guard off, a used ticket is refunded without a confirmation', async () => {
    await withoutGuards(stage, [ORDER_LOCK, TICKETS_LOCK], refundBehind)
  })

  test('with the guard on, the admin must confirm', async () => {
    await expect(refundBehind(stage.db)).rejects.toThrow('These tickets were already used.')
  })
})

describe('a refund of some people concurrent with a check-in', () => {
  const part = (orderId: string, number: string, people: number) => ({
    ...refundOf(orderId),
    tickets: [{ number, people }],
  })

  async function readAdmits(orderId: string) {
    return await stage.db
      .selectFrom('ticket')
      .select(['state', 'admits', 'admitted'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  }

  /** Starts a check-in of three people during the transaction of a refund of two of them. */
  async function checkInBehind(db: Db) {
    const order = await bought({ stage, world }, event, [3])
    const { number } = await readTicket(order.orderId)
    const request = { ticket_number: number, event_id: event.id, admits: 3, nonce: randomUUID() }
    const two = { ...part(order.orderId, number, 2), requestedBy: null }
    const refund = (tx: Tx) => takeBack(tx, two, stage.clock.now())
    const became = await behind(stage.db, refund, () =>
      checkInTicket({ ...stage.deps, db }, viewer, request).catch(String),
    )
    return { became, ticket: await readAdmits(order.orderId) }
  }

  test('with the guard off, only the CHECK of the table keeps refunded people out', async () => {
    const { became } = await withoutGuards(stage, [GATE_ORDER_LOCK, GATE_LOCK], checkInBehind)
    expect(became).toContain('ticket__admitted')
  })

  test('with the guard on, the gate reads how many are left', async () => {
    const { became, ticket } = await checkInBehind(stage.db)
    expect(became).toMatchObject({ result: 'too_many', left: 1, admits: 0 })
    expect(ticket).toEqual({ state: 'valid', admits: 1, admitted: 0 })
  })

  /** Starts a refund of two of three people during the transaction of a check-in of two people. */
  async function refundBehind(db: Db) {
    const order = await bought({ stage, world }, event, [3])
    const { id, number } = await readTicket(order.orderId)
    const letIn = async (tx: Tx) => {
      await lockTicket(tx, number)
      await countAdmitted(tx, id, 2)
    }
    const became = await behind(stage.db, letIn, () =>
      requestRefund({ ...stage.deps, db }, viewer, part(order.orderId, number, 2)).catch(String),
    )
    return { became, ticket: await readAdmits(order.orderId) }
  }

  test('with the guard off, people inside are refunded, and the ticket violates its CHECK', async () => {
    const guards = [ORDER_LOCK, TICKETS_LOCK, STILL_THERE]
    const { became } = await withoutGuards(stage, guards, refundBehind)
    expect(became).toContain('ticket__admitted')
  })

  test('with the guard on, the admin learns how many can be refunded', async () => {
    const { became, ticket } = await refundBehind(stage.db)
    expect(became).toContain('Only 1 person of this ticket can be refunded.')
    expect(ticket).toEqual({ state: 'valid', admits: 3, admitted: 2 })
  })
})
