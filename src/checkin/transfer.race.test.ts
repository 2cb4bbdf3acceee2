// spec: transfer-races
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { askToSend, readCode, sendOn } from '../../test/transfers.ts'
import { withoutGuards } from '../../test/unguarded.ts'
import { lockOrder } from '../orders/orders.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { requestRefund, takeBack } from '../refunds/take-back/take-back.ts'
import { countAdmitted } from '../tickets/tickets.sql.ts'
import { requestTakeBack } from '../tickets/transfer/take-backs.ts'
import { lockSendable } from '../tickets/transfer/transfer.sql.ts'
import { confirmTransfer } from '../tickets/transfer/transfers.ts'
import { takeFromTicket } from '../tickets/void-tickets.sql.ts'
import { lockTicket } from './checkin.sql.ts'

/** The ends of the SQL of lockOrder, lockGoodTickets, lockSendable and lockTransferred. */
const ORDER_LOCK = /for no key update of o, h$/
const TICKETS_LOCK = /(?<=order by "id" )for no key update$/
const TICKET_LOCK = /(?<=from ticket where id = \$1 )for no key update$/
const TRANSFERRED_LOCK = /(?<=order by id )for no key update$/
/** Matches the condition in takeFromTicket, which is checked after the locks. */
const STILL_THERE = / and k\.state = 'valid' and k\.admits[^>]*>[^>]* >= gone\.people$/
/** The end of the SQL of lockTransfer, and the condition in finishTransfer. */
const TRANSFER_LOCK = /(?<="ticket_transfer" where "id" = \$1 )for no key update$/
const STILL_ASKED = / and "state" = 'asked'$/

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

/**
 * Buys a ticket for three people and requests a transfer of two of them. `confirm` confirms the
 * transfer with its code.
 */
