import { Type } from 'typebox'
import { checkEvent } from '../../events/check-event.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams, MessageReply } from '../../platform/http/platform.contract.ts'
import { type Sees, viewerOf } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { within } from '../../platform/limits/limits.ts'
import { noteWrongCode } from '../../tickets/limits.ts'
import { GatePhoneList } from '../command-view.contract.ts'
import { CheckInError } from '../errors.ts'
import {
  MadeGatePhone,
  NewGatePhone,
  Paired,
  PairRequest,
  SignOffRequest,
} from '../gate.contract.ts'
import { seesGatePhone, selectGatePhones } from '../gate-phones.sql.ts'
import {
  makeGatePhone,
  pairGatePhone,
  renewGateCode,
  revokeGatePhone,
  signOffPhone,
  toGatePhoneReply,
} from './gate-phones.ts'

const MINUTE_MS = 60_000
/** The number of characters of a User-Agent that are stored. */
const BROWSER_LENGTH = 300

const sees: Sees = async (db, viewer, { id = '' }) =>
  isUuid(id) && (await seesGatePhone(db, viewer, id))

/** Registers routes: organizers create and revoke gate phones, and phones pair and sign off. */
export function registerGatePhoneRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'log'>,
): void {
  route(app, {
    method: 'POST',
    url: '/api/gate_phones',
    access: 'organizer',
    right: 'door',
    refuses: [404, 429],
    schema: { body: NewGatePhone, response: { 201: MadeGatePhone } },
    handler: async (request, reply) =>
      reply.code(201).send(await makeGatePhone(deps, viewerOf(request), request.body)),
  })
  route(app, {
    method: 'GET',
    url: '/api/gate_phones',
    access: 'organizer',
    right: 'door',
    refuses: [404],
    schema: {
      querystring: Type.Object({ event_id: Type.String({ maxLength: 100 }) }),
      response: { 200: GatePhoneList },
    },
    handler: async (request) => {
      const { event_id: id } = request.query
      await checkEvent(deps.db, viewerOf(request), id)
      const rows = await selectGatePhones(deps.db, id)
      const now = deps.clock.now()
      return { data: rows.map((row) => toGatePhoneReply(row, now)) }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/gate_phones/:id/code',
    access: 'organizer',
    right: 'door',
    config: { sees },
    refuses: [429],
    schema: { params: IdParams, response: { 200: MadeGatePhone } },
    handler: async (request) => renewGateCode(deps, viewerOf(request), request.params.id),
  })
  route(app, {
    method: 'DELETE',
    url: '/api/gate_phones/:id',
    access: 'organizer',
    right: 'door',
    config: { sees },
    schema: { params: IdParams, response: { 200: MessageReply } },
    handler: async (request) => {
      await revokeGatePhone(deps, viewerOf(request), request.params.id)
      return {
        message: 'Revoked. The phone no longer works, and its data is removed at its next sync.',
      }
    },
  })
  registerPairing(app, deps)
}

function registerPairing(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock' | 'log'>): void {
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
      const browser = request.headers['user-agent']?.slice(0, BROWSER_LENGTH) ?? null
      const from = { address: request.address, browser }
      const pair = () => pairGatePhone(deps, request.body, from)
      const paired = await within(deps, [limit], pair, (found) => found !== null)
      if (!paired) {
        await noteWrongCode(deps)
        throw new CheckInError('pairing_code_ended')
      }
      return paired
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/gate/sign_off',
    work: 'free',
    access: 'gate',
    schema: { body: SignOffRequest, response: { 200: MessageReply } },
    handler: async (request) => {
      await signOffPhone(deps, request.headers.authorization ?? '', request.body)
      return { message: 'Unpaired. The phone needs a new code to check in again.' }
    },
  })
}
