import { expect, test } from 'vitest'
import { LEAST, makeEditor, VIP } from '../../../test/event-form.ts'
import { keepStage } from '../../../test/stage.ts'
import { GATES_TEXT } from './event-form.rules.ts'

const stage = keepStage()

// spec: gate-most-gates
test('an event has at most as many gates as phones can encode, and an event with more can still be saved', async () => {
  const admin = await makeEditor(stage)
  const gates = await Promise.all(Array.from({ length: 33 }, (_, n) => admin.gate(`Door ${n}`)))
  const { body: event } = await admin.create({
    ...LEAST,
    image: await admin.picture(),
    ticket_types: [
      { ...VIP, name: 'A' },
      { ...VIP, name: 'B' },
    ],
  })
  const half = gates.slice(0, 20)
  const set = async (...wanted: string[][]) => {
    const { updated_at, ticket_types } = await admin.read(event.id)
    const types = wanted.map((gate_ids, n) => ({ ...ticket_types[n], gate_ids }))
    return await admin.save(event.id, { updated_at, ticket_types: types })
  }
  const refused = {
    status: 422,
    body: { code: 'invalid_field', field: 'ticket_types.1.gate_ids', error: GATES_TEXT },
  }
  expect((await set(half, gates.slice(15, 31))).status).toBe(200)
  expect(await set(half, gates.slice(15, 32))).toMatchObject(refused)
  const add = { ticket_type_id: event.ticket_types[1].id, gate_id: gates[31]! }
  await stage.db.insertInto('ticket_type_gate').values(add).execute()
  expect((await set(half, gates.slice(15, 32))).status).toBe(200)
  expect((await set(gates.slice(1, 20), gates.slice(15, 32))).status).toBe(200)
  expect(await set(half, gates.slice(15, 33))).toMatchObject(refused)
  const types = [{ ...VIP, gate_ids: gates }]
  const made = await admin.create({ ...LEAST, image: await admin.picture(), ticket_types: types })
  expect(made).toMatchObject({ status: 422, body: { field: 'ticket_types.0.gate_ids' } })
})
