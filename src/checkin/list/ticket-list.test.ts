// Tests that a phone's list shows the same uses of tickets as the server.
import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { keepGate } from '../../../test/gate.ts'
import { type Phone, pairPhone } from '../../../test/gate-phone.ts'
import { callApi } from '../../../test/http.ts'
import { refundOrder } from '../../../test/refunds.ts'
import type { GateCheckIn, GateDecision } from '../gate.contract.ts'
import { findEntry, findUse, fromColumns, hashNumber } from './ticket-list.rules.ts'

const HOUR_MS = 3600_000

const gate = keepGate({ types: [{ name: 'Standard' }] })
let north: Phone
let south: Phone
let gateId: string
beforeAll(async () => {
  gateId = await gate.gateId('Gate A')
  north = await pairPhone(gate, { name: 'North', gate_id: gateId })
  south = await pairPhone(gate, { name: 'South' })
  const rule = { event_id: gate.event.id, may_leave: true }
  await gate.stage.db.insertInto('entry_rule').values(rule).execute()
})

const now = () => gate.stage.clock.now()
const sha256 = async (text: string) => createHash('sha256').update(text).digest()
const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

/** Finds the use of a ticket as a phone does: in the full list, or in the changes since `since`. */
async function listed(number: string, since?: string) {
  const list = await south.list({ ...(since && { since }) })
  expect(list.is_whole).toBe(since === undefined)
  const hash = await hashNumber(sha256, gate.event.id, number)
  const use = findUse(fromColumns(bytesOf(list.columns!)), hash)
  return use && { at: use.at, ...list.used_by![use.by]! }
}

async function isListed(number: string): Promise<boolean> {
  const { columns } = await south.list()
  const hash = await hashNumber(sha256, gate.event.id, number)
  return findEntry(fromColumns(bytesOf(columns!)).entries, hash) !== null
}

const toMinute = (at: number | string) => Math.floor(new Date(at).getTime() / 60_000) * 60_000

/**
 * Expects that the server's response, the whole list and the changes since `since` name the same
 * earlier use of the ticket.
 */
async function expectUsed(number: string, since: string, wanted: object): Promise<void> {
  const said: GateDecision = await south.ask({ ticket_number: number })
  const { earlier, earlier_phone: phone } = said
  expect([said.result, { phone, gate: earlier?.gate }]).toEqual(['used', wanted])
  const use = { ...wanted, at: toMinute(earlier!.timestamp) }
  expect(await listed(number)).toEqual(use)
  expect(await listed(number, since)).toEqual(use)
}

const next = async () => (await south.list()).next
const buy = async (people: number) => (await gate.buy([people])).number
const NORTH = { phone: 'North', gate: 'Gate A' }
const SOUTH = { phone: 'South', gate: null }

// spec: gate-list-used
test('a used ticket has time, gate and phone of its use, and an unused ticket has none', async () => {
  const [one, other] = [await buy(1), await buy(2)]
  const since = await next()
  await north.ask({ ticket_number: one })
  await north.ask({ ticket_number: other, admits: 1 })
  await expectUsed(one, since, NORTH)
  expect(await listed(other)).toBeNull()
  await south.ask({ ticket_number: other })
  await expectUsed(other, since, SOUTH)
})

// spec: gate-list-used
test('a ticket let in by an account has no phone in its use', async () => {
  const number = await buy(1)
  const since = await next()
  await gate.decided({ ticket_number: number, gate_id: gateId })
  await expectUsed(number, since, { phone: null, gate: 'Gate A' })
})

// spec: gate-list-used
test('an undone check-in is no use, and a person who came back in is', async () => {
  const [undone, returned] = [await buy(1), await buy(1)]
  const since = await next()
  await north.ask({ ticket_number: undone })
  const nonce = randomUUID()
  await south.tell([{ ticket_number: undone, nonce }])
  const undo = { kind: 'undo', of: nonce, let_in: 1, reason: 'a slip' } as const
  await south.tell([{ ticket_number: undone, ...undo }])
  await expectUsed(undone, since, NORTH)
  await north.ask({ ticket_number: returned })
  await north.ask({ ticket_number: returned, kind: 'out', admits: 1 })
  expect(await listed(returned)).toBeNull()
  await south.ask({ ticket_number: returned })
  await expectUsed(returned, since, SOUTH)
})

