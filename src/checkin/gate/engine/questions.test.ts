// Tests when a steward must answer a question before a decision: the number of people, or a
// confirmation hours before the event.
import { describe, expect, test } from 'vitest'
import {
  drawNumber,
  EVENING,
  EVENT,
  type Listed,
  makeSession,
} from '../../../../test/gate-session.ts'
import { decide, mostOn, type Wish } from './decide.ts'
import type { GateSession } from './session.ts'
import { readShown } from './shown-number.ts'

const ONE = drawNumber(1, 1)
const GROUP = drawNumber(5, 2)
/** The event, moved to the next day. */
const EARLY = { ...EVENT, doors_at: '2026-12-13T09:00:00.000Z' }

const altered = (number: string) => number.slice(0, 15) + (number.endsWith('0') ? '1' : '0')

const at = async (tickets: Listed[], more = {}) => (await makeSession({ tickets, more })).session

async function ask(session: GateSession, text: string, wish: Wish = {}) {
  const outcome = await decide(session, readShown(text)!, wish)
  if (outcome.kind !== 'decided') throw new Error(outcome.kind)
  return outcome.decision
}

// spec: gate-asked-once
describe('hours before the event a steward', () => {
  const early = Date.parse(EVENT.doors_at) - 3600_000 - EVENING
  const group = { number: GROUP, left: 5 }

  test('confirms once for all tickets of the event, also after the app starts again', async () => {
    const { session, open } = await makeSession({
      tickets: [{ number: ONE }, group],
      more: { clockMs: early },
    })
    expect((await ask(session, ONE)).result).toBe('too_early')
    expect((await ask(session, GROUP, { admits: 1 })).result).toBe('too_early')
    expect((await ask(session, ONE, { confirmed: true })).result).toBe('valid')
    expect((await ask(session, GROUP, { admits: 1 })).result).toBe('valid')
    expect((await ask(await open(), GROUP, { admits: 1 })).result).toBe('valid')
    const sent = session.state.rows.map(({ request }) => request.confirmed ?? false)
    expect(sent).toEqual([false, false, true, true])
  })

  test('confirms again if the event gets another time', async () => {
    const session = await at([{ number: ONE }, group], { clockMs: early })
    await ask(session, ONE, { confirmed: true })
    session.change({ pairing: { ...session.state.pairing, event: EARLY } })
    expect((await ask(session, GROUP, { admits: 1 })).result).toBe('too_early')
  })
})

// spec: gate-number-first
describe('a steward chooses the number of people', () => {
  const most = (session: GateSession, text: string, wish: Wish = {}) =>
    mostOn(session, readShown(text)!, wish)
  const group = { number: GROUP, left: 5 }

  test('up to the people who are left', async () => {
    const session = await at([group])
    expect(await most(session, GROUP)).toBe(5)
    await ask(session, GROUP, { admits: 2 })
    expect(await most(session, GROUP)).toBe(3)
    expect(await most(await at([group], { event: EARLY }), GROUP)).toBe(5)
    expect(await most(await at([]), GROUP)).toBe(5)
  })

  test('only of a ticket that lets people in: any other is refused without that question', async () => {
    const session = await at([group])
    expect(await most(session, altered(GROUP))).toBe(1)
    expect(await most(session, drawNumber(5, 9).slice(0, 10))).toBe(1)
    expect(await most(await at([{ ...group, state: 'refunded' }]), GROUP)).toBe(1)
    expect(await most(await at([{ ...group, left: 0 }]), GROUP)).toBe(1)
    const gate = { id: 'gate-a', name: 'Gate A' }
    expect(await most(await at([{ ...group, gate: 2 }], { gate }), GROUP)).toBe(1)
    const gates = EVENT.gates.map((one) => ({ ...one, is_stopped: true }))
    expect(await most(await at([group], { event: { ...EVENT, gates } }), GROUP)).toBe(1)
  })

  test('who go out, only of a ticket of this event', async () => {
    const event = { ...EVENT, may_leave: true }
    const session = await at([{ ...group, left: 0 }], { event })
    const other = drawNumber(5, 9)
    expect(await most(session, GROUP, { kind: 'out' })).toBe(5)
    expect(await most(session, altered(GROUP), { kind: 'out' })).toBe(1)
    expect(await most(session, other.slice(0, 10), { kind: 'out' })).toBe(1)
  })

  test('of an unlisted ticket that only the server may let in', async () => {
    const session = await at([], { proof_limit: 0 })
    expect(await most(session, GROUP)).toBe(1)
    session.change({ isOnline: true })
    expect(await most(session, GROUP)).toBe(5)
  })
})
