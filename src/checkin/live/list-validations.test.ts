import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepGate } from '../../../test/gate.ts'
import { pairPhone } from '../../../test/gate-phone.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import type { ValidationList } from '../checkin.contract.ts'
import { excessText, leavingText } from '../gate-text.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const gate = keepGate({ types: [{ gates: ['Gate A'] }] })

async function read(eventId: string, query = ''): Promise<ValidationList['data']> {
  const url = `/api/ticket_validations?event_id=${eventId}${query}`
  const answer = await gate.stage.app.inject({ url, headers: gate.organizer.headers })
  expect(answer.statusCode).toBe(200)
  return (answer.json() as ValidationList).data
}

/** Creates a gate phone. `tells` stores rows as if the phone had uploaded them. */
async function phoneOf(eventId: string, name: string) {
  const { db } = gate.stage
  const id = randomUUID()
  const row = { id, event_id: eventId, name, made_by: gate.organizer.id }
  await db.insertInto('gate_phone').values(row).execute()
  return {
    id,
    tells: async (more: object) => {
      const its = { id: randomUUID(), nonce: randomUUID(), event_id: eventId, device_id: id }
      const shown = { ticket_number: '0A1B2C3D4E5F6G7H', result: 'unknown', method: 'scan' }
      const row = { ...its, ...shown, at: gate.stage.clock.now(), ...more }
      await db.insertInto('check_in').values(row).execute()
      return row.id
    },
  }
}

// spec: validations-reasons
test('a refused check-in has its reason, and the phone is its validator', async () => {
  const { id } = await gate.build()
  const phone = await phoneOf(id, 'Wanjiku, Gate A')
  await phone.tells({ reason: 'not_genuine' })
  const [row] = await read(id)
  expect(row).toMatchObject({
    validator_id: phone.id,
    validator: 'Wanjiku, Gate A',
    status: 'invalid',
    is_valid: false,
    result: 'unknown',
    reason: 'not_genuine',
    undone: null,
  })
})

// spec: validations-reasons
test('validations can be filtered by a stored reason, or by the result if there is no reason', async () => {
  const { id } = await gate.build()
  const phone = await phoneOf(id, 'P')
  await phone.tells({ reason: 'not_genuine' })
  await phone.tells({ reason: 'proof_limit' })
  await phone.tells({})
  await gate.decided({ ticket_number: 'none', event_id: id })
  const by = async (reason: string) => (await read(id, `&reason=${reason}`)).map((r) => r.reason)
  expect(await by('not_genuine')).toEqual(['not_genuine'])
  expect(await by('unknown')).toEqual([null, null])
  expect(await by('used')).toEqual([])
  // A valid check-in has no reason, so the filter for reasons does not find it.
  expect(await by('valid')).toEqual([])
  expect(await read(id, '&reason=unknown&status=valid')).toEqual([])
})

// spec: validations-undone
test('an undone check-in is marked once in the list and in the file, and can be filtered', async () => {
  const own = await gate.build()
  const { number } = await gate.buy([1], own)
  const { id } = await gate.decided({ ticket_number: number, event_id: own.id })
  const phone = await phoneOf(own.id, 'Otieno')
  const ticket = await gate.stage.db
    .selectFrom('ticket')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const taken = { kind: 'undo', undone_id: id, note: 'wrong queue', result: 'valid' }
  await phone.tells({ ...taken, ticket_number: number, ticket_id: ticket.id })
  await gate.decided({ ticket_number: 'none', event_id: own.id })
  const rows = await read(own.id)
  expect(rows.map(({ result }) => result)).toEqual(['unknown', 'valid'])
  expect(rows[1]).toMatchObject({
    status: 'valid',
    undone: { timestamp: expect.any(String), validator: 'Otieno', words: 'wrong queue' },
  })
  expect((await read(own.id, '&reason=undone')).map((row) => row.id)).toEqual([id])
  const file = await gate.stage.app.inject({
    url: `/api/events/${own.id}/validations.csv`,
    headers: gate.organizer.headers,
  })
  expect(file.headers['x-total-rows']).toBe('2')
  expect(file.body.trim().split('\r\n')).toHaveLength(3)
})

