// Tests that add-ons, such as parking, are redeemed at gates of their own and open no entrance.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldCheckIns } from '../../test/fold-check-ins.ts'
import { type Gate, makeGate } from '../../test/gate.ts'
import { type Phone, pairPhone } from '../../test/gate-phone.ts'
import { good, makeSession, memoryStore } from '../../test/gate-session.ts'
import { callApi } from '../../test/http.ts'
import { loadOlderApp } from '../../test/older-gate/load.ts'
import { packList } from '../../test/pack-list.ts'
import { sendOn } from '../../test/transfers.ts'
import { summariseValidations } from '../reports/figures/summarise-validations.ts'
import { drawTicketNumber } from '../tickets/issuing/ticket-numbers.ts'
import { readPayload } from '../tickets/number.rules.ts'
import {
  findEntry,
  findTotal,
  findUse,
  fromColumns,
  hashNumber,
  leftOn,
} from './list/ticket-list.rules.ts'

let gate: Gate
let entrance: string
let parking: string
let bar: string
beforeAll(async () => {
  gate = await makeGate({
    types: [
      { name: 'Regular', gates: ['Gate A'] },
      { name: 'Standing' },
      { name: 'Parking', kind: 'add_on', gates: ['Parking'] },
      { name: 'Drinks', kind: 'add_on', gates: ['Bar 1', 'Bar 2'] },
    ],
  })
  entrance = await gate.gateId('Gate A')
  parking = await gate.gateId('Parking')
  bar = await gate.gateId('Bar 1')
})
afterAll(() => gate.stage.close())

/** Buys tickets of the types in their order, and returns their numbers by type. */
async function buy(quantities: number[]): Promise<Record<string, string>> {
  const { orderId } = await gate.buy(quantities)
  const tickets = await gate.stage.db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .select(['k.number', 't.name'])
    .where('k.order_id', '=', orderId)
    .execute()
  return Object.fromEntries(tickets.map(({ name, number }) => [name, number]))
}

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
  const { Regular, Parking, Drinks } = await buy([1, 0, 1, 3])
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
  const { Drinks } = await buy([1, 0, 0, 3])
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
    const { Parking } = await buy([1, 0, 1])
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
    const { Parking, Regular } = await buy([1, 0, 1])
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
  const { Standing } = await buy([0, 1])
  const phone = await pairPhone(gate, { gate_id: parking })
  expect(await phone.ask({ ticket_number: Standing })).toMatchObject({ reason: 'add_on_gate' })
  const all = await pairPhone(gate)
  expect(await all.ask({ ticket_number: Standing })).toMatchObject({ result: 'valid' })
})

