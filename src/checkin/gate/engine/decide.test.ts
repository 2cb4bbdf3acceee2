// Whether server or phone decides, and that no decision is ever lost.
import { describe, expect, test, vi } from 'vitest'
import {
  drawNumber,
  good,
  KEY,
  listSays,
  makeDesk,
  NO_NETWORK,
  packTickets,
  serverSays,
} from '../../../../test/kept-desk.ts'
import type { Answer } from '../../../ui/api.ts'
import type { GateCheckIn, GateDecision } from '../../gate.contract.ts'
import { lookOf } from '../screens/result-look.ts'
import { makeContact } from './contact.ts'
import { decide } from './decide.ts'
import { type Desk, unsentOf } from './desk.ts'
import { readShown } from './shown-number.ts'

const ONE = drawNumber(1, 1)
const TELLS = { app: 'test', battery: null }

const ask = (desk: Desk, number = ONE) => decide(desk, readShown(number)!, {})

// spec: gate-history-by-clock
test('the clock offset known at a check-in is stored with it, also after the clock is corrected', async () => {
  const { desk } = await makeDesk({ tickets: [{ number: ONE }] })
  desk.change({ pairing: { ...desk.state.pairing, clockMs: -7_200_000 } })
  const asked = desk.now()
  await ask(desk)
  desk.change({ pairing: { ...desk.state.pairing, clockMs: 0 } })
  const [row] = unsentOf(desk.state.rows)
  expect(row!.asked.clock_ms).toBe(7_200_000)
  expect(Date.parse(row!.asked.device_at)).toBe(asked)
})

// spec: gate-server-first
describe('while there is a network', () => {
  test('the server decides, whatever the list says', async () => {
    const checkIn = async (_token: string, asked: GateCheckIn) =>
      good(serverSays(asked.nonce, { result: 'used', admits: 0 }))
    const { desk } = await makeDesk({ tickets: [{ number: ONE }], calls: { checkIn } })
    desk.change({ isOnline: true })
    const outcome = await ask(desk)
    expect(outcome).toMatchObject({ isAlone: false, decision: { result: 'used' } })
    expect(desk.state.rows).toMatchObject([{ state: 'sent', moved: 0 }])
  })

  test.each([
    ['no answer', NO_NETWORK],
    ['a busy server', { ...NO_NETWORK, status: 503 }],
    ['too many questions', { ...NO_NETWORK, status: 429 }],
  ])(
    '%s: the phone decides by itself, under the same nonce, and says so',
    async (_what, answer) => {
      const asked: GateCheckIn[] = []
      const checkIn = async (_token: string, question: GateCheckIn) => {
        asked.push(question)
        return answer
      }
      const { desk } = await makeDesk({ tickets: [{ number: ONE }], calls: { checkIn } })
      desk.change({ isOnline: true })
      const outcome = await ask(desk)
      expect(lookOf(outcome)).toMatchObject({ tone: 'alone', title: 'Let in 1' })
      expect(desk.state.isOnline).toBe(false)
      expect(unsentOf(desk.state.rows).map((row) => row.asked.nonce)).toEqual([asked[0]!.nonce])
      // The next decision does not wait for the network again.
      await ask(desk, drawNumber(1, 2))
      expect(asked).toHaveLength(1)
    },
  )

  test('a refused request shows its reason, and nobody is let in', async () => {
    const error = 'It was undone before.'
    const refusal = { ...NO_NETWORK, status: 409, code: 'nothing_to_undo', error }
    const { desk } = await makeDesk({
      tickets: [{ number: ONE }],
      calls: { checkIn: async () => refusal },
    })
    desk.change({ isOnline: true })
    expect(await ask(desk)).toEqual({ kind: 'not_now', error: refusal.error })
    expect(unsentOf(desk.state.rows)).toEqual([])
  })

  test('a response lost in a crash is requested again under its nonce', async () => {
    const nonces: string[] = []
    const checkIn = (_token: string, { nonce }: GateCheckIn): Promise<Answer<GateDecision>> => {
      nonces.push(nonce)
      // The first response never comes: the tab is closed before.
      return nonces.length === 1 ? new Promise(() => {}) : Promise.resolve(good(serverSays(nonce)))
    }
    const { desk, open } = await makeDesk({ calls: { checkIn } })
    desk.change({ isOnline: true })
    void ask(desk)
    await vi.waitFor(() => expect(nonces).toHaveLength(1))
    const reopened = await open()
    reopened.change({ isOnline: true })
    expect(lookOf(await ask(reopened)).title).toBe('Let in 1')
    expect(nonces[1]).toBe(nonces[0])
  })

  test('a refused undo is not repeated in place of another undo of the ticket', async () => {
    const asked: GateCheckIn[] = []
    const checkIn = async (_token: string, question: GateCheckIn) => {
      asked.push(question)
      return { ...NO_NETWORK, status: 409, code: 'nothing_to_undo' }
    }
    const { desk } = await makeDesk({ calls: { checkIn } })
    desk.change({ isOnline: true })
    for (const of of ['first', 'second']) {
      await decide(desk, readShown(ONE)!, { kind: 'undo', of, reason: 'Did not go in' })
    }
    expect(asked.map(({ of }) => of)).toEqual(['first', 'second'])
    expect(asked[1]!.nonce).not.toBe(asked[0]!.nonce)
  })
})

