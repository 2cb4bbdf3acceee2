import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { CheckInError } from '../errors.ts'
import { GateCheckIns, GateDecision } from '../gate.contract.ts'
import { gatePhoneOf } from '../gate-phone.ts'
import { countGuesses, type Guess, refuseGuesses } from './guesses.ts'
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
      const rows = isBatch ? body.check_ins : [body]
      const decisions = await handleUpload(deps, phone, rows).catch(async (error) => {
        // Whether people may leave on a number also tells whether the number was sold.
        if (error instanceof CheckInError && error.code === 'ticket_not_found') {
          const unknown = rows.map(({ ticket_number }) => ({ result: 'unknown', ticket_number }))
          await countGuesses(deps, phone, unknown as Guess[])
        }
        throw error
      })
      await countGuesses(deps, phone, decisions)
      return isBatch ? { check_ins: decisions } : decisions[0]!
    },
  })
}
