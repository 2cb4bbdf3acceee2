// Tests how a pass that was used on one day counts on the next: refunds, figures and own tickets.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { newPhone } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { makeDayGate } from '../../../test/day-gate.ts'
import { type Phone, pairPhone } from '../../../test/gate-phone.ts'
import { askByLink, readRefundLink } from '../../../test/refund-links.ts'
import { sendOn } from '../../../test/transfers.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { selectTicketsOfPhone } from '../../tickets/lookup/phone-tickets.sql.ts'
import { lockGoodTickets } from '../../tickets/void-tickets.sql.ts'
import { summariseValidations } from './summarise-validations.ts'

let gate: Awaited<ReturnType<typeof makeDayGate>>
let north: Phone
beforeAll(async () => {
  gate = await makeDayGate({ LIMIT_PUSH_PER_PHONE: '100', PUBLIC_ORIGIN: 'http://shop.test' })
  north = await pairPhone(gate, { name: 'North' })
})
beforeEach(() => {
  gate.stage.clock.offsetMs = 0
})
afterAll(() => gate.stage.close())

const come = async (number: string, admits: number) =>
  expect(await north.ask({ ticket_number: number, admits })).toMatchObject({ result: 'valid' })
const figures = async (id = gate.event.id) => {
  const viewer = { accountId: gate.organizer.id, role: 'organizer' as const }
  return (await summariseValidations(gate.stage.db, viewer, id))[0]!
}

// spec: pass-refund
test('people who came in with a pass on any day get no refund by a link, and the others do', async () => {
  const passes = await gate.buy([0, 0, 4])
  const unused = await gate.buy([0, 0, 2])
  gate.goTo(1, '19:00')
  await come(passes.number, 3)
  gate.goTo(2, '19:00')
  await come(passes.number, 1)
  const admin = await buildAccount(gate.stage, 'admin')
  const cancelled = await callAs(gate.stage, admin, `POST /api/events/${gate.event.id}/cancel`, {
    ...{ title: gate.event.title, reason: 'Rain', day: 3, passes: true },
  })
  expect(cancelled.status).toBe(202)
  await gate.stage.runJobs()
  const tokenOf = (phone: string) =>
    /\/r\/(\w{16})$/.exec(gate.stage.textsTo(phone).at(-1) ?? '')?.[1] ?? ''
  const token = tokenOf(passes.push.phone)
  const [ticket] = (await readRefundLink(gate.stage, token)).tickets
  expect(ticket).toMatchObject({ quantity: 4, refundable: 1 })
  const { orderId } = passes
  const most = { ticket_number: passes.number, of: 4 }
  expect(
    (await askByLink(gate.stage, { orderId, token }, [{ ...most, admits: 2 }])).body,
  ).toMatchObject({ code: 'too_many_people', left: 1 })
  expect((await askByLink(gate.stage, { orderId, token })).status).toBe(202)
  const [left] = await gate.stage.db
    .selectFrom('ticket')
    .select(['admits', 'state'])
    .where('number', '=', passes.number)
    .execute()
  expect(left).toEqual({ admits: 3, state: 'valid' })
  const [other] = (await readRefundLink(gate.stage, tokenOf(unused.push.phone))).tickets
  expect(other).toMatchObject({ quantity: 2, refundable: 2 })
})

// spec: pass-refund
test('what was used of a pass stays used after it was sent on, and an undo takes it back', async () => {
  const { number, orderId } = await gate.buy([0, 0, 4])
  const used = () =>
    inTransaction(gate.stage.db, async (tx) =>
      (await lockGoodTickets(tx, orderId)).map(({ admits, admitted }) => ({ admits, admitted })),
    )
  gate.goTo(1, '19:00')
  const nonce = randomUUID()
  await north.ask({ ticket_number: number, admits: 1, nonce })
  await come(number, 2)
  expect(await used()).toEqual([{ admits: 4, admitted: 3 }])
  await north.ask({ ticket_number: number, kind: 'undo', of: nonce, reason: 'a slip' })
  expect(await used()).toEqual([{ admits: 4, admitted: 2 }])
  await come(number, 1)
  gate.goTo(2, '19:00')
  await sendOn(gate.stage, number, { phone: newPhone(), admits: 2 })
  expect(await used()).toEqual(
    expect.arrayContaining([
      { admits: 2, admitted: 2 },
      { admits: 2, admitted: 1 },
    ]),
  )
})

// spec: check-ins-by-day
test('check-ins count by day, and over all days no rate exceeds one', async () => {
  await gate.stage.close()
  gate = await makeDayGate()
  north = await pairPhone(gate, { name: 'North' })
  const pass = await gate.buyOne('Pass')
  const day = await gate.buyOne('Day 2')
  for (const n of [1, 2, 3]) {
    gate.goTo(n, '19:00')
    await come(pass, 1)
    if (n === 2) await come(day, 1)
  }
  const [first, second, third] = gate.dates
  for (const fold of [false, true]) {
    if (fold) await gate.stage.sweep()
    expect(await figures()).toMatchObject({
      ...{ unique_tickets: 2, redemption_rate: 1 },
      check_ins_by_day: [
        { day: 1, date: first, came_in: 1, tickets: 1 },
        { day: 2, date: second, came_in: 2, tickets: 2 },
        { day: 3, date: third, came_in: 1, tickets: 1 },
      ],
    })
  }
  expect(await figures((await gate.build()).id)).not.toHaveProperty('check_ins_by_day')
})

// spec: pass-own-tickets
test('what was used yesterday with a pass or add-on for all days is unused today', async () => {
  const parking = await gate.buyOne('Parking')
  const lane = await pairPhone(gate, { gate_id: await gate.gateId('Parking') })
  gate.goTo(1, '19:00')
  expect(await lane.ask({ ticket_number: parking })).toMatchObject({ result: 'valid' })
  const { phone } = await gate.stage.db
    .selectFrom('order as o')
    .innerJoin('ticket as k', 'k.order_id', 'o.id')
    .select('o.phone')
    .where('k.number', '=', parking)
    .executeTakeFirstOrThrow()
  const read = async () => {
    const found = await selectTicketsOfPhone(gate.stage.db, {
      ...{ phone: phone!, now: gate.stage.clock.now() },
    })
    return found.find(({ number }) => number === parking)
  }
  expect(await read()).toMatchObject({ admitted: 1, state: 'valid' })
  gate.goTo(2, '05:59')
  expect(await read()).toMatchObject({ admitted: 1 })
  gate.goTo(2, '06:00')
  expect(await read()).toMatchObject({ admitted: 0, state: 'valid' })
})
