import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gate, makeGate } from '../../test/gate.ts'
import type { ValidationList } from './checkin.contract.ts'

let gate: Gate
beforeAll(async () => {
  gate = await makeGate({ types: [{ gates: ['Gate A'] }] })
})
afterAll(() => gate.stage.close())

async function read(eventId: string, query = ''): Promise<ValidationList['data']> {
  const url = `/api/ticket_validations?event_id=${eventId}${query}`
  const answer = await gate.stage.app.inject({ url, headers: gate.organizer.headers })
  expect(answer.statusCode).toBe(200)
  return (answer.json() as ValidationList).data
}

/** What a steward's phone told, as it is stored. */
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
test('refused ones have their reason, and the phone is the validator', async () => {
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
test('by reason: one that is stored, or the result where there is none', async () => {
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
  // Whoever was simply let in has no reason to be found by.
  expect(await by('valid')).toEqual([])
  expect(await read(id, '&reason=unknown&status=valid')).toEqual([])
})

// spec: validations-undone
test('one that was taken back is marked, once in the list and in the file, and found by it', async () => {
  const own = await gate.build()
  const { number } = await gate.buy([1], own)
  const { id } = await gate.decided({ ticket_number: number, event_id: own.id })
  const phone = await phoneOf(own.id, 'Otieno')
  const ticket = await gate.stage.db
    .selectFrom('ticket')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const taken = { kind: 'undo', undone_id: id, words: 'wrong queue', result: 'valid' }
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
