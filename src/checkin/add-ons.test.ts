// Tests that add-ons, such as parking, are redeemed at separate gates and are no entry tickets.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAddOnGate } from '../../test/add-on-gate.ts'
import { pairPhone } from '../../test/gate-phone.ts'
import { callApi } from '../../test/http.ts'
import { sendOn } from '../../test/transfers.ts'
import { readPayload } from '../tickets/number.rules.ts'

let gate: Awaited<ReturnType<typeof makeAddOnGate>>
let entrance: string
let parking: string
let bar: string
beforeAll(async () => {
  gate = await makeAddOnGate()
  entrance = await gate.gateId('Gate A')
  parking = await gate.gateId('Parking')
  bar = await gate.gateId('Bar 1')
})
afterAll(() => gate.stage.close())

const readTicket = async (number: string) =>
  await gate.stage.db
    .selectFrom('ticket')
    .select(['state', 'admits', 'admitted', 'excess'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

const look = async () =>
  (
    await callApi(gate.stage, {
      url: `/api/events/${gate.event.id}/entry`,
      headers: gate.organizer.headers,
    })
  ).body

// spec: add-on-number
test('numbers of add-ons have no people and count their types from 0, after a transfer too', async () => {
  const { Regular, Parking, Drinks } = await gate.buyEach([1, 0, 1, 3])
  expect(readPayload(Regular!)).toEqual({ kind: 'entry', typeOffset: 0, admits: 1 })
  expect(readPayload(Parking!)).toEqual({ kind: 'add_on', typeOffset: 0, admits: 0 })
  expect(readPayload(Drinks!)).toEqual({ kind: 'add_on', typeOffset: 1, admits: 0 })
  expect(await readTicket(Drinks!)).toMatchObject({ admits: 3 })
  const [sent] = await sendOn(gate.stage, Drinks!, { phone: '0712000111', admits: 2 })
  expect(readPayload(sent!)).toEqual({ kind: 'add_on', typeOffset: 1, admits: 0 })
  expect(await readTicket(sent!)).toMatchObject({ admits: 2 })
  expect(await readTicket(Drinks!)).toMatchObject({ admits: 1, state: 'valid' })
})

// spec: add-on-parts
test('an add-on is redeemed at each of its gates in parts, until none is left', async () => {
  const { Drinks } = await gate.buyEach([1, 0, 0, 3])
  const [one, other] = [
    await pairPhone(gate, { gate_id: bar }),
    await pairPhone(gate, { gate_id: await gate.gateId('Bar 2') }),
  ]
  expect(await one.ask({ ticket_number: Drinks, admits: 1 })).toMatchObject({
    result: 'valid',
    left: 2,
    message: 'Redeemed: 1 × Drinks. 2 of 3 left.',
    ticket: { ticket_type: 'Drinks', quantity: 3, gate: 'Bar 1 or Bar 2', kind: 'add_on' },
  })
  expect(await other.ask({ ticket_number: Drinks, admits: 3 })).toMatchObject({
    result: 'too_many',
    left: 2,
  })
  expect(await other.ask({ ticket_number: Drinks })).toMatchObject({ result: 'valid', admits: 2 })
  expect(await one.ask({ ticket_number: Drinks })).toMatchObject({ result: 'used' })
  expect(await readTicket(Drinks!)).toMatchObject({ state: 'used', admitted: 3 })
})

// spec: add-on-no-entrance
describe('an add-on opens no entrance', () => {
  const elsewhere = { result: 'wrong_gate', admits: 0, left: 1 }
  const words = 'Not here: this add-on is redeemed at Parking.'

  test('not at a gate, nor at a phone for all gates until the steward chose its gate', async () => {
    const { Parking } = await gate.buyEach([1, 0, 1])
    const [atGate, atAll] = [await pairPhone(gate, { gate_id: entrance }), await pairPhone(gate)]
    const asked = await atGate.ask({ ticket_number: Parking })
    expect(asked).toMatchObject({ ...elsewhere, reason: 'add_on', message: words })
    expect(await atAll.ask({ ticket_number: Parking })).toMatchObject({
      ...elsewhere,
      reason: 'choose_gate',
      message: words,
    })
    expect(await atAll.ask({ ticket_number: Parking, gate_id: bar })).toMatchObject(elsewhere)
    expect(await atAll.ask({ ticket_number: Parking, gate_id: parking })).toMatchObject({
      result: 'valid',
      message: 'Redeemed: 1 × Parking.',
    })
  })

  test('not after the hour from which any gate admits, nor by hand', async () => {
    const { Parking, Regular } = await gate.buyEach([1, 0, 1])
    const rule = { event_id: gate.event.id, any_gate_from: gate.stage.clock.now() }
    await gate.stage.db.insertInto('entry_rule').values(rule).execute()
    const phone = await pairPhone(gate, { gate_id: entrance })
    expect(await phone.ask({ ticket_number: Parking })).toMatchObject(elsewhere)
    const byHand = { ticket_number: Parking, reason: 'Phone broken' }
    expect(await phone.ask(byHand)).toMatchObject(elsewhere)
    expect(await gate.decided(byHand)).toMatchObject({ ...elsewhere, reason: 'choose_gate' })
    expect(await gate.decided({ ...byHand, gate_id: entrance })).toMatchObject(elsewhere)
    expect(await gate.decided({ ...byHand, gate_id: parking })).toMatchObject({
      result: 'valid',
      reason: 'by_hand',
    })
    const atParking = await pairPhone(gate, { gate_id: parking })
    expect(await atParking.ask({ ticket_number: Regular })).toMatchObject({
      result: 'wrong_gate',
      reason: 'add_on_gate',
      gate_redeems: 'Parking',
      message: 'Wrong gate: this is a gate for Parking.',
    })
    await gate.stage.db.deleteFrom('entry_rule').execute()
  })

  test('not at a gate that an entry type names as well, and there the entry goes in', async () => {
    const mixed = await gate.build({
      types: [
        { name: 'Regular', gates: ['Gate A'] },
        { name: 'Parking', kind: 'add_on', gates: ['Gate A'] },
      ],
    })
    const { orderId } = await gate.buy([1, 1], mixed)
    const phone = await pairPhone({ ...gate, event: mixed }, { gate_id: entrance })
    const tickets = gate.stage.db.selectFrom('ticket').select('number')
    for (const { number } of await tickets.where('order_id', '=', orderId).execute()) {
      const isEntry = readPayload(number).kind === 'entry'
      const result = isEntry ? 'valid' : 'wrong_gate'
      expect(await phone.ask({ ticket_number: number })).toMatchObject({ result })
    }
  })
})

// spec: add-on-gate-no-entry
test('an entry ticket for all gates does not enter where add-ons are redeemed', async () => {
  const { Standing } = await gate.buyEach([0, 1])
  const phone = await pairPhone(gate, { gate_id: parking })
  expect(await phone.ask({ ticket_number: Standing })).toMatchObject({ reason: 'add_on_gate' })
  const all = await pairPhone(gate)
  expect(await all.ask({ ticket_number: Standing })).toMatchObject({ result: 'valid' })
})

// spec: add-on-offline
test('two offline phones that redeemed the last one are a conflict, and none is lost', async () => {
  const { Drinks, Parking } = await gate.buyEach([1, 0, 1, 3])
  const phones = [
    await pairPhone(gate, { name: 'Bar North', gate_id: bar }),
    await pairPhone(gate, { name: 'Bar South', gate_id: bar }),
  ]
  const [first] = await phones[0]!.tell([{ ticket_number: Drinks, let_in: 2 }])
  expect(first).toMatchObject({ result: 'valid', conflict: false, left: 1 })
  const [second] = await phones[1]!.tell([{ ticket_number: Drinks, let_in: 2 }])
  expect(second).toMatchObject({ result: 'too_many', conflict: true })
  expect(await readTicket(Drinks!)).toMatchObject({ admitted: 3, excess: 1, state: 'used' })
  const [atEntrance] = await (await pairPhone(gate, { gate_id: entrance })).tell([
    { ticket_number: Parking, let_in: 1 },
  ])
  expect(atEntrance).toMatchObject({ result: 'wrong_gate', reason: 'add_on', conflict: true })
  const { conflicts } = await look()
  const facts = conflicts.map((one: { ticket_number: string; excess: number; kind?: string }) => [
    one.ticket_number,
    one.excess,
    one.kind,
  ])
  expect(facts).toEqual([
    [Parking, 1, 'add_on'],
    [Drinks, 1, 'add_on'],
  ])
})

// spec: add-on-offline
test('redemptions are undone, and an exit with an add-on gives nothing back', async () => {
  const rule = { event_id: gate.event.id, may_leave: true }
  await gate.stage.db.insertInto('entry_rule').values(rule).execute()
  const { Drinks } = await gate.buyEach([1, 0, 0, 3])
  const phone = await pairPhone(gate, { gate_id: bar })
  const nonce = randomUUID()
  await phone.ask({ ticket_number: Drinks, admits: 2, nonce })
  const out = { ticket_number: Drinks, kind: 'out', nonce: randomUUID(), device_at: '' }
  expect(await phone.send(out)).toMatchObject({
    status: 409,
    body: { error: 'An add-on opens no entrance, so no one leaves with it.' },
  })
  await phone.tell([{ ticket_number: Drinks, kind: 'out', let_in: 1 }])
  expect(await readTicket(Drinks!)).toMatchObject({ admitted: 2 })
  const undo = { ticket_number: Drinks, kind: 'undo' as const, of: nonce, reason: 'a slip' }
  expect(await phone.ask(undo)).toMatchObject({ message: 'Undone: 2 not redeemed.' })
  expect(await readTicket(Drinks!)).toMatchObject({ admitted: 0, state: 'valid' })
  await gate.stage.db.deleteFrom('entry_rule').execute()
})

// spec: add-on-gate-moved
test('add-ons stay off entrances when a type moves, and entry types off the gates of add-ons', async () => {
  const [regular, standing, parkingType] = gate.event.types
  const { headers } = gate.organizer
  const move = async (typeId: string, gate_id: string) =>
    await callApi(gate.stage, {
      method: 'POST',
      url: `/api/events/${gate.event.id}/ticket_types/${typeId}/gate`,
      headers,
      payload: { gate_id },
    })
  expect(await move(parkingType!.id, entrance)).toMatchObject({
    status: 422,
    body: { field: 'gate_id', error: expect.stringContaining('This gate is an entrance.') },
  })
  for (const type of [regular, standing]) {
    expect(await move(type!.id, parking)).toMatchObject({
      status: 422,
      body: { field: 'gate_id', error: 'This gate redeems add-ons. Choose an entrance.' },
    })
  }
  const { Parking, Standing } = await gate.buyEach([0, 1, 2])
  const offline = await pairPhone(gate, { gate_id: parking })
  const fresh = await gate.gateId('Parking 2')
  expect(await move(parkingType!.id, fresh)).toMatchObject({ status: 202 })
  const there = await pairPhone(gate, { gate_id: fresh })
  expect(await there.ask({ ticket_number: Standing })).toMatchObject({ reason: 'add_on_gate' })
  expect(await offline.ask({ ticket_number: Parking, admits: 1 })).toMatchObject({
    reason: 'add_on',
    ticket: { gate: 'Parking 2' },
  })
  // The phone redeemed before it learned that the add-on had moved to a different gate.
  const [told] = await offline.tell([{ ticket_number: Parking, let_in: 1 }])
  expect(told).toMatchObject({ result: 'valid', conflict: false })
  expect(await there.ask({ ticket_number: Parking })).toMatchObject({ result: 'valid', admits: 1 })
  expect(await move(parkingType!.id, parking)).toMatchObject({ status: 202 })
})
