// Tests whether the server or the phone decides, and that no decision is ever lost.
import { describe, expect, test } from 'vitest'
import {
  columnsOf,
  drawNumber,
  good,
  KEY,
  listSays,
  makeSession,
  NO_NETWORK,
  scanNumber,
  serverSays,
} from '../../../../test/gate-session.ts'
import { until } from '../../../../test/until.ts'
import type { Answer } from '../../../ui/api.ts'
import type { GateCheckIn, GateDecision } from '../../gate.contract.ts'
import { lookOf } from '../screens/result-look.ts'
import { decide } from './decide.ts'
import { unsentOf } from './session.ts'
import { readShown } from './shown-number.ts'
import { sync } from './sync.ts'

const ONE = drawNumber(1, 1)
const TELLS = { app: 'test', battery: null }

// spec: gate-history-by-clock
test('the clock offset known at a check-in is stored with it, also after the clock is corrected', async () => {
  const { session } = await makeSession({ tickets: [{ number: ONE }] })
  session.change({ pairing: { ...session.state.pairing, clockMs: -7_200_000 } })
  const decidedAt = session.now()
  await scanNumber(session, ONE)
  session.change({ pairing: { ...session.state.pairing, clockMs: 0 } })
  const [row] = unsentOf(session.state.rows)
  expect(row!.request.clock_ms).toBe(7_200_000)
  expect(Date.parse(row!.request.device_at)).toBe(decidedAt)
})

// spec: gate-server-first
describe('while there is a network', () => {
  test('the server decides, whatever the list says', async () => {
    const checkIn = async (_token: string, request: GateCheckIn) =>
      good(serverSays(request.nonce, { result: 'used', admits: 0 }))
    const { session } = await makeSession({ tickets: [{ number: ONE }], calls: { checkIn } })
    session.change({ isOnline: true })
    const outcome = await scanNumber(session, ONE)
    expect(outcome).toMatchObject({ isAlone: false, decision: { result: 'used' } })
    expect(session.state.rows).toMatchObject([{ state: 'sent', moved: 0 }])
  })

  test.each([
    ['no answer', NO_NETWORK],
    ['a busy server', { ...NO_NETWORK, status: 503 }],
    ['too many questions', { ...NO_NETWORK, status: 429 }],
  ])(
    '%s: the phone decides by itself, under the same nonce, and says so',
    async (_what, answer) => {
      const requests: GateCheckIn[] = []
      const checkIn = async (_token: string, question: GateCheckIn) => {
        requests.push(question)
        return answer
      }
      const { session } = await makeSession({ tickets: [{ number: ONE }], calls: { checkIn } })
      session.change({ isOnline: true })
      const outcome = await scanNumber(session, ONE)
      expect(lookOf(outcome)).toMatchObject({ tone: 'alone', title: 'Let 1 person in' })
      expect(session.state.isOnline).toBe(false)
      expect(unsentOf(session.state.rows).map((row) => row.request.nonce)).toEqual([
        requests[0]!.nonce,
      ])
      // The phone has noticed that it is offline, so the next decision does not wait for the
      // network.
      await scanNumber(session, drawNumber(1, 2))
      expect(requests).toHaveLength(1)
    },
  )

  test('a refused request shows its reason, and nobody is let in', async () => {
    const error = 'It was undone before.'
    const refusal = { ...NO_NETWORK, status: 409, code: 'nothing_to_undo', error }
    const { session } = await makeSession({
      tickets: [{ number: ONE }],
      calls: { checkIn: async () => refusal },
    })
    session.change({ isOnline: true })
    expect(await scanNumber(session, ONE)).toEqual({ kind: 'not_now', error: refusal.error })
    expect(unsentOf(session.state.rows)).toEqual([])
  })

  test('a response lost in a crash is requested again under its nonce', async () => {
    const nonces: string[] = []
    const checkIn = (_token: string, { nonce }: GateCheckIn): Promise<Answer<GateDecision>> => {
      nonces.push(nonce)
      // The first response never arrives, because the tab is closed before.
      return nonces.length === 1 ? new Promise(() => {}) : Promise.resolve(good(serverSays(nonce)))
    }
    const { session, open } = await makeSession({ calls: { checkIn } })
    session.change({ isOnline: true })
    void scanNumber(session, ONE)
    await until(() => expect(nonces).toHaveLength(1))
    const reopened = await open()
    reopened.change({ isOnline: true })
    expect(lookOf(await scanNumber(reopened, ONE)).title).toBe('Let 1 person in')
    expect(nonces[1]).toBe(nonces[0])
  })

  test('a refused undo is not repeated in place of another undo of the ticket', async () => {
    const requests: GateCheckIn[] = []
    const checkIn = async (_token: string, question: GateCheckIn) => {
      requests.push(question)
      return { ...NO_NETWORK, status: 409, code: 'nothing_to_undo' }
    }
    const { session } = await makeSession({ calls: { checkIn } })
    session.change({ isOnline: true })
    for (const of of ['first', 'second']) {
      await decide(session, readShown(ONE)!, { kind: 'undo', of, reason: 'Did not go in' })
    }
    expect(requests.map(({ of }) => of)).toEqual(['first', 'second'])
    expect(requests[1]!.nonce).not.toBe(requests[0]!.nonce)
  })
})

