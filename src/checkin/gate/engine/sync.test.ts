// Tests syncs: uploads, downloads, and that no check-in has to wait for them.
import { describe, expect, test } from 'vitest'
import {
  columnsOf,
  deferred,
  drawNumber,
  EVENT,
  good,
  listSays,
  makeSession,
  packUsed,
  scanNumber,
  serverSays,
} from '../../../../test/gate-session.ts'
import type { Problem } from '../../../ui/api.ts'
import type { GateCheckIn } from '../../gate.contract.ts'
import { decide, mostOn } from './decide.ts'
import type { KeptList } from './gate-store.ts'
import { listProblem } from './readiness.ts'
import { unsentOf } from './session.ts'
import { readShown } from './shown-number.ts'
import { sync } from './sync.ts'

const ONE = drawNumber(1, 1)
const TELLS = { app: 'test', battery: null }

const takeAll = async (_token: string, rows: GateCheckIn[]) =>
  good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) })

const problem = (status: number, code: string, error = 'Ours.'): Problem => ({
  ok: false,
  status,
  code,
  error,
})

// spec: gate-queue
describe('a response that says nothing about the check-ins', () => {
  // The result of callApi for an error page from a proxy.
  const foreign = (status: number) => problem(status, 'internal', '')
  const AWAY: [string, Problem][] = [
    ...[400, 403, 404, 405, 408, 409, 410, 413, 414, 421, 422, 431, 451, 502, 504].map(
      (status): [string, Problem] => [`a proxy's ${status}`, foreign(status)],
    ),
    ['an address that the older server has not', problem(404, 'not_found')],
    ['a method that it has not', problem(405, 'method_not_allowed')],
    ['no session', problem(401, 'unauthorized')],
    ['another site', problem(403, 'forbidden_origin')],
    ['a body that arrived too slowly', problem(408, 'request_timeout')],
    ['too many questions', problem(429, 'too_many_requests')],
  ]

  test.each(AWAY)('%s: all check-ins stay queued and are sent again', async (_what, answer) => {
    let isAway = true
    const { session } = await makeSession({
      calls: {
        sendCheckIns: async (token, rows) => (isAway ? answer : await takeAll(token, rows)),
        fetchList: async () => listSays(),
      },
    })
    for (const n of [1, 2, 3]) await scanNumber(session, drawNumber(1, n))
    expect(await sync(session, TELLS)).toBe(false)
    expect(unsentOf(session.state.rows)).toHaveLength(3)
    isAway = false
    expect(await sync(session, TELLS)).toBe(true)
    expect(session.state.rows.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  })

  test.each(AWAY)('%s: the phone decides at once', async (_what, answer) => {
    const { session } = await makeSession({
      tickets: [{ number: ONE }],
      calls: { checkIn: async () => answer },
    })
    session.change({ isOnline: true })
    expect(await scanNumber(session, ONE)).toMatchObject({
      kind: 'decided',
      isAlone: true,
      moved: 1,
    })
    expect(session.state.isOnline).toBe(false)
  })
})

// spec: gate-queue
test('an upload that is too large for a proxy is sent row by row', async () => {
  const sizes: number[] = []
  const sendCheckIns = async (token: string, rows: GateCheckIn[]) => {
    sizes.push(rows.length)
    return rows.length > 1 ? problem(413, 'internal', '') : await takeAll(token, rows)
  }
  const { session } = await makeSession({
    calls: { sendCheckIns, fetchList: async () => listSays() },
  })
  for (const n of [1, 2, 3]) await scanNumber(session, drawNumber(1, n))
  expect(await sync(session, TELLS)).toBe(true)
  expect(sizes).toEqual([3, 1, 1, 1])
})

// spec: gate-queue
test.each([
  problem(400, 'bad_request'),
  problem(404, 'ticket_not_found'),
  problem(404, 'gate_not_found'),
  problem(409, 'nonce_used'),
  problem(422, 'invalid_field'),
])('what the server itself says of a check-in refuses that one: $status $code', async (answer) => {
  const bad = drawNumber(1, 7)
  const sendCheckIns = async (token: string, rows: GateCheckIn[]) =>
    rows.some((row) => row.ticket_number === bad) ? answer : await takeAll(token, rows)
  const { session } = await makeSession({
    calls: { sendCheckIns, fetchList: async () => listSays() },
  })
  for (const number of [ONE, bad, drawNumber(1, 8)]) await scanNumber(session, number)
  expect(await sync(session, TELLS)).toBe(true)
  expect(session.state.rows.map(({ state }) => state)).toEqual(['sent', 'refused', 'sent'])
})

// spec: gate-choose-gate
test.each([
  ['another gate comes before it', 2, ['gate-a', 'gate-new', 'gate-b'], 3],
  ['the default one was chosen', 0, ['gate-new', 'gate-a'], 0],
  ['it is gone', 2, ['gate-a', 'gate-new'], null],
  ['none was chosen', null, ['gate-new', 'gate-a'], null],
])('a phone stays at the gate that was chosen on it: %s', async (_how, chosen, ids, place) => {
  const gates = [null, ...ids].map((id, n) => ({ n, id, name: String(id), is_stopped: false }))
  const { session } = await makeSession({
    more: { chosenGate: chosen },
    calls: { fetchList: async () => listSays({ is_whole: true, event: { ...EVENT, gates } }) },
  })
  expect(await sync(session, TELLS)).toBe(true)
  expect(session.state.pairing.chosenGate).toBe(place)
})

// spec: gate-queue
describe('a row whose request an older app version stored as asked', () => {
  const kept = async () => {
    const made = await makeSession({ tickets: [{ number: ONE }] })
    await scanNumber(made.session, ONE)
    for (const { request, ...row } of made.store.rows.values())
      await made.store.keepRow({ ...row, asked: request } as never)
    return made.store
  }

  test('is uploaded after the update, and new scans are decided', async () => {
    const sent: string[] = []
    const sendCheckIns = async (token: string, rows: GateCheckIn[]) => {
      sent.push(...rows.map(({ ticket_number }) => ticket_number))
      return await takeAll(token, rows)
    }
    const calls = { sendCheckIns, fetchList: async () => listSays() }
    const { session, open } = await makeSession({ store: await kept(), calls })
    await scanNumber(session, drawNumber(1, 2))
    expect(await sync(session, TELLS)).toBe(true)
    expect(sent).toEqual([ONE, drawNumber(1, 2)])
    expect(unsentOf((await open()).state.rows)).toEqual([])
  })
})

// spec: gate-queue-refused-before
describe('a row that an older app version marked as refused', () => {
  const kept = async () => {
    const made = await makeSession({ tickets: [{ number: ONE }] })
    await scanNumber(made.session, ONE)
    for (const row of made.store.rows.values())
      await made.store.keepRow({ ...row, state: 'refused' })
    return made.store
  }

  test('is sent again at the next start, with later rows behind it', async () => {
    const sent: string[] = []
    const sendCheckIns = async (token: string, rows: GateCheckIn[]) => {
      sent.push(...rows.map(({ ticket_number }) => ticket_number))
      return await takeAll(token, rows)
    }
    const calls = { sendCheckIns, fetchList: async () => listSays() }
    const { session, open } = await makeSession({ store: await kept(), calls })
    expect(unsentOf(session.state.rows)).toHaveLength(1)
    await scanNumber(session, drawNumber(1, 2))
    expect(await sync(session, TELLS)).toBe(true)
    expect(sent).toEqual([ONE, drawNumber(1, 2)])
    expect(unsentOf((await open()).state.rows)).toEqual([])
  })

  test('is not sent again once the server itself refused it', async () => {
    let times = 0
    const sendCheckIns = async () => {
      times += 1
      return problem(422, 'invalid_field')
    }
    const calls = { sendCheckIns, fetchList: async () => listSays() }
    const { session, open } = await makeSession({ store: await kept(), calls })
    expect(await sync(session, TELLS)).toBe(true)
    const again = await open()
    expect(again.state.rows).toMatchObject([{ state: 'refused', refusal: 'invalid_field' }])
    expect(await sync(again, TELLS)).toBe(true)
    expect(times).toBe(1)
  })

  test('still counts while it is queued: its ticket is used', async () => {
    const { session } = await makeSession({ store: await kept() })
    expect(await scanNumber(session, ONE)).toMatchObject({ decision: { result: 'used' } })
  })
})

// spec: gate-queue
describe('a server response that arrived during a list download', () => {
  const GROUP = drawNumber(5, 9)

  type Step = { kind: 'in' | 'undo'; people: number; left: number }
  const went = (people: number, left: number): Step => ({ kind: 'in', people, left })

  /**
   * Makes these check-ins and undos while a list is downloaded, then takes the list, in which the
   * ticket has `listed` people left. Returns the number of people that the phone can still admit.
   */
  async function leftAfter(steps: Step[], listed: number | null): Promise<number> {
    const list = deferred()
    let step = steps[0]!
    const { session } = await makeSession({
      tickets: [{ number: GROUP, left: 5 }],
      calls: {
        checkIn: async (_token, { nonce }) =>
          good(serverSays(nonce, { admits: step.people, left: step.left })),
        fetchList: async () => {
          await list.over
          const changed = listed === null ? [] : [{ number: GROUP, left: listed }]
          return listSays(await columnsOf(changed))
        },
      },
    })
    session.change({ isOnline: true })
    const contact = sync(session, TELLS)
    let of: string | undefined
    for (step of steps) {
      const { kind, people } = step
      const wish = kind === 'in' ? { admits: people } : { kind, of, reason: 'Did not go in' }
      await decide(session, readShown(GROUP)!, wish)
      of = session.state.rows.at(-1)!.request.nonce
    }
    list.end()
    expect(await contact).toBe(true)
    return await mostOn(session, readShown(GROUP)!, {})
  }

  test.each([
    ['is in the list', [went(2, 3)], 3, 3],
    ['is not in the list', [went(2, 3)], 5, 3],
    ['changed nothing in it', [went(2, 3)], null, 3],
    ['is in the list in part', [went(2, 3), went(1, 2)], 3, 2],
    ['is in the list with what another phone let in', [went(2, 3)], 2, 2],
    ['is not in the list, and what another phone let in is', [went(2, 2)], 4, 2],
    ['was undone, and neither is in it', [went(2, 3), { kind: 'undo', people: 2, left: 5 }], 5, 5],
    [
      'was undone, and the first is in it',
      [went(2, 3), { kind: 'undo', people: 2, left: 5 }],
      3,
      5,
    ],
  ] as [string, Step[], number | null, number][])(
    '%s: it counts once',
    async (_how, ...example) => {
      const [steps, listed, left] = example
      expect(await leftAfter(steps, listed)).toBe(left)
    },
  )
})

// spec: gate-list-problem
describe('a stored list that cannot decide', () => {
  const OTHER = '5a17ca10-0002-4000-8000-00000000eeee'
  test.each([
    ['No ticket list yet.', async () => null],
    ['for another event', async (list: KeptList) => ({ ...list, eventId: OTHER })],
    ['is empty', async (list: KeptList) => ({ ...list, ...(await packUsed([])) })],
  ])('is reported and replaced: %s', async (words, spoil) => {
    const queries: Record<string, string>[] = []
    const fetchList = async (_token: string, tells: Record<string, string>) => {
      queries.push(tells)
      const columns = await columnsOf([{ number: ONE }])
      return listSays({ is_whole: tells.since === undefined, ...columns })
    }
    const { session } = await makeSession({ tickets: [{ number: ONE }], calls: { fetchList } })
    expect(listProblem(session.state)).toBeNull()
    session.change({ list: await spoil(session.state.list!) })
    expect(listProblem(session.state)).toContain(words)
    expect(await mostOn(session, readShown(ONE)!, {})).toBe(1)
    await sync(session, TELLS)
    expect(queries[0]).not.toHaveProperty('since')
    expect(listProblem(session.state)).toBeNull()
    session.change({ isOnline: false })
    expect(await scanNumber(session, ONE)).toMatchObject({ byProof: false, moved: 1 })
  })
})
