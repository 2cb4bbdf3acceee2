import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { GateCheckIns, GateDecision } from '../gate.contract.ts'
import { gatePhoneOf } from '../gate-phone.ts'
import { handleUpload } from './handle-upload.ts'

/** Adds the routes for check-ins from gate phones: a single request, or an upload. */
export function registerGateCheckInRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
): void {
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
