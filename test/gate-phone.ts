import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { GateCheckIn, GateDecision, GateList, Paired } from '../src/checkin/gate.contract.ts'
import { LIST_FORM } from '../src/checkin/list/ticket-list.rules.ts'
import type { Gate } from './gate.ts'
import { callApi } from './http.ts'

export type Phone = Awaited<ReturnType<typeof pairPhone>>

type AtGate = Pick<Gate, 'stage' | 'organizer' | 'event'>

export async function makePhone(gate: AtGate, more: object = {}) {
  const made = await gate.stage.app.inject({
    method: 'POST',
    url: '/api/gate_phones',
    headers: gate.organizer.headers,
    payload: { name: 'North', event_id: gate.event.id, ...more },
  })
  expect(made.statusCode, made.body).toBe(201)
  return made.json() as {
    id: string
    code: string
    url: string
    expires_at: string
    seconds_left: number
  }
}

/** Creates a gate phone for the event and pairs it. */
export async function pairPhone(gate: AtGate, more: object = {}) {
  const { id, code } = await makePhone(gate, more)
  const { app } = gate.stage
  const answer = await app.inject({
    method: 'POST',
    url: '/api/gate/pair',
    payload: { code, list_form: LIST_FORM },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const paired = answer.json() as Paired
  const headers = { authorization: `Bearer ${paired.token}` }
  const send = async (payload: object) => {
    return await callApi({ app }, { method: 'POST', url: '/api/gate/check_ins', headers, payload })
  }
  const fill = (row: Partial<GateCheckIn>) => ({
    nonce: randomUUID(),
    device_at: gate.stage.clock.now().toISOString(),
    ...row,
  })
  return {
    id,
    code,
    headers,
    paired,
    send,
    /** Requests a decision from the server, as an online phone does. */
    ask: async (row: Partial<GateCheckIn>): Promise<GateDecision> => {
      const { status, body } = await send(fill({ confirmed: true, ...row }))
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    },
    /** Uploads check-ins that were made offline. */
    tell: async (rows: Partial<GateCheckIn>[]): Promise<GateDecision[]> => {
      const { status, body } = await send({
        check_ins: rows.map((row) => fill({ offline: true, decided: 'valid', let_in: 1, ...row })),
      })
      expect(status, JSON.stringify(body)).toBe(200)
      return body.check_ins
    },
    /**
     * Requests the list, in the form of the app's current version unless `query` names a different
     * form.
     */
    list: async (query: Record<string, string> = {}): Promise<GateList> => {
      const asked = { form: LIST_FORM, ...query }
      const listed = await app.inject({ url: '/api/gate/list', headers, query: asked })
      expect(listed.statusCode, listed.body).toBe(200)
      return listed.json()
    },
  }
}
