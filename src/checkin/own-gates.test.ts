// spec: own-gates
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { keepGate } from '../../test/gate.ts'
import { makePhone, pairPhone } from '../../test/gate-phone.ts'
import { callApi } from '../../test/http.ts'

const gate = keepGate({ types: [{ name: 'VIP', gates: ['Gate A'] }] })
let common: string
const own = { id: randomUUID(), name: 'River door' }
const foreign = { id: randomUUID(), name: 'River door' }

/** Saves an entrance of an event, as the event form does. */
async function nameGate(eventId: string, entrance: object, as = gate.organizer) {
  const url = `/api/events/${eventId}`
  const { headers } = as
  const { updated_at } = (await callApi(gate.stage, { url, headers })).body
  const payload = { updated_at, gates: [entrance] }
  const { status } = await callApi(gate.stage, { method: 'PUT', url, headers, payload })
  expect(status).toBe(200)
}

beforeAll(async () => {
  common = await gate.gateId('Gate A')
  await nameGate(gate.event.id, own)
  await nameGate((await gate.build({}, gate.stranger)).id, foreign, gate.stranger)
})

const post = async (url: string, payload: object) => {
  const { headers } = gate.organizer
  const { status } = await callApi(gate.stage, { method: 'POST', url, headers, payload })
  return status
}

const gatesOfLive = async (id: string) => {
  const url = `/api/events/${id}/entry`
  const { body } = await callApi(gate.stage, { url, headers: gate.organizer.headers })
  return body.gates.map(({ name }: { name: string }) => name)
}

test('a phone stands at an own gate, and its list and Live have common and own gates', async () => {
  const phone = await pairPhone(gate, { gate_id: own.id })
  expect(phone.paired).toMatchObject({ gate: own })
  const names = phone.paired.event.gates.map(({ name }) => name)
  expect(names).toEqual(['Main Gate', 'Gate A', 'River door'])
  const { number } = await gate.buy([1])
  expect(await phone.ask({ ticket_number: number, gate_id: common })).toMatchObject({
    result: 'wrong_gate',
  })
  // No ticket, phone or check-in refers to the Main Gate.
  expect(await gatesOfLive(gate.event.id)).toEqual(['Gate A', 'River door'])
})

test('Live has the Main Gate once a ticket or a check-in names it', async () => {
  const bare = await gate.build({ types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Stand' }] })
  expect(await gatesOfLive(bare.id)).toEqual(['Main Gate', 'Gate A'])
  const sold = await gate.build({ types: [{ name: 'VIP' }] })
  await gate.buy([1], sold)
  const link = { ticket_type_id: sold.types[0]!.id, gate_id: common }
  await gate.stage.db.insertInto('ticket_type_gate').values(link).execute()
  expect(await gatesOfLive(sold.id)).toEqual(['Main Gate', 'Gate A'])
})

test("tickets move to an own gate, and a check-in there is valid; another event's gate is unknown", async () => {
  const [type] = gate.event.types
  const move = `/api/events/${gate.event.id}/ticket_types/${type!.id}/gate`
  const stops = `/api/events/${gate.event.id}/stopped_gates`
  const { number } = await gate.buy([1])
  expect(await post(move, { gate_id: foreign.id })).toBe(404)
  expect(await post(stops, { gate_id: foreign.id })).toBe(404)
  const atForeign = { name: 'X', event_id: gate.event.id, gate_id: foreign.id }
  expect(await post('/api/gate_phones', atForeign)).toBe(404)
  expect((await gate.ask({ ticket_number: number, gate_id: foreign.id })).status).toBe(404)
  expect(await post(move, { gate_id: own.id })).toBe(202)
  expect(
    (await callApi(gate.stage, `/api/functions/metadata?ticket_number=${number}`)).body,
  ).toMatchObject({
    gate: 'River door',
  })
  const decided = await gate.decided({ ticket_number: number, gate_id: own.id })
  expect(decided).toMatchObject({ result: 'valid' })
  // A phone for all gates sends the gate of another event: no row is stored with that gate.
  const phone = await pairPhone(gate)
  const other = await gate.buy([1])
  await phone.ask({ ticket_number: other.number, gate_id: foreign.id })
  const rows = gate.stage.db.selectFrom('check_in').select('gate_id')
  const stored = rows.where('gate_id', '=', foreign.id)
  expect(await stored.execute()).toEqual([])
  await makePhone(gate, { gate_id: common })
})
