// Tests offline decisions, which are based on the phone's list and on the number itself.
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  drawNumber,
  EVENING,
  EVENT,
  type Listed,
  makeSession,
  NO_NETWORK,
  packUsed,
} from '../../../../test/gate-session.ts'
import { UNDO_MS } from '../../checkin.rules.ts'
import { CheckInError } from '../../errors.ts'
import type { GateCheckIn } from '../../gate.contract.ts'
import { lookOf } from '../screens/result-look.ts'
import { decide, type Wish } from './decide.ts'
import type { Row } from './gate-store.ts'
import { importProofKey } from './proof-key.ts'
import type { GateSession } from './session.ts'
import { readShown } from './shown-number.ts'

const ONE = drawNumber(1, 1)
const GROUP = drawNumber(5, 2)

async function ask(session: GateSession, text: string, wish: Wish = {}) {
  const outcome = await decide(session, readShown(text)!, wish)
  if (outcome.kind !== 'decided') throw new Error(outcome.kind)
  return { ...outcome.decision, look: lookOf(outcome), ...outcome }
}

/**
 * An event with three gates and one ticket type. The ticket type is linked to the gates with these
 * indexes.
 */
const eventWith = (links: number[]) => ({
  ...EVENT,
  gates: [...EVENT.gates, { n: 3, id: 'gate-c', name: 'Gate C', is_stopped: false }],
  types: EVENT.types.map((type) => ({ ...type, gates: links })),
})

const altered = (number: string) => number.slice(0, 15) + (number.endsWith('0') ? '1' : '0')

const at = async (tickets: Listed[], more = {}) => (await makeSession({ tickets, more })).session

// spec: gate-offline-answers
describe('without a network a ticket is', () => {
  test('valid, once', async () => {
    const session = await at([{ number: ONE }])
    const first = await ask(session, `https://lango.test/t/${ONE}`)
    expect(first).toMatchObject({ result: 'valid', admits: 1, isAlone: true, byProof: false })
    expect(first.look).toMatchObject({ tone: 'alone', title: 'Let 1 person in' })
    const again = await ask(session, ONE)
    expect(again).toMatchObject({ result: 'used', admits: 0, earlier_phone: 'Juma' })
    expect(again.look.lines).toContain('At 7:00 PM')
    expect(again.look.lines).toContain('By Juma')
  })

  test('used if the list says so', async () => {
    const session = await at([{ number: ONE, left: 0 }])
    expect((await ask(session, ONE)).look).toMatchObject({ tone: 'before', title: 'Already used' })
  })

  // spec: gate-list-used
  test('used at the time, gate and phone in the list', async () => {
    const used = { at: '2026-12-12T15:07:00Z', gate: 'Gate B', phone: 'Amina' }
    const session = await at([
      { number: ONE, left: 0, used },
      { number: GROUP, left: 5 },
    ])
    const said = await ask(session, ONE)
    expect(said.look.lines).toEqual(expect.arrayContaining(['At 6:07 PM, Gate B', 'By Amina']))
    expect(said.message).toContain('6:07')
    // An organizer used the back office to admit the people, so there is neither a gate nor a
    // phone.
    const byHand = { at: '2026-12-11T15:07:00Z', gate: null, phone: null }
    const other = await ask(await at([{ number: ONE, left: 0, used: byHand }]), ONE)
    expect(other.look.lines[0]).toBe('At Fri, Dec 11, 6:07 PM')
    expect(other.look.lines.join()).not.toContain('By ')
  })

  test.each([
    ['refunded', 'Refunded'],
    ['transferred', 'Transferred'],
    ['revoked', 'Cancelled'],
    ['given_back', 'Returned'],
    ['void', 'Not valid'],
  ] as const)('void: %s', async (state, title) => {
    const session = await at([{ number: ONE, state }])
    const said = await ask(session, ONE)
    expect(said).toMatchObject({ result: 'void', admits: 0, look: { tone: 'no', title } })
  })

  test('void if the event is cancelled', async () => {
    const session = await at([{ number: ONE }], { event: { ...EVENT, is_cancelled: true } })
    expect((await ask(session, ONE)).look.title).toBe('Event cancelled')
  })

  test('refused at another gate, which is named, until every gate accepts it', async () => {
    const gate = { id: 'gate-a', name: 'Gate A' }
    const session = await at([{ number: ONE, gate: 2 }], { gate })
    const said = await ask(session, ONE)
    expect(said).toMatchObject({ result: 'wrong_gate', admits: 0 })
    expect(said.look.lines).toContain('Go to: Gate B')
    const event = { ...EVENT, any_gate_from: new Date(EVENING).toISOString() }
    const later = await at([{ number: ONE, gate: 2 }], { gate, event })
    expect((await ask(later, ONE)).result).toBe('valid')
  })

  test('judged at the chosen gate if the phone serves all gates', async () => {
    const session = await at([{ number: ONE, gate: 2 }], { chosenGate: 1 })
    expect((await ask(session, ONE)).result).toBe('wrong_gate')
    session.change({ pairing: { ...session.state.pairing, chosenGate: 2 } })
    expect((await ask(session, ONE)).result).toBe('valid')
  })

  test('refused if entry is stopped', async () => {
    const gates = EVENT.gates.map((gate) => ({ ...gate, is_stopped: gate.n === 1 }))
    const more = { event: { ...EVENT, gates }, gate: { id: 'gate-a', name: 'Gate A' } }
    const session = await at([{ number: ONE, gate: 1 }], more)
    expect((await ask(session, ONE)).look.title).toBe('Entry is stopped')
  })

  test('asked about twice before the day of the event, by the server’s clock', async () => {
    const early = Date.parse(EVENT.doors_at) - 3600_000 - EVENING
    // By the phone's own clock it is evening.
    const session = await at([{ number: ONE }], { clockMs: early })
    expect((await ask(session, ONE)).result).toBe('too_early')
    expect((await ask(session, ONE, { confirmed: true })).result).toBe('valid')
  })
})

