import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fillSmsLine } from '../../test/fill-sms-line.ts'
import { foldCheckIns } from '../../test/fold-check-ins.ts'
import { type Gate, makeGate } from '../../test/gate.ts'
import { pairPhone } from '../../test/gate-phone.ts'
import { jobByHand } from '../../test/job-by-hand.ts'
import { drawTicketNumber } from '../tickets/draw-ticket-number.ts'
import type { EntryView } from './command-view.contract.ts'
import { tellOfGateJob } from './tell-of-gate.job.ts'

let gate: Gate
beforeAll(async () => {
  gate = await makeGate({ types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Standard' }] })
})
afterAll(() => gate.stage.close())

/** Nobody is inside yet. */
beforeEach(async () => {
  gate.event = await gate.build({
    types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Standard' }],
  })
})

async function call(method: 'GET' | 'POST', path: string, payload?: object) {
  const { headers } = gate.organizer
  const url = `/api/events/${gate.event.id}${path}`
  const answer = await gate.stage.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}
const buy = (quantities: number[]) => gate.buy(quantities, gate.event)
const look = async (): Promise<EntryView> => (await call('GET', '/entry')).body
const setRules = (values: object) =>
  gate.stage.db
    .insertInto('entry_rule')
    .values({ event_id: gate.event.id, ...values })
    .execute()

// spec: gate-command-view
test('who is inside goes up and down, folded or not, and near the capacity it is said', async () => {
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
  const device_at = '2026-11-21T03:00:00.000Z'
  await phones[0]!.tell([{ ticket_number: number, let_in: 2, device_at }])
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
        { phone: 'North', let_in: 2, is_offline: true, device_at },
        { phone: 'South', let_in: 1 },
      ],
    },
  ])
})

