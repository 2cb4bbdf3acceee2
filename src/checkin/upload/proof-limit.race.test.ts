// spec: gate-past-proof-limit
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { keepGate } from '../../../test/gate.ts'
import { pairPhone } from '../../../test/gate-phone.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import type { Db } from '../../platform/database/db.ts'
import { drawTicketNumber } from '../../tickets/issuing/ticket-numbers.ts'
import { mergeCheckIns } from './merge-check-ins.ts'

/** Matches the lock in lockProofs (gate-phones.sql.ts). */
const PHONE_LOCK = /(?<=select proofs from gate_phone where id = \$1) for no key update$/

const gate = keepGate({ types: [{ name: 'Standard' }] })

/**
 * Makes three concurrent uploads about three different tickets. Returns the stored count of
 * tickets.
 */
async function countTogether(on: Db): Promise<number> {
  const { id } = await pairPhone(gate)
  const phone = { id, name: 'North', eventId: gate.event.id, gateId: null, maySell: false }
  const decision = { offline: true, decided: 'valid' as const, let_in: 1, by_proof: true }
  const tell = () => {
    const ticket_number = drawTicketNumber(0, 1, Buffer.alloc(32, 7))
    const row = { ticket_number, nonce: randomUUID(), device_at: '', ...decision }
    return mergeCheckIns({ ...gate.stage.deps, db: on }, phone, [row])
  }
  await behind(
    gate.stage.db,
    (tx) => sql`select from gate_phone where id = ${id} for update`.execute(tx),
    () => Promise.all([tell(), tell(), tell()]),
    { waiters: 3 },
  )
  const counted = gate.stage.db.selectFrom('gate_phone').select('proofs').where('id', '=', id)
  return (await counted.executeTakeFirstOrThrow()).proofs
}

test('with the guard off, one of three concurrent uploads is counted', async () => {
  const unguarded = openUnguarded(gate.stage.env.databaseUrl, [PHONE_LOCK])
  expect(await countTogether(unguarded).finally(() => unguarded.close())).toBe(1)
})

test('with the guard on, all three uploads are counted', async () => {
  expect(await countTogether(gate.stage.db)).toBe(3)
})
