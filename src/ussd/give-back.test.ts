// Tests that a caller gives a free ticket back. The calling number proves the phone.
import { afterAll, expect, test } from 'vitest'
import { readBookDifferences } from '../../test/books.ts'
import { buildEvent, type TypeSpec } from '../../test/build.ts'
import { digitOf, makeDialler } from '../../test/dialler.ts'
import { readFree, sellFree } from '../../test/free.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { giveBackFree } from '../tickets/transfer/give-backs.ts'

const stage = keepStage()
afterAll(async () => {
  expect(await readBookDifferences(stage.db)).toEqual([])
})

const buildOpenDay = (type: TypeSpec = { isFree: true }) =>
  buildEvent(stage.db, { title: 'Open Day', types: [{ name: 'Guest', ...type }] })

/** Dials, and opens the phone's first ticket. */
async function dialTicket(phone: string) {
  const dialler = makeDialler(stage, phone)
  await dialler.dial()
  await dialler.type('3')
  return { dialler, ticket: await dialler.type('1') }
}

// spec: ussd-give-back
test('a caller gives a free ticket back: it is asked once more, void, and for sale again', async () => {
  const order = await sellFree(stage, await buildOpenDay({ isFree: true, capacity: 3 }), [3])
  const { dialler, ticket } = await dialTicket(order.phone)
  expect(ticket.screen).toMatch(/\n1 Full number by SMS\n2 Return ticket\n0 Back$/)
  const asked = await dialler.type('2')
  expect(asked.screen).toContain('Return this ticket? You cannot undo this.')
  expect(asked.screen).toMatch(
    /^Return this ticket\? You cannot undo this\.\nOpen Day\n.*\n3 x Guest\n1 Return ticket\n0 Back$/,
  )
  expect(await readFree(stage, order)).toMatchObject([{ state: 'issued', sold: 3 }])
  const back = await dialler.type('1')
  expect(back.screen).toMatch(/^You returned the ticket\.\nYou have no upcoming tickets\./)
  expect(await dialler.again()).toEqual(back)
  expect(await readFree(stage, order)).toMatchObject([{ state: 'refunded', back: 3, sold: 0 }])
  await stage.runJobs()
  expect(stage.textsTo(order.phone).at(-1)).toBe(
    'You returned 3 x Guest (Open Day). The ticket is no longer valid. Thank you.',
  )
})

test('two copies of the turn give the ticket back once, and read the same screen', async () => {
  const order = await sellFree(stage, await buildOpenDay())
  const { dialler } = await dialTicket(order.phone)
  await dialler.type('2')
  const [one, other] = await Promise.all([dialler.type('1'), dialler.again()])
  expect(one.screen).toMatch(/^You returned the ticket\./)
  expect(other).toEqual(one)
  expect(await readFree(stage, order)).toMatchObject([{ back: 1, sold: 0 }])
})

test('a turn whose first copy gave the ticket back and stored no reply says so, too', async () => {
  const order = await sellFree(stage, await buildOpenDay())
  const { dialler } = await dialTicket(order.phone)
  await dialler.type('2')
  const by = { provenPhone: order.phone }
  await giveBackFree(stage.deps, { ticketId: order.ticketId, people: null, by })
  expect((await dialler.type('1')).screen).toMatch(/^You returned the ticket\./)
})

// spec: ussd-give-back
test('a ticket that was paid is not offered, and nothing is given back by dialling alone', async () => {
  const event = await buildOpenDay({ price: 100 })
  const paid = await prompted(stage, event, [1])
  await pay(stage, paid, newReceipt())
  const { payer } = await stage.db
    .selectFrom('payment')
    .select('phone as payer')
    .where('use', '=', 'sale')
    .executeTakeFirstOrThrow()
  const { ticket } = await dialTicket(payer!)
  expect(ticket.screen).toMatch(/\n1 Full number by SMS\n0 Back$/)
  const free = await sellFree(stage, await buildOpenDay())
  const { screen } = await makeDialler(stage, free.phone).dial('3*1*2*1')
  expect(screen).toMatch(/^Return this ticket\?/)
  expect(await readFree(stage, free)).toMatchObject([{ state: 'issued', sold: 1 }])
})

// spec: ussd-give-back
test('a ticket whose holder went in meanwhile stays', async () => {
  const order = await sellFree(stage, await buildOpenDay())
  const { dialler, ticket } = await dialTicket(order.phone)
  await dialler.type(digitOf(ticket, 'Return ticket'))
  const ticketRow = stage.db.updateTable('ticket').where('id', '=', order.ticketId)
  await ticketRow.set({ admitted: 1, state: 'used' }).execute()
  const refused = await dialler.type('1')
  expect(refused.screen).toMatch(/^People with this ticket are inside, .*\n[\s\S]*1 Full number/)
  expect(refused.screen).not.toContain('2 Return ticket')
  expect(await readFree(stage, order)).toMatchObject([{ state: 'issued', sold: 1 }])
})

test('a phone that no longer has the ticket gives nothing back', async () => {
  const order = await sellFree(stage, await buildOpenDay())
  const { dialler } = await dialTicket(order.phone)
  await dialler.type('2')
  await stage.db
    .updateTable('order')
    .set({ recipient_phone: '254712000111' })
    .where('id', '=', order.orderId)
    .execute()
  expect((await dialler.type('1')).screen).not.toContain('You gave')
  expect(await readFree(stage, order)).toMatchObject([{ state: 'issued', sold: 1 }])
})