async function openTransfer() {
  const { orderId } = await bought({ stage, world }, event, [3])
  const ticket = await stage.db
    .selectFrom('ticket')
    .select(['id', 'order_id', 'number'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { body } = await askToSend(stage, ticket.number, { phone: newPhone(), admits: 2 })
  const { code } = await readCode(stage)
  const confirm = (db: Db) => confirmTransfer({ ...stage.deps, db }, { id: body.id, ticket, code })
  return { ...ticket, orderId, confirm }
}

async function readTickets(orderId: string) {
  return await stage.db
    .selectFrom('ticket')
    .select(['state', 'admits', 'admitted'])
    .where('order_id', '=', orderId)
    .orderBy('part')
    .execute()
}

const people = (tickets: Awaited<ReturnType<typeof readTickets>>) =>
  tickets.reduce((sum, { state, admits }) => sum + (state === 'void' ? 0 : admits), 0)

describe('a transfer concurrent with a check-in', () => {
  async function confirmBehindGate(db: Db) {
    const one = await openTransfer()
    const letIn = async (tx: Tx) => {
      await lockTicket(tx, one.number)
      await countAdmitted(tx, one.id, 2)
    }
    const became = await behind(stage.db, letIn, () => one.confirm(db).catch(String))
    return { became, tickets: await readTickets(one.orderId) }
  }

  test('with the guard off, a person inside is transferred, and the ticket violates its CHECK', async () => {
    const { became } = await withoutGuards(
      stage,
      [ORDER_LOCK, TICKET_LOCK, STILL_THERE],
      confirmBehindGate,
    )
    // The last guard is a check constraint of the table: it rejects a ticket with more admitted
    // people than the ticket admits.
    expect(became).toContain('ticket__admitted')
  })

  test('with the guard on, a person inside stays, and the holder learns how many are left', async () => {
    const { became, tickets } = await confirmBehindGate(stage.db)
    expect(became).toContain('Only 1 person left on this ticket.')
    expect(tickets).toEqual([{ state: 'valid', admits: 3, admitted: 2 }])
  })
})

describe('a transfer concurrent with a refund', () => {
  async function confirmBehindRefund(db: Db) {
    const one = await openTransfer()
    const refund = (tx: Tx) =>
      takeBack(tx, { orderId: one.orderId, reason: 'other', requestedBy: null }, stage.clock.now())
    const became = await behind(stage.db, refund, () => one.confirm(db).catch(String))
    return { became, tickets: await readTickets(one.orderId) }
  }

  test('with the guard off, a ticket is made of refunded money', async () => {
    const { tickets } = await withoutGuards(
      stage,
      [ORDER_LOCK, TICKET_LOCK, STILL_THERE],
      confirmBehindRefund,
    )
    expect(people(tickets)).toBe(2)
  })

  test('with the guard on, nothing is transferred', async () => {
    const { became, tickets } = await confirmBehindRefund(stage.db)
    expect(became).toContain('no longer valid')
    expect(people(tickets)).toBe(0)
  })
})

describe('a transfer concurrent with a refund of some people', () => {
  /** Confirms a transfer of two of three people during the transaction of a refund of two. */
  async function confirmBehindRefund(db: Db) {
    const one = await openTransfer()
    const tickets = [{ number: one.number, people: 2 }]
    const part = { orderId: one.orderId, reason: 'other', tickets } as const
    const refund = (tx: Tx) => takeBack(tx, { ...part, requestedBy: null }, stage.clock.now())
    const became = await behind(stage.db, refund, () => one.confirm(db).catch(String))
    return { became, tickets: await readTickets(one.orderId) }
  }

  test('with the guard off, a ticket is made of refunded people, except for a CHECK', async () => {
    const guards = [ORDER_LOCK, TICKET_LOCK, STILL_THERE]
    const { became } = await withoutGuards(stage, guards, confirmBehindRefund)
    expect(became).toMatch(/ticket_admits_check|ticket__admitted/)
  })

  test('with the guard on, the holder learns how many are left', async () => {
    const { became, tickets } = await confirmBehindRefund(stage.db)
    expect(became).toContain('Only 1 person left on this ticket.')
    expect(tickets).toEqual([{ state: 'valid', admits: 1, admitted: 0 }])
  })

  /** Requests a refund of two of three people during the transaction of a transfer of two. */
  async function refundBehindConfirm(db: Db) {
    const one = await openTransfer()
    const tickets = [{ number: one.number, people: 2 }]
    const part = { orderId: one.orderId, reason: 'other', tickets } as const
    const send = async (tx: Tx) => {
      await lockOrder(tx, one.orderId, stage.clock.now())
      await lockSendable(tx, one.id, stage.clock.now())
      expect(await takeFromTicket(tx, { id: one.id, people: 2, reason: 'transferred' })).toBe(true)
    }
    const became = await behind(stage.db, send, () =>
      requestRefund({ ...stage.deps, db }, viewer, part).catch(String),
    )
    return { became, tickets: await readTickets(one.orderId) }
  }

  test('with the guard off, transferred people are refunded, except for a CHECK', async () => {
    const guards = [ORDER_LOCK, TICKETS_LOCK, STILL_THERE]
    const { became } = await withoutGuards(stage, guards, refundBehindConfirm)
    expect(became).toMatch(/ticket_admits_check|ticket__admitted/)
  })

  test('with the guard on, the admin learns how many can be refunded', async () => {
    const { became } = await refundBehindConfirm(stage.db)
    expect(became).toContain('Only 1 person of this ticket can be refunded.')
  })
})

describe('a transfer that is confirmed twice concurrently', () => {
  async function confirmTwice(db: Db) {
    const one = await openTransfer()
    const became = await behind(
      stage.db,
      (tx) => tx.selectFrom('ticket').select('id').where('id', '=', one.id).forUpdate().execute(),
      () => Promise.all([one.confirm(db).catch(String), one.confirm(db).catch(String)]),
      { waiters: 2 },
    )
    return { became, tickets: await readTickets(one.orderId) }
  }

  test('with the guard off, two tickets would be made', async () => {
    const guards = [ORDER_LOCK, TICKET_LOCK, TRANSFER_LOCK, STILL_THERE, STILL_ASKED]
    const { became } = await withoutGuards(stage, guards, confirmTwice)
    // Without the locks, only a constraint of the table or an assertion rejects the second ticket.
    expect(became.join()).toMatch(/ticket_admits_check|ticket__admitted|a share was sent/)
  })

  test('with the guard on, it is one transfer, and both confirmations get equal responses', async () => {
    const { became, tickets } = await confirmTwice(stage.db)
    expect(became).toEqual([2, 2])
    expect(tickets).toEqual([
      { state: 'valid', admits: 1, admitted: 0 },
      { state: 'valid', admits: 2, admitted: 0 },
    ])
  })
})

describe('a take-back concurrent with a check-in', () => {
  /** The sender takes back a ticket for two people while a gate lets in one of them. */
  async function takeBackBehindGate(db: Db) {
    const { orderId } = await bought({ stage, world }, event, [3])
    const read = () =>
      stage.db
        .selectFrom('ticket')
        .select(['id', 'order_id', 'number', 'state', 'admits', 'admitted'])
        .where('order_id', '=', orderId)
        .orderBy('part')
        .execute()
    const number = (await read())[0]!.number
    await sendOn(stage, number, { phone: newPhone(), admits: 2 })
    const [ticket, transferred] = await read()
    const call = { ticket: ticket!, transferredId: transferred!.id, address: '10.1.0.1' }
    const id = await requestTakeBack(stage.deps, call)
    const { code } = await readCode(stage)
    const letIn = async (tx: Tx) => {
      await lockTicket(tx, transferred!.number)
      await countAdmitted(tx, transferred!.id, 1)
    }
    const confirm = () =>
      confirmTransfer({ ...stage.deps, db }, { id, ticket: ticket!, code }).catch(String)
    const became = await behind(stage.db, letIn, confirm)
    return { became, transferred: (await read())[1] }
  }

  test('with the guard off, a person is inside on a ticket that was taken back', async () => {
    const guards = [ORDER_LOCK, TRANSFERRED_LOCK, STILL_THERE]
    const { transferred } = await withoutGuards(stage, guards, takeBackBehindGate)
    expect(transferred).toMatchObject({ state: 'void', admitted: 1 })
  })

  test('with the guard on, the sender learns that the ticket was used', async () => {
    const { became, transferred } = await takeBackBehindGate(stage.db)
    expect(became).toContain('Your friend has opened or used this ticket')
    expect(transferred).toMatchObject({ state: 'valid', admits: 2, admitted: 1 })
  })
})