// spec: gate-admits-parts
test('a ticket for five lets in two, then three, and nobody more', async () => {
  const session = await at([{ number: GROUP, left: 5 }])
  expect(await ask(session, GROUP, { admits: 2 })).toMatchObject({ admits: 2, left: 3 })
  expect(await ask(session, GROUP, { admits: 4 })).toMatchObject({ result: 'too_many', left: 3 })
  expect(await ask(session, GROUP, { admits: 3 })).toMatchObject({ admits: 3, left: 0 })
  expect(await ask(session, GROUP, { admits: 1 })).toMatchObject({ result: 'used' })
})

// spec: gate-phone-undo
test('an undo lets the people of that check-in come in again', async () => {
  const session = await at([{ number: GROUP, left: 5 }])
  const { nonce } = await ask(session, GROUP, { admits: 5 })
  const undone = await ask(session, GROUP, { kind: 'undo', of: nonce, reason: 'Did not go in' })
  expect(undone.look.title).toBe('5 people out')
  expect(await ask(session, GROUP, { admits: 5 })).toMatchObject({ result: 'valid' })
})

// spec: gate-list-used
describe('a ticket used by this phone and, in the list, by another phone', () => {
  const used = (at: string) => ({ at, gate: 'Gate B', phone: 'Amina' })
  const listWith = async (session: GateSession, one: Listed) =>
    session.change({ list: { ...session.state.list!, ...(await packUsed([one])) } })

  test.each([
    ['2026-12-12T15:59:00Z', 'Juma'],
    ['2026-12-12T16:01:00Z', 'Amina'],
  ])('at %s: the later one is told', async (when, phone) => {
    const session = await at([{ number: ONE }])
    await ask(session, ONE)
    await listWith(session, { number: ONE, left: 0, used: used(when) })
    expect(await ask(session, ONE)).toMatchObject({ result: 'used', earlier_phone: phone })
  })

  test('shows no use that this phone has undone', async () => {
    const session = await at([{ number: ONE }])
    const { nonce } = await ask(session, ONE)
    await ask(session, ONE, { kind: 'undo', of: nonce, reason: 'Did not go in' })
    session.change({ rows: session.state.rows.map((row) => ({ ...row, isListed: true })) })
    await listWith(session, { number: ONE, left: 0, used: used('2026-12-12T15:59:00Z') })
    expect(await ask(session, ONE)).toMatchObject({ result: 'used', earlier_phone: 'Amina' })
  })
})

