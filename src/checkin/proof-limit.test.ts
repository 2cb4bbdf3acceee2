// spec: gate-past-proof-limit
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { keepGate } from '../../test/gate.ts'
import { type Phone, pairPhone } from '../../test/gate-phone.ts'
import type { EntryView } from './command-view.contract.ts'

const LIMIT = 3

let phone: Phone
const gate = keepGate({}, { GATE_PROOF_LIMIT: String(LIMIT) })
beforeEach(async () => {
  gate.event = await gate.build({ types: [{ name: 'VIP', maxPerOrder: 10 }] })
  phone = await pairPhone(gate, { name: 'North' })
})

async function view(): Promise<EntryView> {
  const url = `/api/events/${gate.event.id}/entry`
  const answer = await gate.stage.app.inject({ url, headers: gate.organizer.headers })
  return answer.json()
}

/**
 * A check-in that the phone accepted by the ticket's signature, because the ticket was sold after
 * the phone received its list.
 */
async function byProof(more: object = {}) {
  const { number } = await gate.buy([2], gate.event)
  return { ticket_number: number, by_proof: true, nonce: randomUUID(), ...more }
}

const several = async (count: number) => {
  const rows = []
  for (let n = 0; n < count; n++) rows.push(await byProof())
  return rows
}

test('tickets up to the limit raise no alarm, in parts, uploaded twice or concurrently', async () => {
  const rows = await several(LIMIT)
  await Promise.all([phone.tell(rows), phone.tell(rows), phone.tell([...rows].reverse())])
  const { nonce: _, ...again } = rows[0]!
  await phone.tell([again])
  expect((await view()).alarms).toEqual([])
})

test('tickets above the limit are all stored, and the phone is an alarm with its time', async () => {
  const rows = await several(LIMIT + 2)
  const decisions = await phone.tell(rows.slice(0, -1))
  gate.stage.pass(1000)
  decisions.push(...(await phone.tell(rows.slice(-1))))
  for (const one of decisions) {
    expect(one).toMatchObject({ result: 'valid', reason: 'by_proof', conflict: false })
  }
  const { alarms, inside } = await view()
  expect(inside).toBe(LIMIT + 2)
  const [last] = await gate.readRows(rows.at(-1)!.ticket_number)
  expect(alarms).toEqual([
    {
      kind: 'proof_limit',
      phone: 'North',
      tickets: 2,
      ticket_number: rows.at(-1)!.ticket_number,
      at: last!.at.toISOString(),
    },
  ])
  const [row] = await gate.readRows(rows[0]!.ticket_number)
  expect([row!.is_past_limit, last!.is_past_limit]).toEqual([false, true])
  // If rows are uploaded again, the count stays the same.
  await phone.tell(rows)
  expect((await view()).alarms).toEqual(alarms)
})

test('the limit counts from list to list, and for each phone by itself', async () => {
  const other = await pairPhone(gate, { name: 'South' })
  await phone.tell(await several(LIMIT))
  await other.tell(await several(LIMIT))
  await phone.list()
  await phone.tell(await several(LIMIT))
  expect((await view()).alarms).toEqual([])
  await other.tell(await several(1))
  expect((await view()).alarms).toMatchObject([{ kind: 'proof_limit', phone: 'South', tickets: 1 }])
})

test('listed tickets and refused people do not count for the limit', async () => {
  await phone.tell(await several(LIMIT))
  await phone.tell([await byProof({ by_proof: false })])
  await phone.tell([await byProof({ let_in: 0, decided: 'used' })])
  expect((await view()).alarms).toEqual([])
})
