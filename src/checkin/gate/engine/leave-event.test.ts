// How a phone leaves its event, and that no unsent check-in is lost unnoticed.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  drawNumber,
  EVENING,
  EVENT,
  good,
  held,
  listSays,
  makeDesk,
  NO_NETWORK,
  serverSays,
} from '../../../../test/kept-desk.ts'
import type { Answer } from '../../../ui/api.ts'
import type { GateCheckIn, Paired } from '../../gate.contract.ts'
import { makeContact } from './contact.ts'
import { decide } from './decide.ts'
import { type Desk, unsentOf } from './desk.ts'
import { pairAnew, signOff } from './leave-event.ts'
import { readShown } from './shown-number.ts'

const ONE = drawNumber(1, 1)
const TELLS = { app: 'test', battery: null }
const ask = (desk: Desk, number = ONE) => decide(desk, readShown(number)!, {})

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
    const { desk, store, open } = await makeDesk({ tickets: [{ number: ONE }] })
    await ask(desk)
    desk.change({ rows: [] })
    expect(await pairAnew(desk, 'code-2')).toMatchObject({ ok: true })
    expect(codes).toEqual(['code-2'])
    expect(desk.state).toMatchObject({ isOver: true, list: null, rows: [] })
    expect([await store.readList(), store.rows.size]).toEqual([null, 0])
    expect((await open()).state.pairing).toMatchObject({ token: 'gp_next', event: NEXT.event })
    // A steward at the old screen can let nobody in.
    expect(await ask(desk)).toEqual({ kind: 'revoked' })
    expect(store.rows.size).toBe(0)
  })

  test('a phone keeps its event, and calls no server, while check-ins are unsent', async () => {
    const { desk, store } = await makeDesk({ tickets: [{ number: ONE }] })
    await ask(desk)
    expect(await pairAnew(desk, 'code-2')).toBe('unsent')
    expect(codes).toEqual([])
    expect(unsentOf(desk.state.rows)).toHaveLength(1)
    // A further check-in, beyond the number that the steward gave up.
    await ask(desk, drawNumber(1, 2))
    expect(await pairAnew(desk, 'code-2', 1)).toBe('unsent')
    expect(store.rows.size).toBe(2)
    expect(await pairAnew(desk, 'code-2', 2)).toMatchObject({ ok: true })
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
    const made = await makeDesk({ tickets: [{ number: ONE }], calls: { sendCheckIns, fetchList } })
    const { desk, open } = made
    expect(await makeContact(desk, TELLS)).toBe(false)
    expect(desk.state).toMatchObject({ isUnknown: true, isOver: false })
    expect(await ask(desk)).toMatchObject({ isAlone: true, decision: { result: 'valid' } })
    const { nonce } = unsentOf(desk.state.rows)[0]!.asked
    serverPairs(200, { ...NEXT, event: EVENT })
    expect(await pairAnew(desk, 'code-2')).toMatchObject({ ok: true })
    const next = await open()
    expect(next.state).toMatchObject({ isUnknown: false, pairing: { token: 'gp_next' } })
    expect(await makeContact(next, TELLS)).toBe(true)
    expect(sent).toEqual([['gp_next', nonce]])
    expect(unsentOf(next.state.rows)).toEqual([])
  })

  // spec: gate-phone-unknown
  test('the queue of a phone unknown to the server goes to no other event', async () => {
    const fetchList = async () => NOBODYS
    const { desk, store, open } = await makeDesk({
      tickets: [{ number: ONE }],
      calls: { fetchList },
    })
    await makeContact(desk, TELLS)
    await ask(desk)
    expect(await pairAnew(desk, 'code-2')).toMatchObject({ ok: true })
    expect([store.rows.size, (await open()).state.pairing.event.id]).toEqual([0, NEXT.event.id])
  })

  test('a phone keeps its event if the code is invalid or storage is full', async () => {
    const { desk, store } = await makeDesk({ tickets: [{ number: ONE }] })
    serverPairs(410, { code: 'pairing_code_ended', error: 'This code was used.' })
    expect(await pairAnew(desk, 'code-2')).toMatchObject({ ok: false, status: 410 })
    serverPairs(200, NEXT)
    store.isFull = true
    await expect(pairAnew(desk, 'code-2')).rejects.toThrow()
    store.isFull = false
    expect(desk.state.isOver).toBe(false)
    expect(await store.readPairing()).toMatchObject({ token: 'gp_token' })
    expect(await ask(desk)).toMatchObject({ decision: { result: 'valid' } })
  })

  test.each([
    ['a list', listSays({ is_whole: true })],
    ['that it is revoked', { ...NO_NETWORK, status: 401, code: 'gate_phone_revoked' }],
  ])('a phone keeps the new event where the old one is answered late: %s', async (_what, late) => {
    const list = held()
    const fetchList = async () => {
      await list.over
      return late
    }
    const { desk, store } = await makeDesk({ calls: { fetchList } })
    const contact = makeContact(desk, TELLS)
    await pairAnew(desk, 'code-2')
    list.end()
    await contact
    expect(await store.readPairing()).toMatchObject({ token: 'gp_next' })
    expect(await store.readList()).toBeNull()
  })

  test('a phone stores no row of the old event whose response comes late', async () => {
    const answer = held()
    const sendCheckIns = async (_token: string, rows: GateCheckIn[]) => {
      await answer.over
      return good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) })
    }
    const { desk, store } = await makeDesk({ calls: { sendCheckIns } })
    await ask(desk)
    const contact = makeContact(desk, TELLS)
    await pairAnew(desk, 'code-2', 1)
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
    return { heard, ...(await makeDesk({ tickets: [{ number: ONE }], calls: { signOff } })) }
  }
  const revoked = { ...NO_NETWORK, status: 401, code: 'gate_phone_revoked' }

  test.each([
    ['it takes it', good({})],
    ['there is no network', NO_NETWORK],
    ['it was revoked meanwhile', revoked],
    ['it faults', { ...NO_NETWORK, status: 500, code: 'internal' }],
  ])('once, and the phone is wiped where %s', async (_what, answer) => {
    const { desk, store, heard } = await made(answer)
    await signOff(desk)
    expect(await store.readPairing()).toBeNull()
    expect(desk.state.isOver).toBe(true)
    await signOff(desk)
    expect(heard).toEqual([['gp_token', 0]])
  })

  test('not while check-ins are queued, and with the number that the steward gave up', async () => {
    const { desk, heard } = await made()
    await ask(desk)
    await signOff(desk)
    expect(heard).toEqual([])
    await signOff(desk, 1)
    expect(heard).toEqual([['gp_token', 1]])
  })

  test('when the phone moves to another event, once it has that event', async () => {
    const { desk, heard } = await made()
    serverPairs(410, { code: 'pairing_code_ended', error: 'This code was used.' })
    await pairAnew(desk, 'code-2')
    expect(heard).toEqual([])
    serverPairs(200, NEXT)
    await pairAnew(desk, 'code-2')
    expect(heard).toEqual([['gp_token', 0]])
  })
})

// spec: gate-revoked-wiped
test('a signed-off phone keeps nothing, and signs off only once all is sent or given up', async () => {
  const { desk, store } = await makeDesk({ tickets: [{ number: ONE }] })
  await ask(desk)
  await signOff(desk)
  expect(desk.state.isOver).toBe(false)
  expect(store.rows.size).toBe(1)
  await signOff(desk, 1)
  expect(desk.state).toMatchObject({ isOver: true, list: null, rows: [] })
  expect([await store.readPairing(), await store.readList()]).toEqual([null, null])
  expect(store.rows.size).toBe(0)
  expect(await ask(desk)).toEqual({ kind: 'revoked' })
  expect(store.rows.size).toBe(0)
})
