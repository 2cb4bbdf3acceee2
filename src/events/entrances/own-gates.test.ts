import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  draftOf,
  type Editor,
  makeEditor,
  openOffice,
  publishedOf,
  VIP,
} from '../../../test/event-form.ts'
import { callApi } from '../../../test/http.ts'
import { pay, prompted, readOrder } from '../../../test/purchase.ts'
import type { Stage } from '../../../test/stage.ts'
import { GATES_TEXT } from '../editing/event-form.rules.ts'
import type { Entrance } from './entrance.rules.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin } = await openOffice())
})
// An organizer may add ten drafts a day, so each test has its own organizer.
beforeEach(async () => {
  organizer = await makeEditor(stage, 'organizer')
})
afterAll(() => stage.close())

const entrance = (name: string): Entrance => ({ id: randomUUID(), name })

/** Saves the gates of an event, and the fields in `more`. */
async function save(editor: Editor, id: string, gates: object[], more: object = {}) {
  const { updated_at } = await editor.read(id)
  return await editor.save(id, { updated_at, gates, ...more })
}

/** Buys a ticket of the event's first type. Returns the ticket. */
async function buy(event: { id: string; title: string; ticket_types: { id: string }[] }) {
  const types = event.ticket_types.map(({ id }) => ({ id, price: VIP.price }))
  const order = await prompted(stage, { ...event, types }, [2])
  await pay(stage, order, `UKG${randomUUID().replaceAll('-', '').slice(0, 7).toUpperCase()}`)
  return (await readOrder(stage, order.orderId)).body.transaction.tickets[0]
}

// spec: own-gates
test('an organizer names the entrances of a draft, and gate_ids takes own and common gates', async () => {
  const [north, south] = [entrance(' North  door '), entrance('South door')]
  const common = await admin.gate('Gate 7')
  const types = [{ ...VIP, gate_ids: [south.id.toUpperCase(), common] }]
  const event = await draftOf(organizer, { gates: [south, north], ticket_types: types })
  const gates = [south, { ...north, name: 'North door' }]
  expect(event.gates).toEqual(gates)
  expect(event.ticket_types[0].gate_ids).toEqual([common, south.id])
  expect((await organizer.read(event.id)).gates).toEqual(gates)
  const listed = await organizer.call('GET', '/api/events?scope=managed')
  expect(listed.body.data.find(({ id }: Entrance) => id === event.id).gates).toEqual(gates)
  const { body } = await callApi(stage, '/api/gates')
  expect(body.data.map(({ name }: Entrance) => name)).not.toContain('South door')
  expect(body.data.map(({ id }: Entrance) => id)).toContain(common)
  const swapped = [
    { ...north, name: 'South door' },
    { ...south, name: 'North door' },
  ]
  expect((await save(organizer, event.id, swapped)).body.gates).toEqual(swapped)
  expect((await organizer.save(event.id, await organizer.read(event.id))).body.gates).toEqual(
    swapped,
  )
  expect(await admin.audit(event.id)).toEqual([
    expect.anything(),
    expect.anything(),
    expect.anything(),
    expect.anything(),
    ['gate_added', 'Derby Day · South door', null, null],
    ['gate_added', 'Derby Day · North door', null, null],
    ['gate_changed', 'Derby Day · South door', 'North door', 'South door'],
    ['gate_changed', 'Derby Day · North door', 'South door', 'North door'],
  ])
})

// spec: own-gates
test('two organizers have an entrance of one name, and an event has it once, beside a common gate', async () => {
  const other = await makeEditor(stage, 'organizer')
  await admin.gate('Main Stand')
  const of = (editor: Editor) => draftOf(editor, { gates: [entrance('Main Stand')] })
  const [mine, theirs] = [await of(organizer), await of(other)]
  expect([mine, theirs].map(({ gates }) => gates[0].name)).toEqual(['Main Stand', 'Main Stand'])
  const twice = await save(organizer, mine.id, [...mine.gates, entrance('MAIN stand')])
  expect(twice).toMatchObject({ status: 409, body: { code: 'duplicate', field: 'gates.1.name' } })
})

test("another event's gate is refused where it is named, and its id is never taken over", async () => {
  const other = await makeEditor(stage, 'organizer')
  const { gates } = await draftOf(other, { gates: [entrance('Theirs')] })
  const event = await draftOf(organizer)
  const [type] = event.ticket_types
  const foreign = await save(organizer, event.id, [], {
    ticket_types: [{ id: type.id, gate_ids: [gates[0].id] }],
  })
  expect(foreign).toMatchObject({ status: 422, body: { field: 'ticket_types.0.gate_ids' } })
  const common = await admin.gate('Gate 8')
  for (const id of [gates[0].id, common]) {
    const taken = await save(organizer, event.id, [entrance('A'), { id, name: 'Mine' }])
    expect(taken).toMatchObject({ status: 422, body: { field: 'gates.1.id' } })
  }
  const names = stage.db.selectFrom('gate').select('name').where('id', 'in', [gates[0].id, common])
  expect((await names.execute()).map(({ name }) => name).sort()).toEqual(['Gate 8', 'Theirs'])
  for (const method of ['PUT', 'DELETE'] as const) {
    const url = `/api/gates/${gates[0].id}`
    const payload = method === 'PUT' ? { payload: { name: 'X' } } : {}
    expect((await callApi(stage, { method, url, headers: admin.headers, ...payload })).status).toBe(
      404,
    )
  }
})