// spec: refund-part-of-ticket
test('the next list carries how many are left of a ticket that was refunded in part, and an offline excess is a conflict', async () => {
  const { number, orderId } = await gate.buy([5])
  const since = await next()
  const readEntry = async (from?: string) => {
    const { columns } = await south.list({ ...(from && { since: from }) })
    const hash = await hashNumber(sha256, gate.event.id, number)
    return findEntry(fromColumns(bytesOf(columns!)).entries, hash)
  }
  expect(await readEntry()).toMatchObject({ state: 'valid', gone: 0 })
  const tickets = [{ ticket_number: number, admits: 2 }]
  expect((await refundOrder(gate.stage, orderId, { tickets })).status).toBe(201)
  for (const from of [since, undefined]) {
    expect(await readEntry(from)).toMatchObject({ state: 'valid', gone: 2 })
  }
  // A phone that has not synced since the refund admits all five people.
  await north.tell([{ ticket_number: number, let_in: 5 }])
  const { headers } = gate.organizer
  const url = `/api/events/${gate.event.id}/entry`
  const { body } = await callApi(gate.stage, { method: 'GET', url, headers })
  const conflict = { ticket_number: number, admits: 3, excess: 2 }
  expect(body.conflicts).toMatchObject([{ ...conflict, check_ins: [{ let_in: 5 }] }])
})

// spec: gate-used-by-clock
test('an offline check-in is dated to when it happened, though the phone clock is hours off', async () => {
  const number = await buy(1)
  const since = await next()
  const fast = () => new Date(now().getTime() + 5 * HOUR_MS).toISOString()
  await north.list({ device_at: fast() })
  const row: Partial<GateCheckIn> = { ticket_number: number, device_at: fast() }
  const happened = now().getTime()
  gate.stage.pass(2 * HOUR_MS)
  await north.tell([row])
  const said = await south.ask({ ticket_number: number })
  expect(Math.abs(Date.parse(said.earlier!.timestamp) - happened)).toBeLessThan(60_000)
  await expectUsed(number, since, NORTH)
})

// spec: gate-used-by-clock
test('no use is dated after its upload', async () => {
  const number = await buy(1)
  const late = new Date(now().getTime() + 9 * HOUR_MS).toISOString()
  await south.list({ device_at: now().toISOString() })
  await south.tell([{ ticket_number: number, device_at: late }])
  const said = await north.ask({ ticket_number: number })
  expect(Date.parse(said.earlier!.timestamp)).toBeLessThanOrEqual(now().getTime())
})

// spec: gate-list-versions, gate-list-no-numbers
test.each(['1', '2', '9'])(
  'a phone that reads another form of the list gets an empty list: %s',
  async (form) => {
    await buy(1)
    const { next: since } = await south.list()
    const list = await south.list({ form, since })
    expect(list).toMatchObject({ is_whole: true, entries: '', count: 0, next: '' })
    expect([list.columns, list.used_by, list.older_keys]).toEqual([undefined, undefined, undefined])
    expect((await south.list()).count).toBeGreaterThan(0)
  },
)

// spec: gate-list-no-numbers
test('no two tickets of an event are alike on the list, and tickets that were before are left out', async () => {
  const { db } = gate.stage
  const [one, other] = [await buy(1), await buy(1)]
  const set = (number: string) =>
    db.updateTable('ticket').where('number', '=', other).set({ number })
  const twin = `${one.slice(0, 10)}${one.endsWith('0') ? '111111' : '000000'}`
  await expect(set(twin).execute()).rejects.toThrow('ticket__list_hash')
  await set(twin).set({ has_twin: true }).execute()
  await db.updateTable('ticket').where('number', '=', one).set({ has_twin: true }).execute()
  expect(await isListed(one)).toBe(false)
})
