import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { GateCheckIns, GateDecision } from '../gate.contract.ts'
import { gatePhoneOf } from '../gate-phone.ts'
import { countGuesses, refuseGuesses } from './guesses.ts'
import { handleUpload } from './handle-upload.ts'

export function registerGateCheckInRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
): void {
  route(app, {
    method: 'POST',
    url: '/api/gate/check_ins',
    work: 'free',
    access: 'gate',
    refuses: [404, 409, 429],
    schema: {
      body: GateCheckIns,
      response: {
        200: Type.Union([GateDecision, Type.Object({ check_ins: Type.Array(GateDecision) })]),
      },
    },
    handler: async (request) => {
      const phone = gatePhoneOf(request)
      const { body } = request
      refuseGuesses(deps, phone)
      const isBatch = 'check_ins' in body
      const decisions = await handleUpload(deps, phone, isBatch ? body.check_ins : [body])
      await countGuesses(deps, phone, decisions)
      return isBatch ? { check_ins: decisions } : decisions[0]!
    },
  })
}