// spec: gate-queue
describe('an offline decision', () => {
  test('is on the disk before it is shown, and there after a crash', async () => {
    const { desk, open, store } = await makeDesk({ tickets: [{ number: ONE }] })
    await ask(desk)
    expect([...store.rows.values()]).toMatchObject([{ state: 'waiting', moved: 1 }])
    const reopened = await open()
    expect((await ask(reopened)) as object).toMatchObject({ decision: { result: 'used' } })
  })

  test('is uploaded oldest first in batches, once, and then the server decides again', async () => {
    const batches: string[][] = []
    const sendCheckIns = async (_token: string, rows: GateCheckIn[]) => {
      batches.push(rows.map((row) => row.ticket_number))
      return good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) })
    }
    const { desk } = await makeDesk({ calls: { sendCheckIns, fetchList: async () => listSays() } })
    const numbers = Array.from({ length: 60 }, (_, n) => drawNumber(1, n + 1))
    for (const number of numbers) await ask(desk, number)
    expect(unsentOf(desk.state.rows)).toHaveLength(60)
    expect(await makeContact(desk, TELLS)).toBe(true)
    expect(batches.map(({ length }) => length)).toEqual([50, 10])
    expect(batches.flat()).toEqual(numbers)
    expect(desk.state.isOnline).toBe(true)
    await makeContact(desk, TELLS)
    expect(batches).toHaveLength(2)
  })

  test('is uploaded again if no response came', async () => {
    const seen: string[] = []
    let isLost = true
    const sendCheckIns = async (_token: string, rows: GateCheckIn[]) => {
      seen.push(...rows.map(({ nonce }) => nonce))
      if (isLost) return NO_NETWORK
      return good({ check_ins: rows.map(({ nonce }) => serverSays(nonce, { conflict: true })) })
    }
    const { desk } = await makeDesk({ calls: { sendCheckIns, fetchList: async () => listSays() } })
    await ask(desk)
    expect(await makeContact(desk, TELLS)).toBe(false)
    expect(desk.state.isOnline).toBe(false)
    isLost = false
    expect(await makeContact(desk, TELLS)).toBe(true)
    expect(new Set(seen).size).toBe(1)
    // The steward saw the phone's decision; the conflict is shown with it.
    expect(desk.state.rows).toMatchObject([{ decision: { result: 'valid', conflict: true } }])
  })

  test('that the server never accepts does not block later rows', async () => {
    const bad = drawNumber(1, 7)
    const sendCheckIns = async (_token: string, rows: GateCheckIn[]) =>
      rows.some((row) => row.ticket_number === bad)
        ? { ...NO_NETWORK, status: 422, code: 'invalid_field' }
        : good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) })
    const { desk } = await makeDesk({ calls: { sendCheckIns, fetchList: async () => listSays() } })
    for (const number of [ONE, bad, drawNumber(1, 8)]) await ask(desk, number)
    expect(await makeContact(desk, TELLS)).toBe(true)
    expect(desk.state.rows.map(({ state }) => state)).toEqual(['sent', 'refused', 'sent'])
  })

  test('counts on the list until the list includes it, and not twice', async () => {
    const calls = {
      sendCheckIns: async (_token: string, rows: GateCheckIn[]) =>
        good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) }),
      fetchList: async () => listSays(await changes),
    }
    const group = drawNumber(5, 9)
    const changes = packTickets([{ number: group, left: 3 }]).then((bytes) => ({
      entries: Buffer.from(bytes).toString('base64'),
    }))
    const { desk } = await makeDesk({ tickets: [{ number: group, left: 5 }], calls })
    await decide(desk, readShown(group)!, { admits: 2 })
    await makeContact(desk, TELLS)
    desk.change({ isOnline: false })
    const rest = await decide(desk, readShown(group)!, { admits: 3 })
    expect(rest).toMatchObject({ decision: { result: 'valid', left: 0 } })
  })
})