/**
 * An offline check-in on a phone whose clock is five hours fast. It is uploaded `late` ms after it
 * happened.
 */
async function uploadLate(late: number, more: { clock_ms?: number } = {}) {
  const own = await gate.build()
  const north = await pairPhone({ ...gate, event: own }, { name: 'North' })
  const fast = () => new Date(gate.stage.clock.now().getTime() + 5 * HOUR_MS).toISOString()
  await north.list({ device_at: fast() })
  const { number } = await gate.buy([1], own)
  const happened = gate.stage.clock.now().getTime()
  const row = { ticket_number: number, device_at: fast(), ...more }
  gate.stage.pass(late)
  return { own, north, row, happened }
}

async function readStored(eventId: string) {
  const stored = gate.stage.db.selectFrom('check_in').select(['at', 'uploaded_at'])
  return await stored.where('event_id', '=', eventId).executeTakeFirstOrThrow()
}

// spec: gate-history-by-clock
test('an offline check-in is listed by when it happened: in the list, the file and the minutes', async () => {
  const { own, north, row, happened } = await uploadLate(3 * MINUTE_MS)
  await north.tell([row])
  const [listed] = await read(own.id)
  expect(Math.abs(Date.parse(listed!.timestamp) - happened)).toBeLessThan(MINUTE_MS)
  const { at, uploaded_at } = await readStored(own.id)
  expect(uploaded_at!.getTime() - at.getTime()).toBeGreaterThan(2 * MINUTE_MS)
  const { headers } = gate.organizer
  const url = `/api/events/${own.id}`
  const file = await gate.stage.app.inject({ url: `${url}/validations.csv`, headers })
  expect(file.body).toContain(nairobiDateTime(at))
  const entry = await gate.stage.app.inject({ url: `${url}/entry`, headers })
  const minutes: number[] = entry.json().entries_a_minute
  expect(minutes.slice(25, 28).reduce((sum, people) => sum + people, 0)).toBe(1)
  expect(minutes.slice(28)).toEqual([0, 0])
})

// spec: gate-history-by-clock
test('a check-in before a clock correction is dated with the clock offset known at that time', async () => {
  const { own, north, row, happened } = await uploadLate(2 * MINUTE_MS, { clock_ms: 5 * HOUR_MS })
  await north.list({ device_at: gate.stage.clock.now().toISOString() })
  await north.tell([row])
  const { at } = await readStored(own.id)
  expect(Math.abs(at.getTime() - happened)).toBeLessThan(MINUTE_MS)
})

// spec: gate-history-by-clock
test.each([-2 * 24, 2 * 24])(
  'a clock that is %i hours off unnoticed says nothing',
  async (hours) => {
    const { own, north, row } = await uploadLate(MINUTE_MS)
    const device_at = new Date(Date.parse(row.device_at) + hours * HOUR_MS).toISOString()
    await north.tell([{ ...row, device_at }])
    const { at, uploaded_at } = await readStored(own.id)
    expect(at).toEqual(uploaded_at)
  },
)

