// spec: gate-past-proof-limit
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { behind } from '../../test/behind.ts'
import { type Gate, makeGate } from '../../test/gate.ts'
import { pairPhone } from '../../test/gate-phone.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import type { Db } from '../platform/db.ts'
import { drawTicketNumber } from '../tickets/draw-ticket-number.ts'
import { mergeCheckIn } from './merge-check-in.ts'

/** lockProofs in gate-phones.sql.ts. */
const PHONE_LOCK = /^select from gate_phone where id = \$1 for no key update$/

let gate: Gate
beforeAll(async () => {
  gate = await makeGate({ types: [{ name: 'Standard' }] })
})
afterAll(() => gate.stage.close())

/** One row, sent three times at once, since no answer came; how many tickets it counted for. */
async function toldAtOnce(on: Db): Promise<number> {
  const { id } = await pairPhone(gate)
  const phone = { id, name: 'North', eventId: gate.event.id, gateId: null, maySell: false }
  const number = drawTicketNumber(0, 1, Buffer.alloc(32, 7))
  const told = { offline: true, decided: 'valid' as const, let_in: 1, by_proof: true }
  const row = { ticket_number: number, nonce: randomUUID(), device_at: '', ...told }
  await behind(
    gate.stage.db,
    (tx) => sql`select from gate_phone where id = ${id} for update`.execute(tx),
    () =>
      Promise.all([1, 2, 3].map(() => mergeCheckIn({ ...gate.stage.deps, db: on }, phone, row))),
    { waiters: 3 },
  )
  const counted = gate.stage.db.selectFrom('gate_phone').select('proofs').where('id', '=', id)
  return (await counted.executeTakeFirstOrThrow()).proofs
}

test('the guard off: a row that is told again at once counts again', async () => {
  const unguarded = openUnguarded(gate.stage.env.databaseUrl, [PHONE_LOCK])
  expect(await toldAtOnce(unguarded).finally(() => unguarded.close())).toBe(3)
})

test('the guard on: it counts once', async () => {
  expect(await toldAtOnce(gate.stage.db)).toBe(1)
})
