// Tests the offline decisions about add-ons, and that an app from before add-ons refuses them.
import { describe, expect, test } from 'vitest'
import {
  columnsOf,
  drawNumber,
  EVENT,
  type Listed,
  listSays,
  makeSession,
} from '../../../../test/gate-session.ts'
import { loadOlderApp } from '../../../../test/older-gate/load.ts'
import type { GateCheckIn, GateEvent } from '../../gate.contract.ts'
import { lookOf } from '../screens/result-look.ts'
import { decide, mostOn, type Wish } from './decide.ts'
import type { Pairing } from './gate-store.ts'
import { redeemsHere } from './gates.ts'
import type { GateSession } from './session.ts'
import { readShown } from './shown-number.ts'
import { sync } from './sync.ts'

const PARKING = drawNumber(0, 1)
const DRINKS = drawNumber(0, 2)
const ENTRY = drawNumber(2, 3)
const GATES = [
  ...EVENT.gates,
  { n: 3, id: 'parking', name: 'Parking', is_stopped: false },
  { n: 4, id: 'parking-2', name: 'Parking 2', is_stopped: false },
]
const WITH_PARKING: GateEvent = {
  ...EVENT,
  gates: GATES,
  extras: [{ id: 'x0', type_offset: 0, name: 'Parking', price: 200, gates: [3, 4] }],
}
const soldIn = (sold_in: number): GateEvent => ({
  ...WITH_PARKING,
  extras: WITH_PARKING.extras!.map((extra) => ({ ...extra, sold_in })),
})

async function ask(session: GateSession, text: string, wish: Wish = {}) {
  const outcome = await decide(session, readShown(text)!, wish)
  if (outcome.kind !== 'decided') throw new Error(outcome.kind)
  return { ...outcome.decision, look: lookOf(outcome), ...outcome }
}

const at = async (tickets: Listed[], more: Partial<Pairing> = {}) =>
  (await makeSession({ tickets, more: { event: WITH_PARKING, chosenGate: 3, ...more } })).session

// spec: add-on-parts
test('without a network an add-on is redeemed in parts at its gate', async () => {
  const session = await at([{ number: PARKING, left: 3, total: 3 }])
  expect(redeemsHere(session.state.pairing)).toBe('Parking')
  expect(await mostOn(session, readShown(PARKING)!, {})).toBe(3)
  const first = await ask(session, PARKING, { admits: 1 })
  expect(first).toMatchObject({ result: 'valid', admits: 1, left: 2, byProof: false })
  expect(first.look).toEqual({
    tone: 'redeemed',
    title: 'Redeemed: Parking',
    lines: ['2 of 3 left', 'Offline: decided on this phone.'],
    signal: 'in',
  })
  const tooMany = await ask(session, PARKING, { admits: 3 })
  expect(tooMany).toMatchObject({ result: 'too_many', left: 2 })
  expect(tooMany.look).toMatchObject({ title: 'Only 2 left' })
  expect(tooMany.look.lines).toContain('2 of 3 left')
  const rest = await ask(session, PARKING, { admits: 2 })
  expect(rest.look).toMatchObject({ title: 'Redeemed: 2 × Parking' })
  const used = await ask(session, PARKING)
  expect(used).toMatchObject({ result: 'used', admits: 0 })
  expect(used.look).toMatchObject({ tone: 'before', title: 'Already redeemed' })
  const undone = await ask(session, PARKING, { kind: 'undo', of: rest.nonce, reason: 'a slip' })
  expect(undone.look).toMatchObject({ tone: 'redeemed', title: 'Undone: 2 × Parking' })
  expect(await ask(session, PARKING, { admits: 2 })).toMatchObject({ result: 'valid' })
})

// spec: add-on-no-entrance
describe('without a network an add-on opens no entrance', () => {
  const at0700 = '2026-12-12T04:00:00.000Z'
  test.each<[string, Partial<Pairing>, string]>([
    ['at a gate', { gate: { id: 'gate-a', name: 'Gate A' } }, 'It opens no entrance.'],
    ['at the main gate', { chosenGate: 0 }, 'To redeem it here, choose that gate first.'],
    ['at all gates', { chosenGate: null }, 'To redeem it here, choose that gate first.'],
    [
      'after the hour from which any gate admits',
      { event: { ...WITH_PARKING, any_gate_from: at0700 }, chosenGate: 1 },
      'It opens no entrance.',
    ],
  ])('%s, on the list or not', async (_where, more, why) => {
    for (const tickets of [[{ number: PARKING }], []]) {
      const session = await at(tickets, more)
      for (const wish of [
        {},
        { reason: 'Phone dead or lost', validation_type: 'manual' as const },
      ]) {
        const refused = await ask(session, PARKING, wish)
        expect(refused).toMatchObject({ result: 'wrong_gate', admits: 0, moved: 0 })
        expect(refused.look).toMatchObject({
          tone: 'no',
          title: 'Not here: goes to Parking or Parking 2',
          lines: ['Parking', why, 'Offline: decided on this phone.'],
        })
      }
    }
  })

  test('nor goes out', async () => {
    const session = await at([{ number: PARKING }], { event: { ...WITH_PARKING, may_leave: true } })
    expect(await decide(session, readShown(PARKING)!, { kind: 'out' })).toEqual({
      kind: 'not_now',
      error: 'An add-on opens no entrance, so no one leaves with it.',
    })
  })
})

