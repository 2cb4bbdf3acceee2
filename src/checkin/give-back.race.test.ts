// spec: free-given-back-refused
import { beforeEach, describe, expect, test } from 'vitest'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { readFree, sellFree } from '../../test/free.ts'
import { keepStage } from '../../test/stage.ts'
import { askToSend, readCode } from '../../test/transfers.ts'
import { withoutGuards } from '../../test/unguarded.ts'
import { lockOrder } from '../orders/orders.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import { giveBackTicket } from '../tickets/free/give-back.ts'
import { countAdmitted } from '../tickets/tickets.sql.ts'
import { giveBackFree } from '../tickets/transfer/give-backs.ts'
import { confirmTransfer } from '../tickets/transfer/transfers.ts'
import { lockTicket } from './checkin.sql.ts'

/** These two match the ends of the statements of lockOrder and lockFreeTicket. */
const ORDER_LOCK = /for no key update of o, h$/
const TICKET_LOCK = /(?<=from ticket where id = \$1 )for no key update$/
/** Matches the condition that takeFromTicket checks after it has taken the locks. */
const STILL_THERE = / and k\.state = 'valid' and k\.admits[^>]*>[^>]* >= gone\.people$/
const GUARDS = [ORDER_LOCK, TICKET_LOCK, STILL_THERE]

const stage = keepStage()
let event: BuiltEvent
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ isFree: true, capacity: 500 }] })
})

type Sold = Awaited<ReturnType<typeof sellFree>>

const giveBack = (db: Db, { ticketId, phone }: Sold) =>
  giveBackFree({ ...stage.deps, db }, { ticketId, people: null, by: { provenPhone: phone } })

/** Gives a free ticket back like giveBackFree, but in the caller's transaction. */
async function giveBackIn(tx: Tx, { orderId, ticketId }: Sold) {
  const now = stage.clock.now()
  const order = await lockOrder(tx, orderId, now)
  await giveBackTicket(tx, order!, { ticketId, people: undefined, now })
}

const readTickets = async ({ orderId }: Sold) =>
  await stage.db
    .selectFrom('ticket')
    .select(['state', 'admits', 'admitted'])
    .where('order_id', '=', orderId)
    .orderBy('part')
    .execute()

describe('a give-back concurrent with a check-in', () => {
  async function giveBackBehindGate(db: Db) {
    const sold = await sellFree(stage, event, [2])
    const letIn = async (tx: Tx) => {
      await lockTicket(tx, sold.number)
      await countAdmitted(tx, sold.ticketId, 1)
    }
    const became = await behind(stage.db, letIn, () => giveBack(db, sold).catch(String))
    const [line] = await readFree(stage, sold)
    return { became, tickets: await readTickets(sold), sold: line!.sold }
  }

  test('with the guard off, the place of a person inside is sold again', async () => {
    const { tickets, sold } = await withoutGuards(stage, GUARDS, giveBackBehindGate)
    expect([tickets, sold]).toEqual([[{ state: 'void', admits: 2, admitted: 1 }], 0])
  })

  test('with the guard on, the ticket stays', async () => {
    const { became, tickets, sold } = await giveBackBehindGate(stage.db)
    expect(became).toContain('People with this ticket are inside')
    expect([tickets, sold]).toEqual([[{ state: 'valid', admits: 2, admitted: 1 }], 2])
  })
})

describe('a transfer concurrent with a give-back', () => {
  async function confirmBehindGiveBack(db: Db) {
    const sold = await sellFree(stage, event, [3])
    const { body } = await askToSend(stage, sold.number, { phone: newPhone(), admits: 2 })
    const { code } = await readCode(stage)
    const ticket = { id: sold.ticketId, order_id: sold.orderId }
    const confirm = () =>
      confirmTransfer({ ...stage.deps, db }, { id: body.id, ticket, code }).catch(String)
    const became = await behind(stage.db, (tx) => giveBackIn(tx, sold), confirm)
    const [line] = await readFree(stage, sold)
    const good = (await readTickets(sold)).filter(({ state }) => state !== 'void')
    return { became, good: good.map(({ admits }) => admits), sold: line!.sold }
  }

  test('with the guard off, a friend gets places that are for sale again', async () => {
    const { good, sold } = await withoutGuards(stage, GUARDS, confirmBehindGiveBack)
    expect([good, sold]).toEqual([[2], 0])
  })

  test('with the guard on, nothing is sent', async () => {
    const { became, good, sold } = await confirmBehindGiveBack(stage.db)
    expect(became).toContain('no longer valid')
    expect([good, sold]).toEqual([[], 0])
  })
})

describe('a ticket that is given back twice at the same time', () => {
  async function giveBackTwice(db: Db) {
    const sold = await sellFree(stage, event, [2])
    await sellFree(stage, event, [2])
    const first = (tx: Tx) => giveBackIn(tx, sold)
    const became = await behind(stage.db, first, () => giveBack(db, sold).catch(String))
    const [line] = await readFree(stage, sold)
    return { became, line }
  }

  test('with the guard off, it is reversed twice, except for an assertion', async () => {
    const { became } = await withoutGuards(stage, GUARDS, giveBackTwice)
    expect(became).toContain('were reversed before')
  })

  test('with the guard on, it is given back once', async () => {
    const { became, line } = await giveBackTwice(stage.db)
    expect(became).toContain('no longer valid')
    expect(line).toMatchObject({ state: 'refunded', back: 2, sold: 2 })
  })
})
