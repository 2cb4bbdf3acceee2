import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepGate } from '../../test/gate.ts'
import { makePhone, pairPhone } from '../../test/gate-phone.ts'
import { callApi } from '../../test/http.ts'
import type { GateList } from './gate.contract.ts'
import {
  countEntries,
  findEntry,
  fromColumns,
  hashNumber,
  leftOn,
} from './list/ticket-list.rules.ts'
import { pairingSms } from './phones/gate-phone.rules.ts'

const gate = keepGate({ types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Standard' }] })

const sha256 = async (text: string) => createHash('sha256').update(text).digest()
const entriesOf = ({ columns }: GateList) => fromColumns(Buffer.from(columns!, 'base64')).entries
const find = async (list: GateList, number: string, eventId = gate.event.id) => {
  const entry = findEntry(entriesOf(list), await hashNumber(sha256, eventId, number))
  return entry && { ...entry, left: leftOn(entry, number) }
}

async function as(method: 'POST' | 'GET' | 'DELETE', url: string, payload?: object) {
  const headers = gate.organizer.headers
  return await callApi(gate.stage, { method, url, headers, ...(payload && { payload }) })
}

const pair = async (code: string) => {
  return await callApi(gate.stage, {
    method: 'POST',
    url: '/api/gate/pair',
    payload: { code },
  })
}

const listed = async () => (await as('GET', `/api/gate_phones?event_id=${gate.event.id}`)).body.data

// spec: gate-phone-paired
test('a code works once, within the hour, and turns the caller into a gate phone', async () => {
  const gateId = await gate.gateId('Gate A')
  const made = await makePhone(gate, { gate_id: gateId, may_sell: true, phone: '0712345678' })
  expect(made.url).toBe(`${gate.stage.env.publicOrigin}/gate/#${made.code}`)
  await gate.stage.runJobs()
  expect(gate.stage.sent.at(-1)).toMatchObject({ phone: '254712345678' })
  expect(gate.stage.sent.at(-1)!.body).toContain(made.url)
  // The SMS was sent, so the stored message no longer contains the code.
  const kept = gate.stage.db.selectFrom('message').select('body')
  const about = kept.where('dedupe_key', '=', `gate_phone:${made.id}`)
  expect(await about.executeTakeFirst()).toEqual({ body: '' })
  const paired = await pair(made.code)
  expect(paired).toMatchObject({
    status: 200,
    body: {
      phone: { id: made.id, name: 'North', may_sell: true },
      gate: { id: gateId, name: 'Gate A' },
      version: 1,
      proof_limit: 100,
      event: { id: gate.event.id, is_cancelled: false, may_leave: false },
    },
  })
  expect(paired.body.token).toMatch(/^gp_[\w-]{43}$/)
  expect(Buffer.from(paired.body.key, 'base64url')).toHaveLength(32)
  expect(await pair(made.code)).toMatchObject({ status: 410, body: { code: 'pairing_code_ended' } })
  const late = await makePhone(gate)
  // The test compares times and does not move the clock, because the account's session token lasts
  // less than an hour.
  const hour = Date.parse(late.expires_at) - gate.stage.clock.now().getTime()
  expect(Math.abs(hour - 3600_000)).toBeLessThan(60_000)
  expect(late.seconds_left).toBe(3600)
  const past = { code_until: new Date(0) }
  await gate.stage.db.updateTable('gate_phone').set(past).where('id', '=', late.id).execute()
  expect(await pair(late.code)).toMatchObject({ status: 410 })
  const states = (await listed()).map(({ state }: { state: string }) => state)
  expect(states).toEqual(['paired', 'lapsed'])
})

test('the SMS with a pairing link leaves out a name that GSM-7 cannot write', () => {
  const about = { eventTitle: 'ሰላም', url: 'https://lango.example/gate/#a' }
  const rest = ', your event. Open once, within an hour: https://lango.example/gate/#a'
  expect(pairingSms({ ...about, name: '“北”' })).toBe(`Gate phone${rest}`)
  expect(pairingSms({ ...about, name: 'North' })).toBe(`Gate phone North${rest}`)
})

test('wrong codes are limited by address, and successful pairings do not count', async () => {
  const { code } = await makePhone(gate)
  for (let n = 0; n < gate.stage.env.limits.missPerAddress; n++) await pair(`wrong ${n}`)
  expect(await pair(code)).toMatchObject({ status: 429 })
  gate.stage.pass(60_000)
  expect(await pair(code)).toMatchObject({ status: 200 })
})

// spec: gate-phone-unknown
test('an unknown credential is reported as unknown, not as ended', async () => {
  const headers = { authorization: `Bearer gp_${'x'.repeat(43)}` }
  const list = await gate.stage.app.inject({ url: '/api/gate/list', headers })
  expect([list.statusCode, list.json().code]).toEqual([401, 'unauthorized'])
})

// spec: gate-credential-own
test('a gate credential opens no other routes, and no other credential opens gate routes', async () => {
  const phone = await pairPhone(gate)
  const { app } = gate.stage
  for (const url of [
    '/api/gate_phones?event_id=x',
    '/api/ticket_validations?event_id=x',
    '/api/events',
  ]) {
    const { statusCode } = await app.inject({ url, headers: phone.headers })
    expect(statusCode, url).toBe(401)
  }
  for (const { headers } of [gate.organizer, gate.admin, { headers: {} }]) {
    expect((await app.inject({ url: '/api/gate/list', headers })).statusCode).toBe(401)
  }
})

// spec: gate-phone-refused
test('a revoked phone is refused everywhere immediately and told so, and its key signs nothing any more', async () => {
  const [phone, other] = [await pairPhone(gate), await pairPhone(gate)]
  const { number } = await gate.buy([0, 1])
  expect(await as('DELETE', `/api/gate_phones/${phone.id}`)).toMatchObject({ status: 200 })
  const refusal = { status: 401, body: { code: 'gate_phone_revoked' } }
  expect(await phone.send({ ticket_number: number, nonce: 'x', device_at: '' })).toMatchObject(
    refusal,
  )
  const { app } = gate.stage
  const list = await app.inject({ url: '/api/gate/list', headers: phone.headers })
  expect([list.statusCode, list.json().code]).toEqual([401, 'gate_phone_revoked'])
  expect(await gate.readRows(number)).toEqual([])
  const { version } = other.paired
  const news = await other.list({ version: String(version) })
  expect(news.version).toBe(version + 1)
  expect(news.key).not.toBe(other.paired.key)
  expect(news.older_keys?.at(0)).toBe(other.paired.key)
  expect((await other.list({ version: String(news.version) })).key).toBeNull()
  // New sales use the new key. The phone still accepts earlier sales, because its list contains
  // them.
  await as('DELETE', `/api/gate_phones/${phone.id}`)
  expect((await other.list()).version).toBe(version + 1)
  expect(await other.ask({ ticket_number: number })).toMatchObject({ result: 'valid' })
})

test('after a new pairing the phone paired before is refused as revoked', async () => {
  const phone = await pairPhone(gate)
  const { body } = await as('POST', `/api/gate_phones/${phone.id}/code`)
  expect(body.id).toBe(phone.id)
  const list = await gate.stage.app.inject({ url: '/api/gate/list', headers: phone.headers })
  expect([list.statusCode, list.json().code]).toEqual([401, 'gate_phone_revoked'])
  const again = await pair(body.code)
  expect(again).toMatchObject({ status: 200, body: { version: phone.paired.version + 1 } })
})

// spec: gate-phone-refused
test('every replaced phone is told that it was revoked, however often it happens', async () => {
  const { id, headers } = await pairPhone(gate)
  const ended = [headers]
  const ask = async (of: { authorization: string }) => {
    const list = await gate.stage.app.inject({ url: '/api/gate/list', headers: of })
    return [list.statusCode, list.json().code]
  }
  const refusal = [401, 'gate_phone_revoked']
  for (let n = 0; n < 3; n++) {
    const { code } = (await as('POST', `/api/gate_phones/${id}/code`)).body
    expect(await Promise.all(ended.map(ask))).toEqual(ended.map(() => refusal))
    const { token } = (await pair(code)).body
    const next = { authorization: `Bearer ${token}` }
    expect((await ask(next))[0]).toBe(200)
    expect(await Promise.all(ended.map(ask))).toEqual(ended.map(() => refusal))
    ended.push(next)
  }
  // A new code signs off the paired phone. No phone is paired between these two codes.
  await as('POST', `/api/gate_phones/${id}/code`)
  await as('POST', `/api/gate_phones/${id}/code`)
  await as('DELETE', `/api/gate_phones/${id}`)
  expect(await Promise.all(ended.map(ask))).toEqual(ended.map(() => refusal))
  expect(await ask({ authorization: `Bearer gp_${'x'.repeat(43)}` })).toEqual([401, 'unauthorized'])
})

// spec: gate-list-packed
test('the list has every ticket by hash, then the changes since', async () => {
  const phone = await pairPhone(gate)
  const [vip, standard] = [await gate.buy([1]), await gate.buy([0, 3])]
  const whole = await phone.list()
  expect(whole.is_whole).toBe(true)
  expect(countEntries(entriesOf(whole))).toBe(whole.count)
  expect(JSON.stringify(whole)).not.toContain(vip.number)
  const place = whole.event.gates.find(({ name }) => name === 'Gate A')!
  expect(await find(whole, vip.number)).toMatchObject({
    left: 1,
    state: 'valid',
    gate: place.n,
  })
  expect(await find(whole, standard.number)).toMatchObject({ left: 3, gate: 0 })
  await gate.decided({ ticket_number: standard.number, admits: 2 })
  const voided = { state: 'void', void_reason: 'transferred' }
  const mine = gate.stage.db.updateTable('ticket').set(voided).where('number', '=', vip.number)
  await mine.execute()
  const news = await phone.list({ since: whole.next })
  expect(news.is_whole).toBe(false)
  expect(await find(news, standard.number)).toMatchObject({ left: 1, state: 'valid' })
  expect(await find(news, vip.number)).toMatchObject({ left: 0, state: 'transferred' })
})

test('a ticket that commits after the list was read is in the next list, however old its transaction', async () => {
  const phone = await pairPhone(gate)
  const { number } = await gate.buy([0, 2])
  await phone.list()
  const [isDone, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = gate.stage.db.transaction().execute(async (tx) => {
    await tx.updateTable('ticket').set({ admitted: 1 }).where('number', '=', number).execute()
    isDone.resolve()
    await goOn.promise
  })
  await isDone.promise
  // A newer transaction commits before the slow transaction.
  await gate.buy([0, 1])
  const before = await phone.list()
  expect(await find(before, number)).toMatchObject({ left: 2 })
  goOn.resolve()
  await slow
  const after = await phone.list({ since: before.next })
  expect(await find(after, number)).toMatchObject({ left: 1 })
})

test('a list of another database, or with other gates, is replaced by a full list', async () => {
  const phone = await pairPhone(gate)
  const { next } = await phone.list()
  const [xid, mark] = next.split('.')
  expect((await phone.list({ since: next })).is_whole).toBe(false)
  expect((await phone.list({ since: `9${xid}.${mark}` })).is_whole).toBe(true)
  expect((await phone.list({ since: 'nonsense' })).is_whole).toBe(true)
  await makePhone(gate, { gate_id: await gate.gateId('Gate Z') })
  expect((await phone.list({ since: next })).is_whole).toBe(true)
})

test('reported phone data is shown, and absent fields keep their values', async () => {
  const phone = await pairPhone(gate)
  const fast = new Date(gate.stage.clock.now().getTime() + 3 * 3600_000).toISOString()
  await phone.list({ unsent: '7', battery: '41', app: '1.2', device_at: fast })
  await phone.list({ unsent: '0' })
  const row = (await listed()).find(({ id }: { id: string }) => id === phone.id)
  expect(row).toMatchObject({ unsent: 0, battery: 41, app: '1.2', state: 'paired' })
  expect(Math.abs(row.clock_ms - 3 * 3600_000)).toBeLessThan(60_000)
})

// spec: gate-most-gates
test('phones get their lists even if an event has more gates than a list can number', async () => {
  const own = await gate.build({ types: [{}] })
  const north = await pairPhone({ ...gate, event: own })
  const ids: string[] = []
  for (let n = 0; n < 33; n++) {
    const id = await gate.gateId(`Turnstile ${n}`)
    ids.push(id)
    const stop = { event_id: own.id, gate_id: id, stopped_by: gate.organizer.id }
    await gate.stage.db.insertInto('stopped_gate').values(stop).execute()
  }
  const south = await pairPhone({ ...gate, event: own })
  const { gates } = (await north.list()).event
  expect(gates).toHaveLength(34)
  expect(south.paired.event.gates).toEqual(gates)
  // The phone's list contains the gate of each ticket. But if a gate's index is too large for the
  // list, the tickets of this gate enter at every gate.
  for (const [place, listed] of [
    [31, 31],
    [33, 0],
  ] as const) {
    const { number } = await gate.buy([1], own)
    const enters = gate.stage.db.updateTable('ticket').set({ gate_id: gates[place]!.id })
    await enters.where('number', '=', number).execute()
    const entry = await find(await north.list(), number, own.id)
    expect(entry).toMatchObject({ left: 1, gate: listed })
  }
})

// spec: gate-phone-paired-by
test('the back office shows from which browser and address a phone was paired, until a new code is made', async () => {
  const made = await makePhone(gate)
  const shown = async () => {
    const row = (await listed()).find(({ id }: { id: string }) => id === made.id)
    return [row.paired_browser, row.paired_address]
  }
  expect(await shown()).toEqual([null, null])
  const headers = { 'user-agent': 'curl/8.5.0' }
  const request = { method: 'POST', url: '/api/gate/pair', headers } as const
  const remoteAddress = '197.248.0.9'
  await gate.stage.app.inject({ ...request, remoteAddress, payload: { code: made.code } })
  expect(await shown()).toEqual(['curl/8.5.0', '197.248.0.9'])
  await as('POST', `/api/gate_phones/${made.id}/code`)
  expect(await shown()).toEqual([null, null])
})

// spec: gate-no-buyers-data
test('no response to a gate phone contains buyer data', async () => {
  const phone = await pairPhone(gate, { may_sell: true })
  const { number, phoneNumber } = await gate.buy([0, 2], gate.event, 'asha@lango.test')
  const all: unknown[] = [phone.paired, await phone.list()]
  all.push(await phone.ask({ ticket_number: number, admits: 1 }))
  all.push(await phone.ask({ ticket_number: number }), await phone.ask({ ticket_number: number }))
  all.push(await phone.tell([{ ticket_number: number }]))
  const byAccount = await gate.buy([0, 1])
  await gate.decided({ ticket_number: byAccount.number })
  // The list contains the names of phones that used a ticket, but no accounts.
  all.push(await phone.list())
  const { headers } = phone
  const url = `/api/gate/find?q=${phoneNumber.slice(-6)}`
  const found = await gate.stage.app.inject({ url, headers })
  expect(found.json().data).toHaveLength(1)
  const payload = {
    nonce: randomUUID(),
    ticket_type_id: gate.event.types[1]!.id,
    quantity: 1,
    phone: '0700111222',
    method: 'cash',
    admit: true,
  }
  const sold = await gate.stage.app.inject({
    method: 'POST',
    url: '/api/gate/sales',
    headers,
    payload,
  })
  expect(sold.statusCode, sold.body).toBeLessThan(300)
  const answers = JSON.stringify(all) + found.body + sold.body
  const { rows } = await sql<{ name: string }>`select full_name as name from account`.execute(
    gate.stage.db,
  )
  for (const secret of [phoneNumber.slice(-9), '700111222', 'asha@lango.test']) {
    expect(answers).not.toContain(secret)
  }
  for (const { name } of rows) expect(answers).not.toContain(name)
})