// spec: add-on-gate-no-entry
test('without a network no entry ticket enters at a gate for add-ons, for all gates or not', async () => {
  for (const gate of [0, 1]) {
    const session = await at([{ number: ENTRY, left: 2, gate }])
    const refused = await ask(session, ENTRY)
    expect(refused).toMatchObject({ result: 'wrong_gate', reason: 'add_on_gate', admits: 0 })
    expect(refused.look.title).toBe('Wrong gate')
    expect(refused.look.lines[0]).toBe('This is a gate for Parking.')
  }
})

// spec: add-on-offline
test('a phone without the number redeems one at a time, up to what is sold in one, and reports it', async () => {
  const session = await at([], { event: soldIn(2), proof_limit: 2 })
  const reported: GateCheckIn[] = []
  for (const left of [1, 2]) {
    expect(await mostOn(session, readShown(DRINKS)!, {})).toBe(1)
    const redeemed = await ask(session, DRINKS, { admits: 1 })
    expect(redeemed).toMatchObject({
      result: 'valid',
      admits: 1,
      byProof: true,
      reason: 'by_proof',
    })
    expect(redeemed.look.lines).toEqual(['One at a time: verified offline (not on list).'])
    reported.push(session.state.rows.at(-1)!.request)
    expect(reported).toHaveLength(left)
  }
  expect(await ask(session, DRINKS)).toMatchObject({ result: 'used' })
  expect(await ask(session, DRINKS, { admits: 2 })).toMatchObject({ admits: 0 })
  expect(reported).toMatchObject(Array(2).fill({ by_proof: true, let_in: 1, decided: 'valid' }))
  expect(await ask(session, PARKING, { admits: 1 })).toMatchObject({ reason: 'by_proof' })
  const third = drawNumber(0, 77)
  expect(await ask(session, third)).toMatchObject({ result: 'unknown', reason: 'proof_limit' })
})

test('the changes of a list keep how often an add-on is redeemed in all', async () => {
  const news = await columnsOf([
    { number: PARKING, left: 1, total: 3 },
    { number: ENTRY, left: 0, used: { at: '2026-12-12T15:00:00Z', phone: 'Ali', gate: 'Gate A' } },
  ])
  const { session } = await makeSession({
    tickets: [{ number: PARKING, left: 3, total: 3 }],
    more: { event: WITH_PARKING, chosenGate: 3 },
    calls: { fetchList: async () => listSays({ event: WITH_PARKING, ...news }) },
  })
  await sync(session, { app: 'test', battery: null })
  session.change({ isOnline: false })
  expect((await ask(session, PARKING, { admits: 1 })).look.lines).toContain('0 of 3 left')
  session.change({ pairing: { ...session.state.pairing, chosenGate: 1 } })
  expect(await ask(session, ENTRY)).toMatchObject({ result: 'used', earlier_phone: 'Ali' })
})

// spec: add-on-older-app
describe('the app of before add-ons', () => {
  const gates: Partial<Pairing>[] = [
    { chosenGate: null },
    { chosenGate: 0 },
    { chosenGate: 3 },
    { gate: { id: 'gate-a', name: 'Gate A' } },
  ]
  test.each([
    ['on its list', true],
    ['not on its list', false],
  ])(
    'admits no one with an add-on that is %s, at any gate, hour or by hand',
    async (_, isListed) => {
      const older = await loadOlderApp()
      const open = '2026-12-12T04:00:00.000Z'
      for (const more of gates) {
        for (const any_gate_from of [null, open]) {
          const event = { ...WITH_PARKING, any_gate_from }
          const { store } = await makeSession({ more: { event, ...more } })
          const news = await columnsOf(isListed ? [{ number: PARKING, left: 3, total: 3 }] : [])
          const session = (await older.openSession(
            store,
            {
              ...(
                await makeSession()
              ).session.calls,
              fetchList: async () => listSays({ is_whole: true, event, ...news }),
            },
            () => Date.parse('2026-12-12T16:00:00Z'),
          ))!
          await older.sync(session, { app: 'older', battery: null })
          session.change({ isOnline: false })
          for (const wish of [
            {},
            { reason: 'Phone dead or lost' },
            { confirmed: true, admits: 1 },
          ]) {
            const outcome = await older.decide(session, older.readShown(PARKING)!, wish)
            expect(outcome).toMatchObject({
              kind: 'decided',
              moved: 0,
              decision: { result: 'used', admits: 0, left: 0 },
            })
            expect(older.lookOf(outcome)).toMatchObject({ tone: 'before', title: 'Already used' })
          }
        }
      }
    },
  )
})
