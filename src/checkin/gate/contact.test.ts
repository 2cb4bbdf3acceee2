// What is sent and fetched, and that nothing waits for it in vain.
import { describe, expect, test } from 'vitest'
import { drawNumber, good, listSays, makeDesk, serverSays } from '../../../test/kept-desk.ts'
import type { Problem } from '../../ui/api.ts'
import type { GateCheckIn } from '../gate.contract.ts'
import { makeContact } from './contact.ts'
import { decide } from './decide.ts'
import { type Desk, unsentOf } from './desk.ts'
import { readShown } from './shown-number.ts'

const ONE = drawNumber(1, 1)
const TELLS = { app: 'test', battery: null }

const ask = (desk: Desk, number = ONE) => decide(desk, readShown(number)!, {})

const takeAll = async (_token: string, rows: GateCheckIn[]) =>
  good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) })

const problem = (status: number, code: string, error = 'Ours.'): Problem => ({
  ok: false,
  status,
  code,
  error,
})

// spec: gate-queue
describe('an answer that says nothing of the check-ins', () => {
  // What callApi makes of a page that a proxy wrote.
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

  test.each(AWAY)('%s: all of them wait and are sent again', async (_what, answer) => {
    let isAway = true
    const { desk } = await makeDesk({
      calls: {
        sendCheckIns: async (token, rows) => (isAway ? answer : await takeAll(token, rows)),
        fetchList: async () => listSays(),
      },
    })
    for (const n of [1, 2, 3]) await ask(desk, drawNumber(1, n))
    expect(await makeContact(desk, TELLS)).toBe(false)
    expect(unsentOf(desk.state.rows)).toHaveLength(3)
    isAway = false
    expect(await makeContact(desk, TELLS)).toBe(true)
    expect(desk.state.rows.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  })

  test.each(AWAY)('%s: the phone decides at once', async (_what, answer) => {
    const { desk } = await makeDesk({
      tickets: [{ number: ONE }],
      calls: { checkIn: async () => answer },
    })
    desk.change({ isOnline: true })
    expect(await ask(desk)).toMatchObject({ kind: 'decided', isAlone: true, moved: 1 })
    expect(desk.state.isOnline).toBe(false)
  })
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
  const { desk } = await makeDesk({ calls: { sendCheckIns, fetchList: async () => listSays() } })
  for (const number of [ONE, bad, drawNumber(1, 8)]) await ask(desk, number)
  expect(await makeContact(desk, TELLS)).toBe(true)
  expect(desk.state.rows.map(({ state }) => state)).toEqual(['sent', 'refused', 'sent'])
})
