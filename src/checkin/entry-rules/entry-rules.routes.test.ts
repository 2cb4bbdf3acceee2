import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, keepGate } from '../../../test/gate.ts'
import { callApi } from '../../../test/http.ts'

const gate = keepGate({ types: [{ gates: ['Gate A'] }] })

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

async function call(method: Method, path: string, payload?: object, as: Account = gate.organizer) {
  return await callApi(gate.stage, {
    method,
    url: `/api/events/${path}`,
    headers: as.headers,
    ...(payload && { payload }),
  })
}

async function audit(eventId: string) {
  const url = `/api/audit_log?event_id=${eventId}`
  const answer = await gate.stage.app.inject({ url, headers: gate.admin.headers })
  const { data } = answer.json() as { data: Record<string, unknown>[] }
  return data.map(({ action, subject, before, after }) => ({ action, subject, before, after }))
}

const NONE = {
  licensed_capacity: null,
  any_gate_from: null,
  may_leave: false,
  transfer_limit: null,
  transfers_end_at_doors: false,
  reminds: false,
  cash_per_minute: null,
  cash_per_hour: null,
}

// spec: entry-rules
test('entry rules start with defaults; a partial change keeps the other rules and is in the audit log', async () => {
  const { id } = await gate.build()
  const rules = `${id}/entry_rules`
  expect(await call('GET', rules)).toEqual({ status: 200, body: NONE })
  const first = { licensed_capacity: 12_000, any_gate_from: '2027-03-14T19:30:00+03:00' }
  const saved = { ...NONE, ...first, any_gate_from: '2027-03-14T16:30:00.000Z' }
  expect(await call('PUT', rules, first)).toEqual({ status: 200, body: saved })
  const second = { may_leave: true, transfer_limit: 0, transfers_end_at_doors: true }
  expect(await call('PUT', rules, second)).toEqual({ status: 200, body: { ...saved, ...second } })
  // A client that sends back the rules that it has read changes nothing.
  expect((await call('PUT', rules, { ...saved, ...second })).status).toBe(200)
  expect(await call('GET', rules)).toEqual({ status: 200, body: { ...saved, ...second } })
  const changed = { action: 'entry_rules_changed', subject: expect.any(String) }
  expect(await audit(id)).toEqual([
    {
      ...changed,
      before: { may_leave: false, transfer_limit: 'none', transfers_end_at_doors: false },
      after: { may_leave: true, transfer_limit: 0, transfers_end_at_doors: true },
    },
    {
      ...changed,
      before: { licensed_capacity: 'none', any_gate_from: 'none' },
      after: { licensed_capacity: 12_000, any_gate_from: '2027-03-14 19:30' },
    },
  ])
})

test.each([
  [{ licensed_capacity: 0 }, 'licensed_capacity'],
  [{ transfer_limit: -1 }, 'transfer_limit'],
  [{ cash_per_minute: -1 }, 'cash_per_minute'],
  [{ cash_per_hour: 1.5 }, 'cash_per_hour'],
  [{ any_gate_from: 'tomorrow' }, 'any_gate_from'],
  [{ any_gate_from: '2027-02-31T25:00:00Z' }, 'any_gate_from'],
  // An instant without a time zone is ambiguous.
  [{ any_gate_from: '2027-03-14T19:30' }, 'any_gate_from'],
])('rules that cannot be are refused: %j', async (payload, field) => {
  const answer = await call('PUT', `${gate.event.id}/entry_rules`, payload)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_field', field } })
})

