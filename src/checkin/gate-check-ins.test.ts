import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { keepGate } from '../../test/gate.ts'
import { type Phone, pairPhone } from '../../test/gate-phone.ts'
import { drawTicketNumber } from '../tickets/issuing/ticket-numbers.ts'
import { UNDO_MS } from './checkin.rules.ts'

const gate = keepGate({ types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Standard' }] })
let phone: Phone
let other: Phone
beforeAll(async () => {
  phone = await pairPhone(gate, { name: 'North' })
  other = await pairPhone(gate, { name: 'South' })
})

const setRules = (values: object) =>
  gate.stage.db
    .insertInto('entry_rule')
    .values({ event_id: gate.event.id, ...values })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet(values))
    .execute()

const readTicket = async (number: string) =>
  await gate.stage.db
    .selectFrom('ticket')
    .select(['state', 'admitted', 'excess'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

// spec: gate-phone-decides
test('online the server decides and reports which phone used a ticket', async () => {
  const { number } = await gate.buy([0, 2])
  expect(await phone.ask({ ticket_number: number, admits: 1 })).toMatchObject({
    result: 'valid',
    left: 1,
    conflict: false,
  })
  expect(await phone.ask({ ticket_number: number })).toMatchObject({ result: 'valid', admits: 1 })
  expect(await other.ask({ ticket_number: number })).toMatchObject({
    result: 'used',
    earlier_phone: 'North',
  })
  const [row] = await gate.readRows(number)
  expect(row).toMatchObject({ device_id: phone.id, validator_id: null, let_in: 1, kind: 'in' })
  const url = `/api/ticket_validations?event_id=${gate.event.id}`
  const listed = await gate.stage.app.inject({ url, headers: gate.organizer.headers })
  expect(listed.json().data[0]).toMatchObject({ validator: 'South', status: 'used' })
})

// spec: gate-replaced
test("a number that the event's key proves and the database does not know was replaced", async () => {
  const key = Buffer.from(phone.paired.key, 'base64url')
  const lost = drawTicketNumber(1, 1, key)
  expect(await phone.ask({ ticket_number: lost })).toMatchObject({
    result: 'unknown',
    reason: 'replaced',
    message: 'Replaced: ask for the newest SMS.',
    ticket: null,
  })
  const forged = drawTicketNumber(1, 1, Buffer.alloc(32, 7))
  expect(await phone.ask({ ticket_number: forged })).toMatchObject({
    result: 'unknown',
    reason: null,
    message: 'No ticket has this number.',
  })
  const { unknown_count } = await gate.stage.db
    .selectFrom('gate_phone')
    .select('unknown_count')
    .where('id', '=', phone.id)
    .executeTakeFirstOrThrow()
  // Only the forged number counts as a guess, not the replaced number.
  expect(unknown_count).toBe(1)
})

// spec: refusal-names-field
test('an upload is refused by its own fault, and not by a fault of a single check-in', async () => {
  const one = { ticket_number: 'x', nonce: randomUUID(), device_at: '2026-11-21T10:00:00.000Z' }
  const upload = async (payload: object) => {
    const { status, body } = await phone.send(payload)
    return [status, body.error]
  }
  const many = (length: number) => ({
    check_ins: Array.from({ length }, () => ({ ...one, nonce: randomUUID() })),
  })
  expect((await upload(many(100)))[0]).toBe(200)
  expect(await upload(many(101))).toEqual([422, 'check_ins must have at most 100 values.'])
  expect(await upload({ check_ins: [] })).toEqual([422, 'check_ins must not be empty.'])
  expect(await upload({ check_ins: 7 })).toEqual([422, 'check_ins must be in brackets.'])
  const { nonce: _, ...unnamed } = one
  expect(await upload({ check_ins: [one, unnamed] })).toEqual([
    422,
    'check_ins.1.nonce is required.',
  ])
  const odd = { check_ins: [{ ...one, gate_id: 5 }] }
  expect(await upload(odd)).toEqual([422, 'check_ins.0.gate_id must be in quotes or empty.'])
  expect(await upload({ ...one, admits: 0 })).toEqual([422, 'admits must be 1 or more.'])
  expect(await upload({})).toEqual([422, 'ticket_number is required.'])
})

// spec: gate-one-rule
test('hours before the event a check-in needs a confirmation, and a stopped gate lets nobody in', async () => {
  const { number } = await gate.buy([0, 1])
  expect(await phone.ask({ ticket_number: number, confirmed: false })).toMatchObject({
    result: 'too_early',
    admits: 0,
  })
  const stop = { event_id: gate.event.id, gate_id: null, stopped_by: gate.organizer.id }
  await gate.stage.db.insertInto('stopped_gate').values(stop).execute()
  expect((await phone.ask({ ticket_number: number })).result).toBe('entry_stopped')
  expect((await gate.decided({ ticket_number: number })).result).toBe('entry_stopped')
  const gateId = await gate.gateId('Gate A')
  expect((await phone.ask({ ticket_number: number, gate_id: gateId })).result).toBe('valid')
  await gate.stage.db.deleteFrom('stopped_gate').execute()
})

test('a phone of one gate sends tickets of another gate there, until every gate accepts them', async () => {
  const west = await pairPhone(gate, { gate_id: await gate.gateId('Gate West') })
  const { number } = await gate.buy([1])
  expect((await west.ask({ ticket_number: number })).result).toBe('wrong_gate')
  await setRules({ any_gate_from: gate.stage.clock.now() })
  expect((await west.ask({ ticket_number: number })).result).toBe('valid')
  await setRules({ any_gate_from: null })
})

test('the first ten symbols of a number of this event are enough', async () => {
  const { number } = await gate.buy([0, 1])
  const typed = `${number.slice(0, 4)} ${number.slice(4, 10).toLowerCase()}`
  const decided = await phone.ask({ ticket_number: typed })
  expect(decided).toMatchObject({ result: 'valid', ticket_number: number })
})

// spec: gate-undo
test('a check-in can be undone within two minutes, with a reason, by the phone that made it', async () => {
  const { number } = await gate.buy([0, 3])
  const nonce = randomUUID()
  await phone.ask({ ticket_number: number, nonce })
  const undo = { ticket_number: number, kind: 'undo' as const, of: nonce, reason: 'a slip' }
  const refused = async (by: Phone, row: object) => {
    const sent = { nonce: randomUUID(), device_at: '', ...undo, ...row }
    return (await by.send(sent)).body.code
  }
  expect(await refused(phone, { reason: ' ' })).toBe('invalid_field')
  expect(await refused(other, {})).toBe('nothing_to_undo')
  const again = randomUUID()
  expect(await phone.ask({ ...undo, nonce: again })).toMatchObject({ result: 'valid', admits: 3 })
  expect(await phone.ask({ ...undo, nonce: again })).toMatchObject({ result: 'valid', admits: 3 })
  expect(await readTicket(number)).toEqual({ state: 'valid', admitted: 0, excess: 0 })
  expect(await refused(phone, {})).toBe('nothing_to_undo')
  expect((await gate.readRows(number)).at(-1)).toMatchObject({ kind: 'undo', note: 'a slip' })
  const next = randomUUID()
  await phone.ask({ ticket_number: number, nonce: next })
  gate.stage.pass(UNDO_MS + 1)
  expect(await refused(phone, { of: next })).toBe('undo_too_late')
})

// spec: gate-leaving
test('people who leave can come back if the organizer allows it', async () => {
  const { number } = await gate.buy([0, 4])
  await phone.ask({ ticket_number: number })
  const out = { ticket_number: number, kind: 'out' as const, admits: 3 }
  const { body } = await phone.send({ nonce: randomUUID(), device_at: '', ...out })
  expect(body.code).toBe('leaving_not_allowed')
  await setRules({ may_leave: true })
  expect(await phone.ask(out)).toMatchObject({ result: 'valid', admits: 3, left: 3 })
  expect(await readTicket(number)).toEqual({ state: 'valid', admitted: 1, excess: 0 })
  expect(await other.ask({ ticket_number: number })).toMatchObject({ result: 'valid', admits: 3 })
  expect(await readTicket(number)).toMatchObject({ state: 'used', admitted: 4 })
  await setRules({ may_leave: false })
})

test('letting in without a scan needs a reason', async () => {
  const { number } = await gate.buy([0, 1])
  const reason = 'phone is dead, showed an ID'
  expect(await phone.ask({ ticket_number: number, reason })).toMatchObject({ reason: 'by_hand' })
  expect((await gate.readRows(number))[0]).toMatchObject({ note: reason, reason: 'by_hand' })
})

// spec: gate-offline-merged
test('an offline check-in is stored once, judged and never refused', async () => {
  const { number } = await gate.buy([0, 1])
  const row = { ticket_number: number, nonce: randomUUID() }
  const [first] = await phone.tell([row])
  expect(first).toMatchObject({ result: 'valid', admits: 1, conflict: false })
  expect(await phone.tell([row, row])).toEqual([first, first])
  const [second] = await other.tell([{ ticket_number: number }])
  expect(second).toMatchObject({ result: 'used', conflict: true, earlier_phone: 'North' })
  expect(await readTicket(number)).toEqual({ state: 'used', admitted: 1, excess: 1 })
  const nothing = await other.tell([
    { ticket_number: number, decided: 'wrong_gate', let_in: 0 },
    { ticket_number: number, kind: 'undo', of: randomUUID() },
    { ticket_number: 'no number at all', decided: 'unknown', let_in: 0 },
    { ticket_number: number, kind: 'out', let_in: 1 },
    { ticket_number: number, device_at: 'the day after tomorrow', let_in: 0, decided: 'used' },
  ])
  expect(nothing.map(({ result }) => result)).toEqual([
    'wrong_gate',
    'unknown',
    'unknown',
    'valid',
    'used',
  ])
  expect(await readTicket(number)).toEqual({ state: 'used', admitted: 1, excess: 0 })
})

test('a phone that did not wait for the response is trusted in what it did', async () => {
  const { number } = await gate.buy([0, 2])
  // The server's response is lost, so the phone decides itself and admits one person.
  const row = { ticket_number: number, nonce: randomUUID(), admits: 1 }
  await phone.ask(row)
  await phone.tell([row])
  expect(await readTicket(number)).toMatchObject({ admitted: 1, excess: 0 })
  const { nonce: _, ...more } = row
  await other.ask(more)
  // The server responds 'used', but the response is lost. The phone decides by its outdated list
  // and admits one person.
  const late = { ticket_number: number, nonce: randomUUID(), admits: 1 }
  expect((await phone.ask(late)).result).toBe('used')
  await phone.tell([late])
  await phone.tell([late])
  expect(await readTicket(number)).toMatchObject({ state: 'used', admitted: 2, excess: 1 })
  // The server admits one person, but its response comes too late. The phone decides itself and
  // refuses that person.
  const { number: third } = await gate.buy([0, 1])
  const sentAway = { ticket_number: third, nonce: randomUUID() }
  await phone.ask(sentAway)
  await phone.tell([{ ...sentAway, let_in: 0, decided: 'entry_stopped' }])
  expect(await readTicket(third)).toMatchObject({ state: 'valid', admitted: 0 })
})

// spec: gate-undo-late-answer
test('an undo reverses all that the phone let in, including people it let in before a response came', async () => {
  const undoOf = (row: { ticket_number: string; nonce: string }) => {
    const { ticket_number, nonce: of } = row
    return { ticket_number, of, kind: 'undo' as const, reason: 'a slip', nonce: randomUUID() }
  }
  /**
   * The only person that the ticket admits is inside. The server refuses a second person, but the
   * phone lets that person in without waiting for the response.
   */
  const letInLate = async () => {
    const { number } = await gate.buy([0, 1])
    await other.tell([{ ticket_number: number }])
    const row = { ticket_number: number, nonce: randomUUID(), admits: 1 }
    expect((await phone.ask(row)).result).toBe('used')
    return row
  }
  const inside = { state: 'used', admitted: 1, excess: 0 }
  const late = await letInLate()
  const undo = undoOf(late)
  const [, taken] = await phone.tell([late, undo])
  expect(taken).toMatchObject({ result: 'valid', admits: 1, message: 'Undone: 1 not let in.' })
  expect(await readTicket(late.ticket_number)).toEqual(inside)
  await phone.tell([undo, late, undo, undoOf(late)])
  expect(await readTicket(late.ticket_number)).toEqual(inside)
  // The undo is sent online, after the check-in was uploaded.
  const online = await letInLate()
  await phone.tell([online])
  expect(await phone.ask(undoOf(online))).toMatchObject({ result: 'valid', admits: 1 })
  expect(await readTicket(online.ticket_number)).toEqual(inside)
  const { body } = await phone.send({ device_at: '', ...undoOf(online) })
  expect(body.code).toBe('nothing_to_undo')
  await phone.tell([undoOf(online)])
  expect(await readTicket(online.ticket_number)).toEqual(inside)
  // The undo is uploaded before its check-in, so both have no effect.
  const early = await letInLate()
  await phone.tell([undoOf(early), early])
  expect(await readTicket(early.ticket_number)).toEqual(inside)
})

test('an undo reverses no more than the phone let in', async () => {
  const { number } = await gate.buy([0, 3])
  // The server has admitted three people, but the phone has admitted only two.
  const row = { ticket_number: number, nonce: randomUUID() }
  await phone.ask(row)
  const undo = { ticket_number: number, kind: 'undo' as const, of: row.nonce, reason: 'a slip' }
  await phone.tell([{ ...row, let_in: 2 }, undo])
  expect(await readTicket(number)).toEqual({ state: 'valid', admitted: 0, excess: 0 })
  expect(await other.ask({ ticket_number: number })).toMatchObject({ result: 'valid', admits: 3 })
  expect(await readTicket(number)).toEqual({ state: 'used', admitted: 3, excess: 0 })
  await other.tell([{ ticket_number: number }])
  expect(await readTicket(number)).toEqual({ state: 'used', admitted: 3, excess: 1 })
  // The server admitted people, but the phone refused them, so there is nothing to undo.
  const { number: second } = await gate.buy([0, 1])
  const sentAway = { ticket_number: second, nonce: randomUUID() }
  await phone.ask(sentAway)
  await phone.tell([{ ...sentAway, let_in: 0, decided: 'entry_stopped' }])
  const nothing = { ticket_number: second, kind: 'undo' as const, of: sentAway.nonce, reason: 'x' }
  const { body } = await phone.send({ device_at: '', nonce: randomUUID(), ...nothing })
  expect(body.code).toBe('nothing_to_undo')
  await phone.tell([nothing])
  expect(await other.ask({ ticket_number: second })).toMatchObject({ result: 'valid', admits: 1 })
  expect(await readTicket(second)).toEqual({ state: 'used', admitted: 1, excess: 0 })
})

test('a person who left is out even before their entry is uploaded', async () => {
  const { number } = await gate.buy([0, 2])
  await phone.tell([{ ticket_number: number, kind: 'out', let_in: 2 }])
  expect(await readTicket(number)).toMatchObject({ admitted: 0, excess: 0 })
  await other.tell([{ ticket_number: number, let_in: 2 }])
  expect(await readTicket(number)).toMatchObject({ state: 'valid', admitted: 0, excess: 0 })
})

// spec: gate-not-on-list
test('another event’s ticket, unknown to an offline phone, is recorded as another event’s', async () => {
  const { number } = await gate.buy([1], await gate.build())
  const row = { ticket_number: number, decided: 'unknown' as const, let_in: 0 }
  expect(await phone.tell([row])).toMatchObject([{ result: 'wrong_event', ticket: null }])
  // The list must not show the buyer of another event's ticket.
  const url = `/api/ticket_validations?event_id=${gate.event.id}&reason=wrong_event`
  const listed = await gate.stage.app.inject({ url, headers: gate.organizer.headers })
  expect(listed.json().data).toMatchObject([{ ticket_number: number, transaction: null }])
})