// spec: gate-queue
describe('an offline decision', () => {
  test('is on the disk before it is shown, and there after a crash', async () => {
    const { session, open, store } = await makeSession({ tickets: [{ number: ONE }] })
    await scanNumber(session, ONE)
    expect([...store.rows.values()]).toMatchObject([{ state: 'waiting', moved: 1 }])
    const reopened = await open()
    expect((await scanNumber(reopened, ONE)) as object).toMatchObject({
      decision: { result: 'used' },
    })
  })

  test('is uploaded oldest first in batches, once, and then the server decides again', async () => {
    const batches: string[][] = []
    const sendCheckIns = async (_token: string, rows: GateCheckIn[]) => {
      batches.push(rows.map((row) => row.ticket_number))
      return good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) })
    }
    const { session } = await makeSession({
      calls: { sendCheckIns, fetchList: async () => listSays() },
    })
    const numbers = Array.from({ length: 60 }, (_, n) => drawNumber(1, n + 1))
    for (const number of numbers) await scanNumber(session, number)
    expect(unsentOf(session.state.rows)).toHaveLength(60)
    expect(await sync(session, TELLS)).toBe(true)
    expect(batches.map(({ length }) => length)).toEqual([50, 10])
    expect(batches.flat()).toEqual(numbers)
    expect(session.state.isOnline).toBe(true)
    await sync(session, TELLS)
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
    const { session } = await makeSession({
      calls: { sendCheckIns, fetchList: async () => listSays() },
    })
    await scanNumber(session, ONE)
    expect(await sync(session, TELLS)).toBe(false)
    expect(session.state.isOnline).toBe(false)
    isLost = false
    expect(await sync(session, TELLS)).toBe(true)
    expect(new Set(seen).size).toBe(1)
    // The row keeps the decision that the steward saw, and marks its conflict with the server.
    expect(session.state.rows).toMatchObject([{ decision: { result: 'valid', conflict: true } }])
  })

  test('that the server never accepts does not block later rows', async () => {
    const bad = drawNumber(1, 7)
    const sendCheckIns = async (_token: string, rows: GateCheckIn[]) =>
      rows.some((row) => row.ticket_number === bad)
        ? { ...NO_NETWORK, status: 422, code: 'invalid_field' }
        : good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) })
    const { session } = await makeSession({
      calls: { sendCheckIns, fetchList: async () => listSays() },
    })
    for (const number of [ONE, bad, drawNumber(1, 8)]) await scanNumber(session, number)
    expect(await sync(session, TELLS)).toBe(true)
    expect(session.state.rows.map(({ state }) => state)).toEqual(['sent', 'refused', 'sent'])
  })

  test('counts on the list until the list includes it, and not twice', async () => {
    const calls = {
      sendCheckIns: async (_token: string, rows: GateCheckIn[]) =>
        good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) }),
      fetchList: async () => listSays(await changes),
    }
    const group = drawNumber(5, 9)
    const changes = columnsOf([{ number: group, left: 3 }])
    const { session } = await makeSession({ tickets: [{ number: group, left: 5 }], calls })
    await decide(session, readShown(group)!, { admits: 2 })
    await sync(session, TELLS)
    session.change({ isOnline: false })
    const rest = await decide(session, readShown(group)!, { admits: 3 })
    expect(rest).toMatchObject({ decision: { result: 'valid', left: 0 } })
  })
})

// spec: gate-full-disk
test('a phone with full storage says so and lets nobody in, and continues once there is room', async () => {
  const made = await makeSession({ tickets: [{ number: ONE }] })
  made.store.isFull = true
  const outcome = await scanNumber(made.session, ONE)
  expect(outcome).toEqual({ kind: 'not_kept' })
  expect(lookOf(outcome)).toMatchObject({ tone: 'no', title: 'Not let in: phone is full' })
  expect(made.session.state.storage).toBe('full')
  expect(unsentOf(made.session.state.rows)).toEqual([])
  made.store.isFull = false
  expect(lookOf(await scanNumber(made.session, ONE)).title).toBe('Let 1 person in')
})

// spec: gate-storage-closed
test('a phone whose storage the browser closed asks for a reload, and continues once it is open', async () => {
  const { session, store } = await makeSession({ tickets: [{ number: ONE }] })
  const { keepRow, readPairing } = store
  const isClosed = async () => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError')
  }
  Object.assign(store, { keepRow: isClosed, readPairing: isClosed })
  const outcome = await scanNumber(session, ONE)
  expect(lookOf(outcome)).toMatchObject({ tone: 'no', title: 'Not let in: reload the app' })
  expect(session.state.storage).toBe('closed')
  expect(unsentOf(session.state.rows)).toEqual([])
  await sync(session, TELLS)
  expect(session.state.storage).toBe('closed')
  Object.assign(store, { keepRow, readPairing })
  await sync(session, TELLS)
  expect(session.state.storage).toBe('fine')
  expect(lookOf(await scanNumber(session, ONE)).title).toBe('Let 1 person in')
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
    const { session, store } = await makeSession({ tickets: [{ number: ONE }], calls })
    if (contact === 'sending') await scanNumber(session, ONE)
    session.change({ isOnline: contact === 'a check-in' })
    if (contact === 'a check-in')
      expect(await scanNumber(session, ONE)).toEqual({ kind: 'revoked' })
    else await sync(session, TELLS)
    expect(session.state).toMatchObject({ isOver: true, list: null, rows: [] })
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
  const { session } = await makeSession({ calls })
  await sync(session, TELLS)
  session.change({ isOnline: false })
  expect(session.state.pairing.version).toBe(2)
  expect(await scanNumber(session, drawNumber(1, 5, KEY))).toMatchObject({
    decision: { reason: 'not_on_list' },
  })
  expect(await scanNumber(session, drawNumber(1, 6, newer))).toMatchObject({
    decision: { reason: 'by_proof' },
  })
})