// spec: gate-full-disk
test('a phone with full storage says so and lets nobody in, and continues once there is room', async () => {
  const made = await makeDesk({ tickets: [{ number: ONE }] })
  made.store.isFull = true
  const outcome = await ask(made.desk)
  expect(outcome).toEqual({ kind: 'not_kept' })
  expect(lookOf(outcome)).toMatchObject({ tone: 'no', title: 'Not let in: phone is full' })
  expect(made.desk.state.storage).toBe('full')
  expect(unsentOf(made.desk.state.rows)).toEqual([])
  made.store.isFull = false
  expect(lookOf(await ask(made.desk)).title).toBe('Let in 1')
})

// spec: gate-revoked-wiped
test.each(['a check-in', 'sending', 'the list'])(
  'a revoked phone is wiped by its next contact: %s',
  async (contact) => {
    const revoked = { ...NO_NETWORK, status: 401, code: 'gate_phone_revoked' }
    const calls =
      contact === 'a check-in'
        ? { checkIn: async () => revoked }
        : contact === 'sending'
          ? { sendCheckIns: async () => revoked }
          : { fetchList: async () => revoked }
    const { desk, store } = await makeDesk({ tickets: [{ number: ONE }], calls })
    if (contact === 'sending') await ask(desk)
    desk.change({ isOnline: contact === 'a check-in' })
    if (contact === 'a check-in') expect(await ask(desk)).toEqual({ kind: 'revoked' })
    else await makeContact(desk, TELLS)
    expect(desk.state).toMatchObject({ isOver: true, list: null, rows: [] })
    expect(await store.readPairing()).toBeNull()
    expect(await store.readList()).toBeNull()
    expect(store.rows.size).toBe(0)
  },
)

// spec: gate-newest-key
test('a newer key replaces the key before', async () => {
  const newer = Buffer.alloc(32, 7)
  const calls = {
    fetchList: async () => listSays({ key: newer.toString('base64url'), version: 2 }),
  }
  const { desk } = await makeDesk({ calls })
  await makeContact(desk, TELLS)
  desk.change({ isOnline: false })
  expect(desk.state.pairing.version).toBe(2)
  expect(await ask(desk, drawNumber(1, 5, KEY))).toMatchObject({
    decision: { reason: 'not_on_list' },
  })
  expect(await ask(desk, drawNumber(1, 6, newer))).toMatchObject({
    decision: { reason: 'by_proof' },
  })
})
