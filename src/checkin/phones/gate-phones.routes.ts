import { Type } from 'typebox'
import { checkEvent } from '../../events/check-event.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams, MessageReply } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { GatePhoneList } from '../command-view.contract.ts'
import { MadeGatePhone, NewGatePhone } from '../gate.contract.ts'
import { selectGatePhones } from '../gate-phones.sql.ts'
import { describeGatePhone } from './describe-gate-phone.ts'
import { makeGatePhone } from './make-gate-phone.ts'
import { renewGateCode } from './renew-gate-code.ts'
import { revokeGatePhone } from './revoke-gate-phone.ts'

/** Gate phones, for organizers and admins. */
export function registerGatePhoneRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  route(app, {
    method: 'POST',
    url: '/api/gate_phones',
    access: 'organizer',
    refuses: [404],
    schema: { body: NewGatePhone, response: { 201: MadeGatePhone } },
    handler: async (request, reply) =>
      reply.code(201).send(await makeGatePhone(deps, viewerOf(request), request.body)),
  })
  route(app, {
    method: 'GET',
    url: '/api/gate_phones',
    access: 'organizer',
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
      return { data: rows.map((row) => describeGatePhone(row, now)) }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/gate_phones/:id/code',
    access: 'organizer',
    schema: { params: IdParams, response: { 200: MadeGatePhone } },
    handler: async (request) => renewGateCode(deps, viewerOf(request), request.params.id),
  })
  route(app, {
    method: 'DELETE',
    url: '/api/gate_phones/:id',
    access: 'organizer',
    schema: { params: IdParams, response: { 200: MessageReply } },
    handler: async (request) => {
      await revokeGatePhone(deps, viewerOf(request), request.params.id)
      return { message: 'Revoked. The phone is refused from now on, and wiped when it next asks.' }
    },
  })
}