// spec: gate-stopped
test('stopping and opening a gate is logged once each, the default gate included', async () => {
  const { id } = await gate.build()
  const gateId = await gate.gateId('Gate A')
  const stops = `${id}/stopped_gates`
  const stopped = { status: 200, body: { gate_id: gateId, is_stopped: true } }
  expect(await call('POST', stops, { gate_id: gateId.toUpperCase() })).toEqual(stopped)
  expect(await call('POST', stops, { gate_id: gateId })).toEqual(stopped)
  expect((await call('POST', stops, { gate_id: null })).body.gate_id).toBeNull()
  expect((await call('POST', stops, { gate_id: null })).status).toBe(200)
  const rows = () =>
    gate.stage.db
      .selectFrom('stopped_gate')
      .select(['gate_id', 'stopped_by'])
      .where('event_id', '=', id)
      .orderBy('gate_id')
      .execute()
  const by = { stopped_by: gate.organizer.id }
  expect(await rows()).toEqual([
    { gate_id: gateId, ...by },
    { gate_id: null, ...by },
  ])
  const open = { status: 200, body: { gate_id: gateId, is_stopped: false } }
  expect(await call('DELETE', `${stops}?gate_id=${gateId}`)).toEqual(open)
  expect(await call('DELETE', `${stops}?gate_id=${gateId}`)).toEqual(open)
  expect(await rows()).toEqual([{ gate_id: null, ...by }])
  expect((await call('DELETE', stops)).body.gate_id).toBeNull()
  expect(await rows()).toEqual([])
  const words = (await audit(id)).map(({ action, subject }) => `${action} ${subject}`)
  expect(words).toEqual([
    'entry_opened Main Gate',
    'entry_opened Gate A',
    'entry_stopped Main Gate',
    'entry_stopped Gate A',
  ])
})

test('an unknown gate, or an event of another organizer, is not found', async () => {
  const { event, stranger } = gate
  for (const gate_id of [randomUUID(), 'nothing']) {
    const missing = { status: 404, body: { code: 'gate_not_found', field: 'gate_id' } }
    expect(await call('POST', `${event.id}/stopped_gates`, { gate_id })).toMatchObject(missing)
  }
  const gone = { status: 404, body: { code: 'event_not_found' } }
  expect(await call('GET', 'nothing/entry_rules')).toMatchObject(gone)
  expect(await call('GET', `${event.id}/entry_rules`, undefined, stranger)).toMatchObject(gone)
  expect(await call('PUT', `${event.id}/entry_rules`, {}, stranger)).toMatchObject(gone)
  const stop = { gate_id: null }
  expect(await call('POST', `${event.id}/stopped_gates`, stop, stranger)).toMatchObject(gone)
})

test('a gate that is stopped or has a phone cannot be removed', async () => {
  const { id } = await gate.build()
  const name = `Gate ${randomUUID().slice(0, 8)}`
  const gateId = await gate.gateId(name)
  await call('POST', `${id}/stopped_gates`, { gate_id: gateId })
  const remove = () =>
    gate.stage.app.inject({
      method: 'DELETE',
      url: `/api/gates/${gateId}`,
      headers: gate.admin.headers,
    })
  expect((await remove()).json()).toMatchObject({ code: 'in_use' })
  await call('DELETE', `${id}/stopped_gates?gate_id=${gateId}`)
  await gate.stage.db
    .insertInto('gate_phone')
    .values({ id: randomUUID(), event_id: id, gate_id: gateId, name: 'P', made_by: gate.admin.id })
    .execute()
  expect((await remove()).json()).toMatchObject({ code: 'in_use' })
})

// spec: gate-move-dialog
test('holders to notify of a gate move are orders with a ticket that can still let people in', async () => {
  const own = await gate.build({ types: [{ capacity: 100 }, { capacity: 100 }] })
  const [first, second] = own.types
  const holders = async (typeId: string, as = gate.organizer) =>
    await call('GET', `${own.id}/ticket_types/${typeId}/holders`, undefined, as)
  expect(await holders(first!.id)).toEqual({ status: 200, body: { holders: 0 } })
  await gate.buy([3, 0], own)
  await gate.buy([1, 0], own)
  const { number } = await gate.buy([1, 0], own)
  await gate.decided({ ticket_number: number, event_id: own.id })
  expect((await holders(first!.id)).body).toEqual({ holders: 2 })
  expect((await holders(second!.id)).body).toEqual({ holders: 0 })
  const gone = { status: 404, body: { code: 'event_not_found' } }
  expect(await holders(first!.id, gate.stranger)).toMatchObject(gone)
  expect(await holders(randomUUID())).toMatchObject(gone)
  expect(await holders('nothing')).toMatchObject(gone)
})
