// spec: gates-never-both
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { type Gate, keepGate } from '../../../test/gate.ts'
import { pairPhone } from '../../../test/gate-phone.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import type { Db } from '../../platform/database/db.ts'
import type { GateCheckIn, GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { checkInAtGate } from './check-in-at-gate.ts'
import { mergeCheckIns } from './merge-check-ins.ts'

/** The end of the SQL of lockTicket, and the condition in countAdmitted. */
const TICKET_LOCK = /for no key update of "k"$/
const STILL_VALID = / and state = 'valid'$/

const gate = keepGate({ types: [{ name: 'Standard' }] })
let phones: { id: string; name: string }[]
beforeAll(async () => {
  phones = [await pairPhone(gate), await pairPhone(gate), await pairPhone(gate)].map((phone) => ({
    id: phone.id,
    name: 'North',
  }))
  await sql`alter table ticket drop constraint ticket__admitted, drop constraint ticket__used`.execute(
    gate.stage.db,
  )
})

type Work = (
  deps: Gate['stage']['deps'],
  ...scan: [phone: GatePhone, row: GateCheckIn]
) => Promise<GateDecision>

/**
 * Starts the requests of all phones while a test transaction locks the ticket, so that all requests
 * continue when the lock ends.
 */
async function together(on: Db, number: string, work: Work, more = {}) {
  const ask = ({ id, name }: { id: string; name: string }) => {
    const phone = { id, name, eventId: gate.event.id, gateId: null, maySell: false }
    const row = { nonce: randomUUID(), device_at: '', confirmed: true, ...more }
    return work({ ...gate.stage.deps, db: on }, phone, { ticket_number: number, ...row })
  }
  return await behind(
    gate.stage.db,
    (tx) => sql`select from ticket where number = ${number} for update`.execute(tx),
    () => Promise.all(phones.map(ask)),
    { waiters: phones.length },
  )
}

const readTicket = async (number: string) =>
  await gate.stage.db
    .selectFrom('ticket')
    .select(['admitted', 'excess'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

test('online with the guard off, each phone lets the last person in', async () => {
  const { number } = await gate.buy([1])
  const unguarded = openUnguarded(gate.stage.env.databaseUrl, [TICKET_LOCK, STILL_VALID])
  const replies = await together(unguarded, number, checkInAtGate).finally(() => unguarded.close())
  expect(replies.map(({ admits }) => admits)).toEqual([1, 1, 1])
})

test('online with the guard on, exactly one phone lets the last person in', async () => {
  const { number } = await gate.buy([1])
  const replies = await together(gate.stage.db, number, checkInAtGate)
  expect(replies.map(({ admits }) => admits).sort()).toEqual([0, 0, 1])
  expect(await readTicket(number)).toEqual({ admitted: 1, excess: 0 })
})

const mergeOne: Work = async (deps, phone, row) => (await mergeCheckIns(deps, phone, [row]))[0]!

const OFFLINE = { offline: true, decided: 'valid' as const, let_in: 1 }

test('in an upload with the guard off, an excess admission is lost', async () => {
  const { number } = await gate.buy([1])
  const unguarded = openUnguarded(gate.stage.env.databaseUrl, [TICKET_LOCK])
  const merged = together(unguarded, number, mergeOne, OFFLINE)
  await merged.finally(() => unguarded.close())
  expect((await readTicket(number)).excess).toBeLessThan(2)
})

test('in an upload with the guard on, every excess admission is counted', async () => {
  const { number } = await gate.buy([1])
  await together(gate.stage.db, number, mergeOne, OFFLINE)
  expect(await readTicket(number)).toEqual({ admitted: 1, excess: 2 })
})