const ID = randomUUID()

test.each([
  ['gates.0.id', [{ id: 'north', name: 'North' }]],
  [
    'gates.1.id',
    [
      { id: ID, name: 'North' },
      { id: ID.toUpperCase(), name: 'South' },
    ],
  ],
  ['gates.0.name', [{ id: ID, name: ' ' }]],
  ['gates.0.name', [{ id: ID, name: 'x'.repeat(41) }]],
  ['gates.0.name', [{ id: ID, name: 'KCB: you won' }]],
  ['gates.1.name', [entrance('Lango A'), entrance('0712 345 678')]],
])('gates that no event may have are refused at %s: %j', async (field, gates) => {
  const { id } = await draftOf(organizer)
  expect(await save(organizer, id, gates)).toMatchObject({ status: 422, body: { field } })
  expect((await organizer.read(id)).gates).toEqual([])
})

// spec: gate-most-gates
test('own gates count among the gates that phones have room for', async () => {
  const common = await admin.gate('Gate 9')
  const gates = Array.from({ length: 31 }, (_, n) => entrance(`Door ${n}`))
  const event = await draftOf(organizer, { gates: gates.slice(1) })
  const types = [{ id: event.ticket_types[0].id, gate_ids: [common] }]
  expect((await save(organizer, event.id, gates.slice(1), { ticket_types: types })).status).toBe(
    200,
  )
  expect(await save(organizer, event.id, gates)).toMatchObject({
    status: 422,
    body: { field: 'gates', error: GATES_TEXT },
  })
})

// spec: own-gates
test('a gate that a ticket names is neither renamed nor removed, and others are', async () => {
  const [north, south] = [entrance('North'), entrance('South')]
  const ticket_types = [{ ...VIP, gate_ids: [north.id] }]
  const event = await publishedOf(admin, organizer, { gates: [north, south], ticket_types })
  const linked = await save(organizer, event.id, [south])
  expect(linked).toMatchObject({ status: 409, body: { code: 'in_use', field: 'gates' } })
  expect(linked.body.error).toBe('North is still the way in for 1 ticket type. Unlink it first.')
  expect(await buy(event)).toMatchObject({ gate: 'North' })
  const unlinked = { ticket_types: [{ id: event.ticket_types[0].id, gate_ids: [] }] }
  const renamed = await save(organizer, event.id, [{ ...north, name: 'N' }, south], unlinked)
  expect(renamed).toMatchObject({ status: 409, body: { code: 'in_use', field: 'gates.0.name' } })
  const removed = await save(organizer, event.id, [south], unlinked)
  expect(removed).toMatchObject({ status: 409, body: { code: 'in_use', field: 'gates' } })
  const east = { ...south, name: 'East' }
  expect((await save(organizer, event.id, [east, north])).body.gates).toEqual([east, north])
  expect((await save(organizer, event.id, [north])).body.gates).toEqual([north])
})

test('a gate that a change names which waits for approval stays until the change is decided', async () => {
  const north = entrance('North')
  const event = await publishedOf(admin, organizer, { ticket_types: [VIP] })
  const press = { name: 'Press', price: 10, quantity: 5, gate_ids: [north.id.toUpperCase()] }
  const [vip] = event.ticket_types
  const asked = await save(organizer, event.id, [north], { ticket_types: [vip, press] })
  expect(asked.body).toMatchObject({ gates: [north], review: { state: 'sent' } })
  const removed = await save(organizer, event.id, [])
  expect(removed).toMatchObject({ status: 409, body: { code: 'in_use', field: 'gates' } })
  const approved = await admin.approve(event.id, asked.body.updated_at)
  expect(approved.body.ticket_types[1]).toMatchObject({ name: 'Press', gate_ids: [north.id] })
})

// spec: event-duplicate
test('a duplicate has the entrances of the event with ids of its own', async () => {
  const [north, south] = [entrance('North'), entrance('South')]
  const ticket_types = [{ ...VIP, gate_ids: [north.id] }]
  const event = await draftOf(organizer, { gates: [south, north], ticket_types })
  const { body: copy } = await organizer.act(event.id, 'duplicate')
  expect(copy.gates.map(({ name }: Entrance) => name)).toEqual(['South', 'North'])
  expect(copy.ticket_types[0].gate_ids).toEqual([copy.gates[1].id])
  const ids = [...event.gates, ...copy.gates].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
})

test('a save of a version that another member has changed is refused, gates included', async () => {
  const event = await draftOf(organizer)
  expect((await save(organizer, event.id, [entrance('North')])).status).toBe(200)
  const { updated_at } = event
  const late = await admin.save(event.id, { updated_at, gates: [entrance('South')] })
  expect(late).toMatchObject({ status: 409, body: { code: 'stale' } })
})

test('a draft that was returned shows its new entrances to the admin', async () => {
  const event = await draftOf(organizer, { gates: [entrance('North')] })
  await organizer.act(event.id, 'send_in')
  const { body } = await admin.act(event.id, 'return', { words: 'Name the other doors.' })
  const gates = [...body.gates, entrance('South')]
  const saved = await organizer.save(event.id, { updated_at: body.updated_at, gates })
  expect(saved.body.review.changes).toEqual([
    { what: 'Entrances', before: 'North', after: 'North, South' },
  ])
})