// spec: validations-leaving
test('leaving and coming back are listed with phone, gate and time, and can be filtered', async () => {
  const own = await gate.build({ types: [{ gates: ['Gate A'] }] })
  const rules = { event_id: own.id, may_leave: true }
  await gate.stage.db.insertInto('entry_rule').values(rules).execute()
  const { number } = await gate.buy([2], own)
  const gate_id = await gate.gateId('Gate A')
  const north = await pairPhone({ ...gate, event: own }, { name: 'North' })
  const south = await pairPhone({ ...gate, event: own }, { name: 'South' })
  await north.ask({ ticket_number: number, gate_id })
  gate.stage.pass(1000)
  await south.ask({ ticket_number: number, gate_id, kind: 'out', admits: 1 })
  gate.stage.pass(1000)
  await north.ask({ ticket_number: number, gate_id, validation_type: 'scan' })
  const rows = await read(own.id)
  const times = rows.map(({ timestamp }) => Date.parse(timestamp))
  expect(times[0]! - times[1]!).toBeGreaterThanOrEqual(1000)
  const [back, left, came] = rows
  expect(left).toMatchObject({
    kind: 'out',
    validation_type: 'exit',
    status: 'valid',
    is_valid: true,
    let_in: 1,
    is_return: false,
    validator: 'South',
    validator_id: south.id,
    gate: 'Gate A',
    ticket_number: number,
    transaction: { phone_number: expect.stringMatching(/^254/) },
  })
  const again = { validation_type: 'scan', is_return: true, validator: 'North', gate: 'Gate A' }
  expect(back).toMatchObject({ kind: 'in', let_in: 1, ...again })
  expect(came).toMatchObject({ kind: 'in', is_return: false, let_in: 2 })
  expect([back!, left!, came!].map(leavingText)).toEqual([
    '1 back in after leaving, Gate A',
    '1 left, Gate A',
    '',
  ])
  expect((await read(own.id, '&reason=left')).map(({ id }) => id)).toEqual([back!.id, left!.id])
  const file = await gate.stage.app.inject({
    url: `/api/events/${own.id}/validations.csv`,
    headers: gate.organizer.headers,
  })
  expect(file.headers['x-total-rows']).toBe('3')
  const lines = file.body.trim().split('\r\n')
  expect(lines[0]).toBe('Timestamp,Ticket Number,Contact,Validator,Type,Status,Is Valid')
  expect(lines[2]).toMatch(new RegExp(`^[\\d :-]+,${number},2547\\d{8},South,exit,valid,Yes$`))
})

// spec: validations-csv-reasons
test('the file gives the reason of a refusal, with a status that is neither valid nor used', async () => {
  const own = await gate.build()
  const phone = await phoneOf(own.id, 'Wanjiku')
  await phone.tells({ reason: 'not_genuine' })
  const { number } = await gate.buy([1], own)
  await gate.stage.db
    .updateTable('ticket')
    .set({ state: 'void', void_reason: 'transferred' })
    .where('number', '=', number)
    .execute()
  await gate.decided({ ticket_number: number, event_id: own.id })
  const file = await gate.stage.app.inject({
    url: `/api/events/${own.id}/validations.csv`,
    headers: gate.organizer.headers,
  })
  const [, first, second] = file.body.trim().split('\r\n')
  expect(first).toMatch(/,manual,invalid \(Transferred\),No$/)
  expect(second).toMatch(/,Wanjiku,scan,invalid \(Not genuine\),No$/)
})

// spec: validations-offline
test('a scan of a phone that was revoked since is marked, and a number that admits nobody shows who was let in', async () => {
  const { id } = await gate.build()
  const [lost, kept] = [await phoneOf(id, 'Lost'), await phoneOf(id, 'Kept')]
  const offline = { is_offline: true }
  await lost.tells({ ...offline, result: 'unknown', let_in: 2, admits: 0 })
  await kept.tells({ result: 'unknown' })
  const revoked = { revoked_at: gate.stage.clock.now() }
  await gate.stage.db.updateTable('gate_phone').set(revoked).where('id', '=', lost.id).execute()
  const rows = await read(id)
  expect(rows.map(({ validator, is_phone_revoked }) => [validator, is_phone_revoked])).toEqual(
    expect.arrayContaining([
      ['Lost', true],
      ['Kept', false],
    ]),
  )
  const admission = rows.find(({ validator }) => validator === 'Lost')!
  expect(admission).toMatchObject({ result: 'unknown', let_in: 2, admits: 0 })
  expect(excessText(admission)).toBe('2 let in by an offline phone')
})