// spec: add-on-offline
test('two offline phones that redeemed the last one are a conflict, and none is lost', async () => {
  const { Drinks, Parking } = await buy([1, 0, 1, 3])
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
  const { Drinks } = await buy([1, 0, 0, 3])
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

// spec: add-on-figures
test('inside, entries a minute and the figures count entries only; redemptions stand apart', async () => {
  const { stage } = gate
  const event = await gate.build({
    types: [
      { name: 'Regular', gates: ['Gate A'] },
      { name: 'Drinks', kind: 'add_on', gates: ['Bar 1'] },
    ],
  })
  const own = { ...gate, event }
  const { orderId } = await gate.buy([2, 3], event)
  const tickets = stage.db.selectFrom('ticket').select('number').where('order_id', '=', orderId)
  const numbers = (await tickets.execute()).map(({ number }) => number)
  const drinks = numbers.find((number) => readPayload(number).kind === 'add_on')!
  const regular = numbers.find((number) => number !== drinks)!
  const phone = await pairPhone(own)
  await phone.ask({ ticket_number: regular, gate_id: entrance })
  await phone.ask({ ticket_number: drinks, gate_id: bar, admits: 2 })
  await phone.ask({ ticket_number: drinks, gate_id: entrance, admits: 1 })
  const minted = drawTicketNumber(0, 0, Buffer.alloc(32, 7))
  await phone.tell([{ ticket_number: minted, gate_id: bar, by_proof: true, let_in: 1 }])
  const { id: accountId, headers } = gate.organizer
  const viewer = { accountId, role: 'organizer' as const }
  const read = async (url: string) => (await callApi(stage, { url, headers })).body
  for (const isFolded of [false, true]) {
    if (isFolded) await foldCheckIns(stage)
    const live = await read(`/api/events/${event.id}/entry`)
    expect(live.inside).toBe(2)
    expect(live.entries_a_minute.reduce((sum: number, people: number) => sum + people, 0)).toBe(2)
    const gateNamed = (wanted: string) =>
      live.gates.find(({ name }: { name: string }) => name === wanted)
    expect(gateNamed('Bar 1')).toMatchObject({ inside: 0, let_in: 0, redeemed: 2 })
    expect(gateNamed('Bar 1').redeems).toEqual(['Drinks'])
    expect(gateNamed('Gate A')).toMatchObject({ inside: 2, let_in: 2, refused: 1 })
    expect(gateNamed('Gate A')).not.toHaveProperty('redeems')
    expect(live.alarms).toMatchObject([{ kind: 'never_sold', ticket_number: minted }])
    const [stats] = await summariseValidations(stage.db, viewer, event.id)
    expect(stats).toMatchObject({ unique_tickets: 1, redemption_rate: 1 })
  }
  const { data } = await read(`/api/ticket_validations?event_id=${event.id}`)
  expect(data.map((row: { add_on?: string; let_in: number }) => [row.add_on, row.let_in])).toEqual([
    [undefined, 1],
    ['Drinks', 0],
    ['Drinks', 2],
    [undefined, 2],
  ])
  const { data: found } = await read(`/api/gate/find?q=${drinks}&event_id=${event.id}`)
  expect(found).toMatchObject([{ kind: 'add_on', admits: 3, left: 1, gate: 'Bar 1' }])
})

const sha256 = async (text: string) => createHash('sha256').update(text).digest()

const columnsOf = async (phone: Phone) => {
  const { columns } = await phone.list()
  return fromColumns(new Uint8Array(Buffer.from(columns!, 'base64')))
}

// spec: add-on-list
test('the list says how often an add-on is redeemed, apart from the types', async () => {
  const { Drinks } = await buy([1, 0, 0, 3])
  const phone = await pairPhone(gate, { gate_id: bar })
  await phone.ask({ ticket_number: Drinks, admits: 1 })
  const { event } = await phone.list()
  expect(event.types.map(({ name }) => name)).toEqual(['Regular', 'Standing'])
  expect(event.extras).toMatchObject([
    { name: 'Parking', type_offset: 0 },
    { name: 'Drinks', type_offset: 1 },
  ])
  const hash = await hashNumber(sha256, gate.event.id, Drinks!)
  const list = await columnsOf(phone)
  expect(leftOn(findEntry(list.entries, hash)!, Drinks!)).toBe(2)
  expect(findTotal(list, hash)).toBe(3)
  expect(findUse(list, hash)).toBeNull()
  await phone.ask({ ticket_number: Drinks, admits: 2 })
  const used = await columnsOf(phone)
  expect(leftOn(findEntry(used.entries, hash)!, Drinks!)).toBe(0)
  expect([findTotal(used, hash), findUse(used, hash)]).toEqual([null, expect.any(Object)])
})

// spec: add-on-list
test('the list of an event without add-ons has the bytes and the head that it had', async () => {
  const plain = await gate.build({
    types: [{ name: 'Regular' }, { name: 'VIP', gates: ['Gate A'] }],
  })
  const phone = await pairPhone({ ...gate, event: plain })
  const [one, two, three] = [
    (await gate.buy([3], plain)).number,
    (await gate.buy([0, 2], plain)).number,
    (await gate.buy([1], plain)).number,
  ]
  await phone.ask({ ticket_number: one, admits: 2 })
  await phone.ask({ ticket_number: two })
  await phone.ask({ ticket_number: three })
  const entryOf = async (number: string, gone: number, gate: number) => ({
    hash: await hashNumber(sha256, plain.id, number),
    ...{ gone, state: 'valid' as const, gate },
  })
  const entries = [await entryOf(one, 2, 0), await entryOf(two, 2, 1), await entryOf(three, 1, 0)]
  const list = await columnsOf(phone)
  expect(list.entries).toEqual(packList(entries))
  const bytesOf = async (number: string) => {
    const hash = Buffer.from(await hashNumber(sha256, plain.id, number)).toString('hex')
    const at = Buffer.from(list.entries).toString('hex').indexOf(hash) / 2 / 6
    return [...list.uses.subarray(at * 5, at * 5 + 5)]
  }
  expect(await bytesOf(one)).toEqual([0, 0, 0, 0, 0])
  expect(await bytesOf(two)).not.toEqual([0, 0, 0, 0, 0])
  const { event } = await phone.list()
  const head = 'any_gate_from date doors_at gates id is_cancelled may_leave time title types'
  expect(Object.keys(event).sort().join(' ')).toBe(head)
  const type = 'gates id name price type_offset'
  for (const one of event.types) expect(Object.keys(one).sort().join(' ')).toBe(type)
})

// spec: add-on-older-app
test('an app from before add-ons admits no one with the list that the server sends it', async () => {
  const { Drinks, Standing } = await buy([0, 1, 0, 3])
  const phone = await pairPhone(gate, { gate_id: bar })
  const list = await phone.list()
  const older = await loadOlderApp()
  const { key, server_time: _, ...rest } = phone.paired
  const store = memoryStore({
    pairing: {
      ...{ ...rest, key: await older.importProofKey(key), clockMs: 0, chosenGate: null },
    },
  })
  const { calls } = (await makeSession()).session
  const fetchList = async () => good(list)
  const now = () => gate.stage.clock.now().getTime()
  const session = (await older.openSession(store, { ...calls, fetchList }, now))!
  await older.sync(session, { app: 'older', battery: null })
  expect(session.state.list?.bytes.length).toBe(list.count * 6)
  session.change({ isOnline: false })
  const scan = (number: string) =>
    older.decide(session, older.readShown(number)!, { confirmed: true })
  expect(await scan(Drinks!)).toMatchObject({ moved: 0, decision: { result: 'used', admits: 0 } })
  // The same phone still lets in the holders of entry tickets.
  expect(await scan(Standing!)).toMatchObject({ moved: 1, decision: { result: 'valid' } })
})
