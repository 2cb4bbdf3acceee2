import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams, MessageReply } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { within } from '../../platform/limits/limits.ts'
import { EntryView, FoundTickets } from '../command-view.contract.ts'
import { CheckInError } from '../errors.ts'
import {
  GateCheckIns,
  GateDecision,
  GateList,
  GateListQuery,
  Paired,
  PairRequest,
  SignOffRequest,
} from '../gate.contract.ts'
import { gatePhoneOf } from '../gate-phone.ts'
import { readGateList } from '../list/read-gate-list.ts'
import { findByPhone, findTickets } from '../live/find-tickets.ts'
import { readEntry } from '../live/read-entry.ts'
import { findOwnEvent } from '../own-event.ts'
import { pairGatePhone } from '../phones/pair-gate-phone.ts'
import { signOffPhone } from '../phones/sign-off-phone.ts'
import { handleUpload } from './handle-upload.ts'

const MINUTE_MS = 60_000

/** Requests of gate phones. */
export function registerGateRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  route(app, {
    method: 'POST',
    url: '/api/gate/pair',
    access: 'public',
    refuses: [410, 429],
    schema: { body: PairRequest, response: { 200: Paired } },
    handler: async (request) => {
      const max = deps.env.limits.missPerAddress
      const key = `pair:${request.address}`
      const limit = { key, max, windowMs: MINUTE_MS, isCountedAfter: true }
      const pair = () => pairGatePhone(deps, request.body.code)
      const paired = await within(deps, [limit], pair, (found) => found !== null)
      if (!paired) throw new CheckInError('pairing_code_ended')
      return paired
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/gate/list',
    work: 'free',
    access: 'gate',
    schema: { querystring: GateListQuery, response: { 200: GateList } },
    handler: async (request) => readGateList(deps, gatePhoneOf(request), request.query),
  })
  route(app, {
    method: 'POST',
    url: '/api/gate/check_ins',
    work: 'free',
    access: 'gate',
    refuses: [404, 409],
    schema: {
      body: GateCheckIns,
      response: {
        200: Type.Union([GateDecision, Type.Object({ check_ins: Type.Array(GateDecision) })]),
      },
    },
    handler: async (request) => {
      const phone = gatePhoneOf(request)
      const { body } = request
      if ('check_ins' in body) return { check_ins: await handleUpload(deps, phone, body.check_ins) }
      return (await handleUpload(deps, phone, [body]))[0]!
    },
  })
}

/** Signs a phone off before another steward or event uses it. */
export function registerSignOffRoute(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'POST',
    url: '/api/gate/sign_off',
    work: 'free',
    access: 'gate',
    schema: { body: SignOffRequest, response: { 200: MessageReply } },
    handler: async (request) => {
      await signOffPhone(deps, request.headers.authorization ?? '', request.body)
      return { message: 'Signed off. The phone needs a new code to check in again.' }
    },
  })
}

/** Requests that gate phones share with the people who run the event. */
export function registerEntryRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/gate/find',
    work: 'free',
    access: 'gate or organizer',
    refuses: [404, 429],
    schema: {
      querystring: Type.Object({
        q: Type.String({ minLength: 1, maxLength: 300 }),
        /** Required from callers without a gate phone. */
        event_id: Type.Optional(Type.String({ maxLength: 100 })),
      }),
      response: { 200: FoundTickets },
    },
    handler: async (request) => {
      const { q, event_id } = request.query
      const { gatePhone: phone } = request
      if (phone) return await findByPhone(deps, phone, q)
      const viewer = viewerOf(request)
      const { id: eventId } = await findOwnEvent(deps.db, viewer, event_id ?? '')
      return await findTickets(deps, { q, eventId, key: viewer.accountId })
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id/entry',
    access: 'organizer',
    schema: { params: IdParams, response: { 200: EntryView } },
    handler: async (request) => readEntry(deps, viewerOf(request), request.params.id),
  })
}