// spec: gate-conflicts
test('who was let in on a void ticket, or another event’s, and sent out again by an undo is no conflict', async () => {
  const phone = await pairPhone(gate, { name: 'North' })
  const [{ number: gone }, { number: elsewhere }] = [
    await buy([0, 1]),
    await gate.buy([1], await gate.build()),
  ]
  const voided = { state: 'void', void_reason: 'refunded' }
  const its = gate.stage.db.updateTable('ticket').set(voided).where('number', '=', gone)
  await its.execute()
  // The void one was asked for, and refused too late: the phone had let them in.
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
test('numbers minted under a stolen key are let in offline, and each is an alarm once told', async () => {
  const phone = await pairPhone(gate, { name: 'North' })
  const stolen = Buffer.from(phone.paired.key, 'base64url')
  const minted = drawTicketNumber(1, 3, stolen)
  const [told] = await phone.tell([{ ticket_number: minted, let_in: 3, by_proof: true }])
  expect(told).toMatchObject({ result: 'unknown', conflict: true })
  const { alarms, inside, conflicts } = await look()
  expect(inside).toBe(3)
  expect(conflicts).toEqual([])
  expect(alarms).toEqual([
    { kind: 'never_sold', ticket_number: minted, phone: 'North', at: expect.any(String) },
  ])
  // One that was sold after the phone's list is none.
  const { number } = await buy([0, 1])
  const [known] = await phone.tell([{ ticket_number: number, by_proof: true }])
  expect(known).toMatchObject({ result: 'valid', reason: 'by_proof', conflict: false })
  expect((await look()).alarms).toHaveLength(1)
})

// spec: gate-find
test('a ticket is found by number or the last digits, without a name or a phone; misses are few', async () => {
  const phone = await pairPhone(gate)
  const { number, phoneNumber } = await buy([0, 2])
  const find = async (q: string, headers = phone.headers, more = '') => {
    const url = `/api/gate/find?q=${encodeURIComponent(q)}${more}`
    const answer = await gate.stage.app.inject({ url, headers })
    return { status: answer.statusCode, body: answer.json() }
  }
  const its = [
    {
      ticket_number: number,
      ticket_type: 'Standard',
      admits: 2,
      left: 2,
      gate: 'Main Gate',
      state: 'valid',
    },
  ]
  // Online fewer symbols than ten are enough, also where they are digits.
  const digits = await buy([0, 1])
  const renamed = gate.stage.db.updateTable('ticket').set({ number: '0471ABCDEFGHJKMN' })
  await renamed.where('number', '=', digits.number).execute()
  const found = (await find('0471')).body.data as { ticket_number: string }[]
  expect(found.map(({ ticket_number }) => ticket_number)).toContain('0471ABCDEFGHJKMN')
  const start = number.slice(0, 7)
  for (const q of [number, number.toLowerCase(), start, phoneNumber, phoneNumber.slice(-4)]) {
    const { status, body } = await find(q)
    expect([q, status]).toEqual([q, 200])
    expect(body.data).toEqual(its)
  }
  expect((await find('12')).status).toBe(422)
  const mine = `&event_id=${gate.event.id}`
  expect((await find(number, gate.organizer.headers, mine)).body.data).toEqual(its)
  expect((await find(number, gate.stranger.headers, mine)).status).toBe(404)
  expect((await find(number, gate.organizer.headers)).status).toBe(404)
  const statuses: number[] = []
  for (let n = 0; n < 31; n++)
    statuses.push((await find(`99999${String(n).padStart(2, '0')}`)).status)
  expect(statuses.at(0)).toBe(200)
  expect(statuses.at(-1)).toBe(429)
})

// spec: gate-find-few
test('who finds too many is asked for more digits; all of a phone number finds all that it has', async () => {
  const phone = await pairPhone(gate)
  const { number, phoneNumber } = await buy([1])
  const {
    id,
    number: _,
    ...its
  } = await gate.stage.db
    .selectFrom('ticket')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  // Its own last symbol is none of these.
  const ends = [...'ABCDEF'].filter((end) => !number.endsWith(end))
  const copy = (part: number) => ({
    ...its,
    id: randomUUID(),
    number: `${number.slice(0, 15)}${ends[part - 1]}`,
    part,
  })
  const copies = [1, 2, 3, 4].map(copy)
  await gate.stage.db.insertInto('ticket').values(copies).execute()
  const mine = { headers: gate.organizer.headers, more: `&event_id=${gate.event.id}` }
  const find = async (
    q: string,
    { headers, more } = { headers: phone.headers, more: '' } as typeof mine,
  ) => {
    const answer = await gate.stage.app.inject({ url: `/api/gate/find?q=${q}${more}`, headers })
    return [answer.statusCode, answer.json().data?.length ?? answer.json().error]
  }
  const [few, whole] = [phoneNumber.slice(-4), `0${phoneNumber.slice(-9)}`]
  expect(await find(few)).toEqual([200, 5])
  await gate.stage.db.insertInto('ticket').values(copy(5)).execute()
  const words = 'More than 5 tickets match. Type more of the number, or all of it.'
  for (const q of [few, number.slice(0, 6)]) {
    expect(await find(q)).toEqual([422, words])
    expect(await find(q, mine)).toEqual([422, words])
  }
  expect(await find(whole)).toEqual([200, 6])
  expect(await find(whole, mine)).toEqual([200, 6])
})

// spec: gate-find-few
test('a phone finds as many tickets as a desk needs, and not all that there are', async () => {
  const [phone, other] = [await pairPhone(gate), await pairPhone(gate)]
  const { number } = await buy([1])
  const find = async (headers: object) => {
    const answer = await gate.stage.app.inject({
      url: `/api/gate/find?q=${number}&event_id=${gate.event.id}`,
      headers: headers as never,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const findMany = async (most: number) => {
    for (let n = 0; n < most; n++) if ((await find(phone.headers)).status !== 200) return n
    return most
  }
  expect(await findMany(61)).toBe(60)
  const refused = await find(phone.headers)
  expect([refused.status, refused.body.data]).toEqual([429, undefined])
  expect(refused.body.error).toMatch(/^This phone has found as many tickets as it may for now\./)
  expect((await find(other.headers)).status).toBe(200)
  // As if it had gone on for the hour.
  const setHour = (set: object) =>
    gate.stage.db
      .updateTable('rate_count')
      .set(set)
      .where('key', '=', `found:hour:${phone.id}`)
      .execute()
  await setHour({ count: 999 })
  gate.stage.pass(60_000)
  expect(await findMany(3)).toBe(1)
  gate.stage.pass(60_000)
  expect((await find(phone.headers)).status).toBe(429)
  // An account's bearer ends earlier than an hour; the clock stays.
  await setHour({ window_end: new Date(0) })
  expect((await find(phone.headers)).status).toBe(200)
})

// spec: gate-type-moved, sms-holder-language
test('a type is moved: pages at once, phones at the next contact, each holder told once', async () => {
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
  // While many SMS wait, those of sales go first.
  const empty = await fillSmsLine(gate.stage)
  const moved = gate.stage.db
    .selectFrom('gate_move')
    .select('id')
    .where('ticket_type_id', '=', type)
  const { id: moveId } = await moved.executeTakeFirstOrThrow()
  const telling = tellOfGateJob(gate.stage.deps).run({ moveId, after: null }, jobByHand())
  expect(await telling).toMatchObject({ againInMs: expect.any(Number) })
  await empty()
  await gate.stage.runJobs()
  await gate.stage.sweep()
  const all = gate.stage.sent.filter(({ body }) => body.includes('Gate North'))
  const told = all.filter(({ phone }) => phone !== swahili.phoneNumber)
  expect([told.length, all.length]).toEqual([1, 2])
  expect(all.find((sms) => !told.includes(sms))!.body).toMatch(
    /: Standard, sasa ingia kupitia Gate North\. Tiketi yako ni halali\.$/,
  )
  expect(told[0]!.body).toMatch(
    /: Standard, now enter through Gate North\. Your ticket stays valid\.$/,
  )
  expect(phoneNumber.slice(-9)).toBe(told[0]!.phone.slice(-9))
  // A crash before the page was sent: the sweep tells, and nobody twice.
  await gate.stage.db
    .updateTable('gate_move')
    .set({ next_at: new Date(0), told_at: null })
    .execute()
  await gate.stage.sweep()
  const again = gate.stage.sent.filter(({ body }) => body.includes('Gate North'))
  expect(again).toHaveLength(2)
  expect((await buy([0, 1])).number).toBeTruthy()
  expect(await call('POST', path, { gate_id: randomUUID() })).toMatchObject({ status: 404 })
})