// spec: gate-phone-undo
describe('an undo without a network', () => {
  const undo = (session: GateSession, of: string) =>
    decide(session, readShown(GROUP)!, { kind: 'undo', of, reason: 'Did not go in' })
  const words = (code: 'undo_too_late' | 'nothing_to_undo') => ({
    kind: 'not_now',
    error: new CheckInError(code).message,
  })

  test('comes too late after two minutes, in the words of the server', async () => {
    const { session, clock } = await makeSession({ tickets: [{ number: GROUP, left: 5 }] })
    const { nonce } = await ask(session, GROUP, { admits: 5 })
    clock.now += UNDO_MS + 1
    expect(await undo(session, nonce)).toEqual(words('undo_too_late'))
    expect(session.state.rows).toHaveLength(1)
    expect((await ask(session, GROUP)).result).toBe('used')
  })

  test('is in time if it was requested in time and the server did not respond', async () => {
    const made = await makeSession({
      tickets: [{ number: GROUP, left: 5 }],
      calls: {
        checkIn: async () => {
          made.clock.now += 5000
          return NO_NETWORK
        },
      },
    })
    const { nonce } = await ask(made.session, GROUP, { admits: 5 })
    made.clock.now += UNDO_MS - 1
    made.session.change({ isOnline: true, rows: made.session.state.rows.map(toSent) })
    expect(await undo(made.session, nonce)).toMatchObject({ kind: 'decided', moved: -5 })
  })

  test('works once: a second undo would let in more people than the ticket admits', async () => {
    const session = await at([{ number: GROUP, left: 5 }])
    const { nonce } = await ask(session, GROUP, { admits: 5 })
    await undo(session, nonce)
    expect(await undo(session, nonce)).toEqual(words('nothing_to_undo'))
    expect(await ask(session, GROUP, { admits: 5 })).toMatchObject({ result: 'valid', left: 0 })
    expect((await ask(session, GROUP)).result).toBe('used')
    expect(await undo(session, randomUUID())).toEqual(words('nothing_to_undo'))
  })
})

const toSent = (row: Row): Row => ({ ...row, state: 'sent' })

// spec: gate-phone-leaving
test('lets people who left come back if the organizer allows it', async () => {
  const may = await at([{ number: GROUP, left: 0 }], { event: { ...EVENT, may_leave: true } })
  expect(await ask(may, GROUP, { kind: 'out', admits: 2 })).toMatchObject({ moved: -2 })
  expect(await ask(may, GROUP, { admits: 3 })).toMatchObject({ result: 'too_many', left: 2 })
  expect(await ask(may, GROUP, { admits: 2 })).toMatchObject({ result: 'valid' })
  const not = await at([{ number: GROUP, left: 0 }])
  const refused = await decide(not, readShown(GROUP)!, { kind: 'out', admits: 2 })
  expect(refused).toMatchObject({ kind: 'not_now' })
  expect(not.state.rows).toEqual([])
})

// spec: gate-ten-symbols
describe('the first ten symbols', () => {
  test('are enough for a number on the list', async () => {
    const session = await at([{ number: ONE }])
    const typed = `${ONE.slice(0, 4)} ${ONE.slice(4, 8)}-${ONE.slice(8, 10)}`.toLowerCase()
    expect((await ask(session, typed)).result).toBe('valid')
    expect((await ask(session, ONE)).result).toBe('used')
  })

  test('are not proof on their own', async () => {
    const session = await at([])
    const said = await ask(session, ONE.slice(0, 10))
    expect(said).toMatchObject({ result: 'unknown', admits: 0 })
    expect(said.look.title).toBe('Not on this list')
  })
})

