// Tests the gate of an event of several days. A day ticket admits only on its day. A pass admits
// once per day, or once in total.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { keepDayGate } from '../../test/day-gate.ts'
import { type Phone, pairPhone } from '../../test/gate-phone.ts'
import { callApi } from '../../test/http.ts'
import { askToSend, sendOn } from '../../test/transfers.ts'
import { formatFullDate } from '../ui/dates.rules.ts'
import { checkInTicket } from './check-in-ticket.ts'
import { listValidations } from './live/list-validations.ts'
import { readEntry } from './live/read-entry.ts'

const gate = keepDayGate()
let north: Phone
let south: Phone
let parking: Phone
beforeAll(async () => {
  north = await pairPhone(gate, { name: 'North' })
  south = await pairPhone(gate, { name: 'South' })
  parking = await pairPhone(gate, { gate_id: await gate.gateId('Parking') })
})
beforeEach(() => {
  gate.stage.clock.offsetMs = 0
})

const readTicket = async (number: string) =>
  await gate.stage.db
    .selectFrom('ticket')
    .select(['state', 'admits', 'admitted', 'admitted_on', 'excess'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

const viewer = () => ({ accountId: gate.organizer.id, role: 'organizer' as const })
/** Calls the product directly as the organizer, whose session ends before the event. */
const look = () => readEntry(gate.stage.deps, viewer(), gate.event.id)
const askAsOrganizer = (number: string, more: object = {}) =>
  checkInTicket(gate.stage.deps, viewer(), {
    ticket_number: number,
    event_id: gate.event.id,
    ...more,
  })

const mayLeave = (may_leave: boolean) =>
  gate.stage.db
    .insertInto('entry_rule')
    .values({ event_id: gate.event.id, may_leave })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet({ may_leave }))
    .execute()

const ask = (number: string, more: object = {}) => north.ask({ ticket_number: number, ...more })

// spec: day-ticket-found
test('a ticket of another day is found with its day, and without one on its own', async () => {
  const second = await gate.buyOne('Day 2')
  const find = async () => {
    const url = `/api/gate/find?q=${second}`
    return (await callApi(gate.stage, { url, headers: north.headers })).body.data
  }
  gate.goTo(1, '19:00')
  expect(await find()).toMatchObject([{ left: 1, state: 'valid', day_date: gate.dates[1] }])
  gate.goTo(2, '06:00')
  const [today] = await find()
  expect(today).toMatchObject({ left: 1, state: 'valid' })
  expect(today).not.toHaveProperty('day_date')
})

// spec: day-ticket
test('a day ticket enters on its day only, which turns at 06:00', async () => {
  const [first, second] = [await gate.buyOne('Day 1'), await gate.buyOne('Day 2')]
  const other = { result: 'other_day', status: 'invalid', is_valid: false, admits: 0, reason: null }
  gate.goTo(1, '19:00')
  expect(await ask(second)).toMatchObject({ ...other, day: 2, day_date: gate.dates[1] })
  expect((await ask(second)).message).toBe(`Other day: ${formatFullDate(gate.dates[1]!)}.`)
  gate.goTo(2, '05:59')
  expect(await ask(second)).toMatchObject({ ...other, day: 2 })
  expect(await ask(first)).toMatchObject({ result: 'valid', admits: 1 })
  gate.goTo(2, '06:00')
  const late = await ask(first)
  expect(late).toMatchObject({ ...other, day: 1, day_date: gate.dates[0] })
  expect((await ask(second)).result).toBe('valid')
  expect((await ask(second)).result).toBe('used')
})

// spec: day-ticket
test('no rule relaxes the day: neither a manual entry, nor an account, nor any gate, nor a wrong gate', async () => {
  const number = await gate.buyOne('Day 2')
  gate.goTo(1, '19:00')
  const byHand = { ticket_number: number, reason: 'Phone dead or lost' }
  expect(await ask(number, byHand)).toMatchObject({ result: 'other_day', admits: 0 })
  const reason = 'Phone dead or lost'
  expect(await askAsOrganizer(number, { reason })).toMatchObject({ result: 'other_day', day: 2 })
  const elsewhere = { reason, gate_id: await gate.gateId('Gate A') }
  expect(await askAsOrganizer(number, elsewhere)).toMatchObject({ result: 'other_day' })
  expect(await readTicket(number)).toMatchObject({ state: 'valid', admitted: 0 })
  const nonce = randomUUID()
  const stored = await ask(number, { nonce })
  gate.goTo(2, '19:00')
  expect(await ask(number, { nonce })).toEqual(stored)
  const query = { event_id: gate.event.id, reason: 'other_day' }
  const { data } = await listValidations(gate.stage.deps, viewer(), query)
  const its = data.filter(({ ticket_number }) => ticket_number === number)
  expect(its.map(({ result, status }) => [result, status])).toEqual(
    Array(4).fill(['other_day', 'invalid']),
  )
})

// spec: pass-per-day
test('a pass enters once per day, in parts, and stays valid', async () => {
  const number = await gate.buyOne('Pass', 3)
  gate.goTo(1, '18:00')
  expect(await ask(number, { admits: 2 })).toMatchObject({ result: 'valid', left: 1 })
  expect(await ask(number)).toMatchObject({ result: 'valid', admits: 1, left: 0 })
  expect(await ask(number)).toMatchObject({ result: 'used' })
  expect(await readTicket(number)).toMatchObject({
    ...{ state: 'valid', admitted: 3, admitted_on: gate.dates[0] },
  })
  gate.goTo(2, '05:59')
  expect(await ask(number)).toMatchObject({ result: 'used' })
  gate.goTo(2, '06:00')
  expect(await ask(number, { admits: 1 })).toMatchObject({ result: 'valid', left: 2 })
  expect(await readTicket(number)).toMatchObject({ admitted: 1, admitted_on: gate.dates[1] })
  gate.goTo(4, '06:00')
  expect(await ask(number)).toMatchObject({ result: 'other_day', day: 3 })
})

// spec: pass-once
test('a pass that enters once in all is used on its first day', async () => {
  const [number, shirt] = [await gate.buyOne('Camping', 2), await gate.buyOne('Shirt')]
  gate.goTo(1, '18:00')
  expect(await ask(number, { admits: 1 })).toMatchObject({ result: 'valid', left: 1 })
  gate.goTo(2, '18:00')
  expect(await ask(number)).toMatchObject({ result: 'valid', admits: 1, left: 0 })
  gate.goTo(3, '18:00')
  expect(await ask(number)).toMatchObject({ result: 'used' })
  expect(await readTicket(number)).toMatchObject({ state: 'used', admitted_on: null })
  const gateId = await gate.gateId('Shirts')
  expect(await ask(shirt, { gate_id: gateId })).toMatchObject({ result: 'valid' })
  expect(await ask(shirt, { gate_id: gateId })).toMatchObject({ result: 'used' })
})

// spec: pass-per-day
test('a table enters with all its people on each day, and parking once per day', async () => {
  const [table, car] = [await gate.buyOne('Table'), await gate.buyOne('Parking')]
  for (const n of [1, 2, 3]) {
    gate.goTo(n, '20:00')
    const before = (await look()).inside
    expect(await ask(table)).toMatchObject({ result: 'valid', admits: 10, left: 0 })
    expect(await ask(car)).toMatchObject({ result: 'wrong_gate', admits: 0 })
    expect(await parking.ask({ ticket_number: car })).toMatchObject({ result: 'valid' })
    expect(await parking.ask({ ticket_number: car })).toMatchObject({ result: 'used' })
    const { inside, gates } = await look()
    expect(inside - before).toBe(10)
    expect(gates.find(({ name }) => name === 'Parking')).toMatchObject({ redeemed: 1 })
  }
})

// spec: pass-per-day, pass-once
test('a pack is used up once a day or once in all, in parts', async () => {
  const [daily, pack] = [await gate.buyOne('Daily drinks'), await gate.buyOne('Drinks')]
  const bar = { gate_id: await gate.gateId('Shirts') }
  for (const n of [1, 2, 3]) {
    gate.goTo(n, '20:00')
    expect(await ask(pack, { ...bar, admits: 1 })).toMatchObject({ result: 'valid', left: 3 - n })
    expect(await ask(daily, { ...bar, admits: 1 })).toMatchObject({ result: 'valid', left: 2 })
    expect(await ask(daily, bar)).toMatchObject({ result: 'valid', admits: 2, left: 0 })
    expect(await ask(daily, bar)).toMatchObject({ result: 'used' })
  }
  expect(await ask(pack, bar)).toMatchObject({ result: 'used' })
})

const offline = (n: number, time: string) => ({
  device_at: new Date(Date.parse(`${gate.dates[n - 1]}T${time}:00+03:00`)).toISOString(),
  clock_ms: 0,
})

// spec: pass-late-upload
test('a late upload of an earlier day changes no count of today, and is a conflict if the pass was used then', async () => {
  const [good, twice] = [await gate.buyOne('Pass'), await gate.buyOne('Pass')]
  gate.goTo(1, '20:00')
  await ask(twice)
  gate.goTo(2, '20:00')
  await ask(good)
  await ask(twice)
  const before = await look()
  const evening = offline(1, '21:00')
  const told = await south.tell([
    { ticket_number: good, ...evening },
    { ticket_number: twice, ...evening },
  ])
  expect(told.map(({ result, conflict }) => [result, conflict])).toEqual([
    ['valid', false],
    ['used', true],
  ])
  const today = { admitted: 1, admitted_on: gate.dates[1] }
  expect(await readTicket(good)).toMatchObject({ ...today, excess: 0 })
  expect(await readTicket(twice)).toMatchObject({ ...today, excess: 1 })
  const after = await look()
  expect([after.inside, after.gates]).toEqual([before.inside, before.gates])
  const conflicts = after.conflicts.map(({ ticket_number, excess }) => [ticket_number, excess])
  expect(conflicts).toContainEqual([twice, 1])
  expect(conflicts.flat()).not.toContain(good)
  gate.goTo(3, '20:00')
  expect(await ask(twice)).toMatchObject({ result: 'valid', left: 0 })
  expect(await readTicket(twice)).toMatchObject({ excess: 1 })
})

// spec: pass-late-upload
test('a day ticket that an offline phone let in on another day is a conflict', async () => {
  const number = await gate.buyOne('Day 2')
  gate.goTo(2, '10:00')
  const [told] = await south.tell([{ ticket_number: number, ...offline(1, '20:00') }])
  expect(told).toMatchObject({ result: 'other_day', day: 2, conflict: true })
  expect((await look()).conflicts).toContainEqual(
    expect.objectContaining({ ticket_number: number, excess: 1 }),
  )
})

// spec: pass-exit
test('guests of the night who leave after 06:00 make no room on the new day', async () => {
  await mayLeave(true)
  const [number, other] = [await gate.buyOne('Pass'), await gate.buyOne('Pass', 2)]
  gate.goTo(1, '22:00')
  await ask(number)
  await ask(other)
  gate.goTo(2, '06:30')
  const before = (await look()).inside
  expect(await ask(number, { kind: 'out' })).toMatchObject({ message: 'Left: 1.' })
  expect((await look()).inside).toBe(before)
  gate.goTo(2, '09:00')
  expect((await ask(number)).result).toBe('valid')
  expect((await ask(number)).result).toBe('used')
  // People who entered on the new day can leave and come back in.
  await ask(other, { admits: 1 })
  await ask(other, { kind: 'out', admits: 1 })
  expect(await ask(other)).toMatchObject({ result: 'valid', admits: 2, left: 0 })
  await south.tell([{ ticket_number: number, kind: 'out', ...offline(2, '07:00') }])
  expect((await ask(number)).result).toBe('used')
  await mayLeave(false)
})

// spec: pass-per-day
test('an undo after 06:00 gives back the entry of the day before', async () => {
  const number = await gate.buyOne('Pass')
  const nonce = randomUUID()
  gate.goTo(2, '05:59')
  await ask(number, { nonce })
  gate.goTo(2, '06:00')
  await ask(number)
  await ask(number, { kind: 'undo', of: nonce, reason: 'a slip' })
  expect(await readTicket(number)).toMatchObject({ admitted: 1, admitted_on: gate.dates[1] })
  expect((await ask(number)).result).toBe('used')
})

// spec: pass-transfer
test('a pass is transferred with all its days once its people are not in today', async () => {
  const [number, party] = [await gate.buyOne('Pass'), await gate.buyOne('Pass', 3)]
  gate.goTo(1, '20:00')
  await ask(number)
  await ask(party, { admits: 2 })
  expect((await askToSend(gate.stage, number, { phone: '0712000111' })).body.code).toBe(
    'ticket_used',
  )
  gate.goTo(2, '07:00')
  const [sent] = await sendOn(gate.stage, number, { phone: '0712000111' })
  expect((await ask(number)).reason).toBe('transferred')
  expect(await ask(sent!)).toMatchObject({ result: 'valid', admits: 1 })
  const [part] = await sendOn(gate.stage, party, { phone: '0712000112', admits: 2 })
  expect(await ask(party)).toMatchObject({ result: 'valid', admits: 1, left: 0 })
  expect(await ask(part!)).toMatchObject({ result: 'valid', admits: 2 })
  expect(await readTicket(party)).toMatchObject({ admits: 1, excess: 0 })
  gate.goTo(3, '20:00')
  expect(await ask(sent!)).toMatchObject({ result: 'valid' })
  expect((await ask(number)).reason).toBe('transferred')
})
