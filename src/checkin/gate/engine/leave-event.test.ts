// Tests how a phone leaves its event, and that no unsent check-in is lost unnoticed.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  deferred,
  drawNumber,
  EVENING,
  EVENT,
  good,
  listSays,
  makeSession,
  NO_NETWORK,
  scanNumber,
  serverSays,
} from '../../../../test/gate-session.ts'
import type { Answer } from '../../../ui/api.ts'
import type { GateCheckIn, Paired } from '../../gate.contract.ts'
import { pairAnew, signOff } from './leave-event.ts'
import { unsentOf } from './session.ts'
import { sync } from './sync.ts'

const ONE = drawNumber(1, 1)
const TELLS = { app: 'test', battery: null }
const NEXT: Paired = {
  token: 'gp_next',
  phone: { id: 'phone-2', name: 'Gate 4', may_sell: false },
  event: { ...EVENT, id: '5a17ca10-0002-4000-8000-00000000eeee', title: 'Cup final' },
  gate: null,
  key: randomBytes(32).toString('base64url'),
  version: 1,
  proof_limit: 100,
  server_time: new Date(EVENING).toISOString(),
}

const NOBODYS: Answer<never> = { ok: false, status: 401, code: 'unauthorized', error: '' }

let codes: string[] = []
const serverPairs = (status: number, body: object) =>
  vi.stubGlobal('fetch', async (_path: string, { body: sent }: RequestInit) => {
    codes.push(JSON.parse(String(sent)).code)
    return Response.json(body, { status })
  })

beforeEach(() => {
  codes = []
  serverPairs(200, NEXT)
})
afterEach(() => vi.unstubAllGlobals())

// spec: gate-pairing
describe('paired anew', () => {
  test('a phone that is paired again has the new event and nothing of the old one', async () => {
    const { session, store, open } = await makeSession({ tickets: [{ number: ONE }] })
    await scanNumber(session, ONE)
    session.change({ rows: [] })
    expect(await pairAnew(session, 'code-2')).toMatchObject({ ok: true })
    expect(codes).toEqual(['code-2'])
    expect(session.state).toMatchObject({ isOver: true, list: null, rows: [] })
    expect([await store.readList(), store.rows.size]).toEqual([null, 0])
    expect((await open()).state.pairing).toMatchObject({ token: 'gp_next', event: NEXT.event })
    // A window that still shows the old event cannot admit anyone.
    expect(await scanNumber(session, ONE)).toEqual({ kind: 'revoked' })
    expect(store.rows.size).toBe(0)
  })

  test('a phone keeps its event, and calls no server, while check-ins are unsent', async () => {
    const { session, store } = await makeSession({ tickets: [{ number: ONE }] })
    await scanNumber(session, ONE)
    expect(await pairAnew(session, 'code-2')).toBe('unsent')
    expect(codes).toEqual([])
    expect(unsentOf(session.state.rows)).toHaveLength(1)
    // A second check-in is unsent now, but the steward has agreed to lose only one check-in.
    await scanNumber(session, drawNumber(1, 2))
    expect(await pairAnew(session, 'code-2', 1)).toBe('unsent')
    expect(store.rows.size).toBe(2)
    expect(await pairAnew(session, 'code-2', 2)).toMatchObject({ ok: true })
  })

  // spec: gate-phone-unknown
  test('a phone unknown to the server says so, decides, and uploads its queue once paired again', async () => {
    const sent: [string, string][] = []
    const sendCheckIns = async (token: string, rows: GateCheckIn[]) => {
      if (token !== 'gp_next') return NOBODYS
      sent.push(...rows.map(({ nonce }): [string, string] => [token, nonce]))
      return good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) })
    }
    const fetchList = async (token: string) =>
      token === 'gp_next' ? listSays({ is_whole: true }) : NOBODYS
    const made = await makeSession({
      tickets: [{ number: ONE }],
      calls: { sendCheckIns, fetchList },
    })
    const { session, open } = made
    expect(await sync(session, TELLS)).toBe(false)
    expect(session.state).toMatchObject({ isUnknown: true, isOver: false })
    expect(await scanNumber(session, ONE)).toMatchObject({
      isAlone: true,
      decision: { result: 'valid' },
    })
    const { nonce } = unsentOf(session.state.rows)[0]!.request
    serverPairs(200, { ...NEXT, event: EVENT })
    expect(await pairAnew(session, 'code-2')).toMatchObject({ ok: true })
    const next = await open()
    expect(next.state).toMatchObject({ isUnknown: false, pairing: { token: 'gp_next' } })
    expect(await sync(next, TELLS)).toBe(true)
    expect(sent).toEqual([['gp_next', nonce]])
    expect(unsentOf(next.state.rows)).toEqual([])
  })

  // spec: gate-phone-unknown
  test('the queue of a phone unknown to the server goes to no other event', async () => {
    const fetchList = async () => NOBODYS
    const { session, store, open } = await makeSession({
      tickets: [{ number: ONE }],
      calls: { fetchList },
    })
    await sync(session, TELLS)
    await scanNumber(session, ONE)
    expect(await pairAnew(session, 'code-2')).toMatchObject({ ok: true })
    expect([store.rows.size, (await open()).state.pairing.event.id]).toEqual([0, NEXT.event.id])
  })

  test('a phone keeps its event if the code is invalid or storage is full', async () => {
    const { session, store } = await makeSession({ tickets: [{ number: ONE }] })
    serverPairs(410, { code: 'pairing_code_ended', error: 'This code was used.' })
    expect(await pairAnew(session, 'code-2')).toMatchObject({ ok: false, status: 410 })
    serverPairs(200, NEXT)
    store.isFull = true
    await expect(pairAnew(session, 'code-2')).rejects.toThrow()
    store.isFull = false
    expect(session.state.isOver).toBe(false)
    expect(await store.readPairing()).toMatchObject({ token: 'gp_token' })
    expect(await scanNumber(session, ONE)).toMatchObject({ decision: { result: 'valid' } })
  })

  test.each([
    ['a list', listSays({ is_whole: true })],
    ['that it is revoked', { ...NO_NETWORK, status: 401, code: 'gate_phone_revoked' }],
  ])('a phone keeps the new event where the old one is answered late: %s', async (_what, late) => {
    const list = deferred()
    const fetchList = async () => {
      await list.over
      return late
    }
    const { session, store } = await makeSession({ calls: { fetchList } })
    const contact = sync(session, TELLS)
    await pairAnew(session, 'code-2')
    list.end()
    await contact
    expect(await store.readPairing()).toMatchObject({ token: 'gp_next' })
    expect(await store.readList()).toBeNull()
  })

  test('a phone stores no row of the old event whose response comes late', async () => {
    const answer = deferred()
    const sendCheckIns = async (_token: string, rows: GateCheckIn[]) => {
      await answer.over
      return good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) })
    }
    const { session, store } = await makeSession({ calls: { sendCheckIns } })
    await scanNumber(session, ONE)
    const contact = sync(session, TELLS)
    await pairAnew(session, 'code-2', 1)
    answer.end()
    await contact
    expect(store.rows.size).toBe(0)
  })
})