// spec: gate-by-proof
describe('a number that is not on the list', () => {
  test('is let in once by its own signature', async () => {
    const session = await at([])
    const said = await ask(session, GROUP, { admits: 2 })
    expect(said).toMatchObject({ result: 'valid', reason: 'by_proof', byProof: true, left: 3 })
    expect(said.look.lines).toContain('Verified offline (not on list).')
    expect(await ask(session, GROUP, { admits: 3 })).toMatchObject({ result: 'valid' })
    expect((await ask(session, GROUP)).result).toBe('used')
  })

  // spec: gate-proof-other-gate
  test.each([
    ['Gate B', [2]],
    ['Gate B or Gate C', [2, 3]],
  ])("is sent to %s if its type may not enter at this phone's gate", async (named, links) => {
    const event = eventWith(links)
    const fixed = { event, gate: { id: 'gate-a', name: 'Gate A' } }
    const said = await ask(await at([], fixed), ONE)
    expect(said).toMatchObject({ result: 'wrong_gate', admits: 0, byProof: false })
    expect(said.look.lines).toContain(`Go to: ${named}`)
    expect(said.message).toBe(`Wrong gate: this ticket enters through ${named}.`)
    expect((await ask(await at([], { event, chosenGate: 1 }), ONE)).result).toBe('wrong_gate')
    // On a phone at one of the type's gates, on a phone for all gates and on a phone at the default
    // gate, the ticket is admitted.
    for (const phone of [{ chosenGate: 2 }, {}, { chosenGate: 0 }]) {
      expect((await ask(await at([], { event, ...phone }), ONE)).reason).toBe('by_proof')
    }
    const opened = { ...event, any_gate_from: new Date(EVENING).toISOString() }
    expect((await ask(await at([], { ...fixed, event: opened }), ONE)).result).toBe('valid')
  })

  // spec: gate-proof-other-gate
  test.each([
    ['this gate among others', [eventWith([1, 2]).types[0]!]],
    ['no gate', [eventWith([]).types[0]!]],
    ['the default gate', [eventWith([0, 2]).types[0]!]],
    [
      'this gate, and a removed type had its place',
      [...eventWith([1]).types, ...eventWith([2]).types],
    ],
    ['gates that this phone does not know yet', []],
  ])('is let in if its type is linked to %s', async (_, types) => {
    const more = { event: { ...eventWith([]), types }, gate: { id: 'gate-a', name: 'Gate A' } }
    expect((await ask(await at([], more), ONE)).reason).toBe('by_proof')
  })

  // spec: gate-not-on-list
  test('is refused if the newest key did not sign it, without calling it forged: it may be another event’s', async () => {
    const session = await at([])
    const said = await ask(session, drawNumber(1, 4, randomBytes(32)))
    expect(said).toMatchObject({ result: 'unknown', reason: 'not_on_list', admits: 0 })
    expect(said.look.title).toBe('Not on this list')
    expect(said.look.lines[0]).toBe('May be another event: ask, or call a supervisor.')
    expect(`${said.look.title} ${said.look.lines} ${said.message}`).not.toContain('enuine')
  })

  test('is not genuine if a listed ticket has its first ten symbols', async () => {
    const session = await at([{ number: ONE }])
    const said = await ask(session, altered(ONE))
    expect(said).toMatchObject({ result: 'unknown', reason: 'not_genuine' })
    expect(said.look.title).toBe('Not genuine')
  })

  // spec: gate-list-ending
  test('is not genuine if no key of the event signed it and a listed ticket has its first ten symbols', async () => {
    const oldKey = randomBytes(32)
    const older = drawNumber(1, 3, oldKey)
    const olderKeys = [await importProofKey(oldKey.toString('base64url'))]
    const session = await at([{ number: older }], { olderKeys })
    expect((await ask(session, altered(older))).reason).toBe('not_genuine')
    expect(await ask(session, older)).toMatchObject({ result: 'valid', byProof: false })
    // With an older key, only a number on the list is admitted.
    expect((await ask(session, drawNumber(1, 4, oldKey))).reason).toBe('replaced')
  })

  test('is refused once the phone has let in the limit between syncs, also after a reload', async () => {
    const { session, open } = await makeSession({ more: { proof_limit: 2 } })
    for (const n of [11, 12]) expect((await ask(session, drawNumber(1, n))).result).toBe('valid')
    const again = await open()
    const said = await ask(again, drawNumber(1, 13))
    expect(said).toMatchObject({ result: 'unknown', reason: 'proof_limit', admits: 0 })
    expect(said.look.title).toBe('Cannot be checked')
    // The rows are uploaded, but the phone has no new list. Both the server's count and the phone's
    // count restart only with a new list.
    const received = again.state.rows.map((row) => ({ ...row, state: 'sent' as const }))
    again.change({ rows: received })
    expect((await ask(again, drawNumber(1, 13))).reason).toBe('proof_limit')
    again.change({ rows: received.map((row) => ({ ...row, isListed: true })) })
    expect((await ask(again, drawNumber(1, 13))).result).toBe('valid')
  })
})

test('a stored row has all data that the server needs', async () => {
  const session = await at([])
  await ask(session, GROUP, { admits: 2, validation_type: 'scan' })
  const { request } = session.state.rows.at(-1)!
  expect(request).toMatchObject({
    ticket_number: GROUP,
    admits: 2,
    let_in: 2,
    offline: true,
    decided: 'valid',
    by_proof: true,
    validation_type: 'scan',
    device_at: new Date(EVENING).toISOString(),
  } satisfies Partial<GateCheckIn>)
  expect(request.nonce).toHaveLength(randomUUID().length)
})
