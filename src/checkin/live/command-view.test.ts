import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { fillSmsLine } from '../../../test/fill-sms-line.ts'
import { foldCheckIns } from '../../../test/fold-check-ins.ts'
import { keepGate } from '../../../test/gate.ts'
import { pairPhone } from '../../../test/gate-phone.ts'
import { callApi } from '../../../test/http.ts'
import { jobByHand } from '../../../test/job-by-hand.ts'
import { drawTicketNumber } from '../../tickets/issuing/ticket-numbers.ts'
import type { EntryView } from '../command-view.contract.ts'
import { tellOfGateJob } from '../type-moves/tell-of-gate.job.ts'

const gate = keepGate({ types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Standard' }] })

/** At the start of each test no one is inside. */
beforeEach(async () => {
  gate.event = await gate.build({
    types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Standard' }],
  })
})

async function call(method: 'GET' | 'POST', path: string, payload?: object) {
  const { headers } = gate.organizer
  const url = `/api/events/${gate.event.id}${path}`
  return await callApi(gate.stage, { method, url, headers, ...(payload && { payload }) })
}
const buy = (quantities: number[]) => gate.buy(quantities, gate.event)
const look = async (): Promise<EntryView> => (await call('GET', '/entry')).body
const setRules = (values: object) =>
  gate.stage.db
    .insertInto('entry_rule')
    .values({ event_id: gate.event.id, ...values })
    .execute()

// spec: gate-command-view
test('the number of people inside rises and falls, folded or not, and a warning appears near the capacity', async () => {
  await setRules({ licensed_capacity: 20, may_leave: true })
  const phone = await pairPhone(gate, { name: 'North' })
  const [a, b, c] = [await buy([0, 10]), await buy([0, 9]), await buy([1])]
  const nonce = randomUUID()
  await phone.ask({ ticket_number: a.number, nonce })
  await phone.ask({ ticket_number: a.number })
  await phone.ask({ ticket_number: c.number, gate_id: await gate.gateId('Gate A') })
  expect(await look()).toMatchObject({
    inside: 11,
    licensed_capacity: 20,
    is_near_capacity: false,
    refusals: [{ result: 'used', reason: null, count: 1 }],
    gates: [
      { gate_id: null, name: 'Main Gate', inside: 10, let_in: 10, refused: 1 },
      { name: 'Gate A', inside: 1, let_in: 1, refused: 0 },
    ],
    phones: [{ name: 'North', state: 'paired' }],
  })
  await foldCheckIns(gate.stage)
  await phone.ask({ ticket_number: b.number })
  const near = await look()
  expect([near.inside, near.is_near_capacity]).toEqual([20, true])
  expect(near.entries_a_minute).toHaveLength(30)
  expect(near.entries_a_minute.reduce((sum, people) => sum + people, 0)).toBe(20)
  await phone.ask({ ticket_number: b.number, kind: 'out', admits: 2 })
  const undo = { kind: 'undo' as const, of: nonce, reason: 'a slip' }
  await phone.ask({ ticket_number: a.number, ...undo })
  for (const isFolded of [false, true]) {
    if (isFolded) await foldCheckIns(gate.stage)
    const left = await look()
    expect([left.inside, left.is_near_capacity]).toEqual([8, false])
    expect(left.gates[0]).toMatchObject({ inside: 7, let_in: 9 })
  }
})

// spec: gate-conflicts
test('every excess admission is a conflict with its gates, times and phones', async () => {
  const phones = [
    await pairPhone(gate, { name: 'North' }),
    await pairPhone(gate, { name: 'South' }),
  ]
  const { number } = await buy([0, 2])
  const at = gate.stage.clock.now().toISOString()
  gate.stage.pass(60_000)
  const clock = {
    device_at: '2026-11-21T03:00:00.000Z',
    clock_ms: Date.parse('2026-11-21T03:00:00.000Z') - Date.parse(at),
  }
  await phones[0]!.tell([{ ticket_number: number, let_in: 2, ...clock }])
  await phones[1]!.tell([{ ticket_number: number, let_in: 1 }])
  const { number: gone } = await buy([0, 1])
  await gate.stage.db
    .updateTable('ticket')
    .set({ state: 'void', void_reason: 'refunded' })
    .where('number', '=', gone)
    .execute()
  await phones[1]!.tell([{ ticket_number: gone }])
  const { conflicts, inside } = await look()
  expect(inside).toBe(4)
  expect(conflicts).toMatchObject([
    { ticket_number: gone, excess: 1, check_ins: [{ phone: 'South', let_in: 1 }] },
    {
      ticket_number: number,
      ticket_type: 'Standard',
      admits: 2,
      excess: 1,
      check_ins: [
        { phone: 'North', let_in: 2, is_offline: true, at, told_at: expect.any(String) },
        { phone: 'South', let_in: 1 },
      ],
    },
  ])
})

// spec: gate-conflicts
test('people let in on a void ticket, or another event’s, are no conflict once an undo sent them out', async () => {
  const phone = await pairPhone(gate, { name: 'North' })
  const [{ number: gone }, { number: elsewhere }] = [
    await buy([0, 1]),
    await gate.buy([1], await gate.build()),
  ]
  const voided = { state: 'void', void_reason: 'refunded' }
  const its = gate.stage.db.updateTable('ticket').set(voided).where('number', '=', gone)
  await its.execute()
  // The phone asked the server about the void ticket, and admitted people before the refusal
  // arrived.
  const late = { ticket_number: gone, nonce: randomUUID(), admits: 1 }
  expect((await phone.ask(late)).result).toBe('void')
  const other = { ticket_number: elsewhere, nonce: randomUUID() }
  const again = { ticket_number: gone, nonce: randomUUID() }
  await phone.tell([late, other, again])
  const excess = async () => {
    const { conflicts } = await look()
    const ours = conflicts.filter(({ ticket_number: of }) => of === gone || of === elsewhere)
    return ours.map(({ ticket_number, excess }) => [ticket_number === gone, excess])
  }
  const undo = ({ ticket_number, nonce }: { ticket_number: string; nonce: string }) =>
    phone.tell([{ ticket_number, kind: 'undo' as const, of: nonce, reason: 'a slip' }])
  expect(await excess()).toEqual(
    expect.arrayContaining([
      [true, 2],
      [false, 1],
    ]),
  )
  await undo(late)
  await undo(other)
  expect(await excess()).toEqual([[true, 1]])
  await undo(again)
  expect(await excess()).toEqual([])
})

// spec: gate-never-sold
test('forged numbers signed with a stolen key are let in offline, and each is an alarm after the upload', async () => {
  const phone = await pairPhone(gate, { name: 'North' })
  const stolen = Buffer.from(phone.paired.key, 'base64url')
  const minted = drawTicketNumber(1, 3, stolen)
  const [decision] = await phone.tell([{ ticket_number: minted, let_in: 3, by_proof: true }])
  expect(decision).toMatchObject({ result: 'unknown', conflict: true })
  const { alarms, inside, conflicts } = await look()
  expect(inside).toBe(3)
  expect(conflicts).toEqual([])
  expect(alarms).toEqual([
    { kind: 'never_sold', ticket_number: minted, phone: 'North', at: expect.any(String) },
  ])
  // A ticket that was sold after the phone received its list causes no alarm.
  const { number } = await buy([0, 1])
  const [known] = await phone.tell([{ ticket_number: number, by_proof: true }])
  expect(known).toMatchObject({ result: 'valid', reason: 'by_proof', conflict: false })
  expect((await look()).alarms).toHaveLength(1)
})

// spec: gate-type-moved, sms-holder-language
test('a moved type shows on ticket pages immediately, on phones at the next sync, and each holder gets one SMS', async () => {
  const phone = await pairPhone(gate)
  const { number, phoneNumber } = await buy([0, 1])
  await buy([1])
  const swahili = await buy([0, 1])
  const sw = gate.stage.db.updateTable('order').set({ language: 'sw' })
  await sw.where('id', '=', swahili.orderId).execute()
  await phone.list()
  const gateId = await gate.gateId('Gate North')
  const type = gate.event.types[1]!.id
  const path = `/ticket_types/${type}/gate`
  expect(await call('POST', path, { gate_id: gateId })).toMatchObject({ status: 202 })
  const page = await gate.stage.app.inject(`/api/tickets/${number}`)
  expect(page.json().gate).toBe('Gate North')
  const news = await phone.list()
  expect(news.event.types.find(({ id }) => id === type)!.gates).toEqual([
    news.event.gates.find(({ id }) => id === gateId)!.n,
  ])
  // Holders are notified only after the time for corrections has passed.
  await gate.stage.sweep()
  expect(gate.stage.sent.filter(({ body }) => body.includes('Gate North'))).toEqual([])
  await gate.stage.db
    .updateTable('gate_move')
    .set({ next_at: new Date(0) })
    .execute()
  // While many SMS are queued, SMS about sales go first. So the job that notifies holders pauses.
  const empty = await fillSmsLine(gate.stage)
  const moved = gate.stage.db
    .selectFrom('gate_move')
    .select('id')
    .where('ticket_type_id', '=', type)
  const { id: moveId } = await moved.executeTakeFirstOrThrow()
  const telling = tellOfGateJob(gate.stage.deps).run({ moveId, after: null }, jobByHand())
  expect(await telling).toMatchObject({ againInMs: expect.any(Number) })
  await empty()
  await gate.stage.db
    .updateTable('gate_move')
    .set({ next_at: new Date(0) })
    .execute()
  await gate.stage.sweep()
  const all = gate.stage.sent.filter(({ body }) => body.includes('Gate North'))
  const english = all.filter(({ phone }) => phone !== swahili.phoneNumber)
  expect([english.length, all.length]).toEqual([1, 2])
  expect(all.find((sms) => !english.includes(sms))!.body).toMatch(
    /: Standard, sasa ingia kupitia Gate North\. Tiketi yako ni halali\.$/,
  )
  expect(english[0]!.body).toMatch(
    /: Standard, now enter through Gate North\. Your ticket stays valid\.$/,
  )
  expect(phoneNumber.slice(-9)).toBe(english[0]!.phone.slice(-9))
  // Simulates a crash after the SMS, before the job recorded its end. The sweep runs the job again,
  // and no phone gets a second SMS.
  await gate.stage.db
    .updateTable('gate_move')
    .set({ next_at: new Date(0), notified_at: null })
    .execute()
  await gate.stage.sweep()
  const again = gate.stage.sent.filter(({ body }) => body.includes('Gate North'))
  expect(again).toHaveLength(2)
  expect((await buy([0, 1])).number).toBeTruthy()
  expect(await call('POST', path, { gate_id: randomUUID() })).toMatchObject({ status: 404 })
})
