// A gate phone with the current app, which talks to the shop over HTTP.
import { expect } from 'vitest'
import { decide } from '../src/checkin/gate/engine/decide.ts'
import { importProofKey } from '../src/checkin/gate/engine/proof-key.ts'
import { type GateSession, openSession } from '../src/checkin/gate/engine/session.ts'
import { readShown } from '../src/checkin/gate/engine/shown-number.ts'
import { sync } from '../src/checkin/gate/engine/sync.ts'
import { lookOf } from '../src/checkin/gate/screens/result-look.ts'
import type { GateList, Paired } from '../src/checkin/gate.contract.ts'
import type { Phone } from './gate-phone.ts'
import { good, memoryStore, NO_NETWORK } from './gate-session.ts'
import { callApi } from './http.ts'
import type { Stage } from './stage.ts'

/** `isDown` takes the network away. `lists` are the lists that the shop sent. */
export type AppState = { isDown: boolean; lists: GateList[] }

/** The calls of a session over the API. */
export function callsOverHttp(stage: Stage, state: AppState) {
  const call = async (token: string, request: object) => {
    if (state.isDown) return NO_NETWORK
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await callApi(stage, { headers, ...request })
    return status === 200 ? good(body) : { ok: false as const, status, ...body }
  }
  const checkIns = { method: 'POST' as const, url: '/api/gate/check_ins' }
  return {
    checkIn: (token: string, payload: object) => call(token, { ...checkIns, payload }),
    sendCheckIns: (token: string, rows: object[]) =>
      call(token, { ...checkIns, payload: { check_ins: rows } }),
    fetchList: async (token: string, query: Record<string, string>) => {
      const answer = await call(token, { url: '/api/gate/list', query })
      if (answer.ok) state.lists.push(answer.data)
      return answer
    },
    signOff: async () => good({}),
  }
}

const pairingOf = async ({ key, server_time: _, ...rest }: Paired) => ({
  ...rest,
  ...{ key: await importProofKey(key), clockMs: 0, chosenGate: null },
})

/** Opens the app on a paired phone, with the list that the shop sent to it. */
export async function openGateApp(stage: Stage, phone: Phone) {
  const state: AppState = { isDown: false, lists: [] }
  const store = memoryStore({ pairing: await pairingOf(phone.paired) })
  const now = () => stage.clock.now().getTime()
  const session = (await openSession(store, callsOverHttp(stage, state), now))!
  expect(await sync(session, { app: 'test', battery: null })).toBe(true)
  const goOffline = () => {
    state.isDown = true
    session.change({ isOnline: false })
  }
  return { session, state, goOffline }
}

export async function scanWith(session: GateSession, number: string, wish: object = {}) {
  const outcome = await decide(session, readShown(number)!, { confirmed: true, ...wish })
  if (outcome.kind !== 'decided') throw new Error(JSON.stringify(outcome))
  const { decision, isAlone, byProof } = outcome
  return { ...decision, look: lookOf(outcome), isAlone, byProof }
}