// spec: gate-signed-off
describe('the server is notified of a sign-off', () => {
  const made = async (answer: Answer<unknown> = good({})) => {
    const heard: [string, number][] = []
    const signOff = async (token: string, unsent: number) => {
      heard.push([token, unsent])
      return answer
    }
    return { heard, ...(await makeSession({ tickets: [{ number: ONE }], calls: { signOff } })) }
  }
  const revoked = { ...NO_NETWORK, status: 401, code: 'gate_phone_revoked' }

  test.each([
    ['it takes it', good({})],
    ['there is no network', NO_NETWORK],
    ['it was revoked meanwhile', revoked],
    ['it faults', { ...NO_NETWORK, status: 500, code: 'internal' }],
  ])('once, and the phone is wiped where %s', async (_what, answer) => {
    const { session, store, heard } = await made(answer)
    await signOff(session)
    expect(await store.readPairing()).toBeNull()
    expect(session.state.isOver).toBe(true)
    await signOff(session)
    expect(heard).toEqual([['gp_token', 0]])
  })

  test('not while check-ins are queued, and with the number that the steward gave up', async () => {
    const { session, heard } = await made()
    await scanNumber(session, ONE)
    await signOff(session)
    expect(heard).toEqual([])
    await signOff(session, 1)
    expect(heard).toEqual([['gp_token', 1]])
  })

  test('when the phone moves to another event, once it has that event', async () => {
    const { session, heard } = await made()
    serverPairs(410, { code: 'pairing_code_ended', error: 'This code was used.' })
    await pairAnew(session, 'code-2')
    expect(heard).toEqual([])
    serverPairs(200, NEXT)
    await pairAnew(session, 'code-2')
    expect(heard).toEqual([['gp_token', 0]])
  })
})

// spec: gate-revoked-wiped
test('a signed-off phone keeps nothing, and signs off only once all is sent or given up', async () => {
  const { session, store } = await makeSession({ tickets: [{ number: ONE }] })
  await scanNumber(session, ONE)
  await signOff(session)
  expect(session.state.isOver).toBe(false)
  expect(store.rows.size).toBe(1)
  await signOff(session, 1)
  expect(session.state).toMatchObject({ isOver: true, list: null, rows: [] })
  expect([await store.readPairing(), await store.readList()]).toEqual([null, null])
  expect(store.rows.size).toBe(0)
  expect(await scanNumber(session, ONE)).toEqual({ kind: 'revoked' })
  expect(store.rows.size).toBe(0)
})
