import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import type { App } from '../../platform/http/http.ts'
import { callbackRoute, Taken } from '../callbacks/callbacks.routes.ts'
import type { CallbackAddress } from '../callbacks/callbacks.sql.ts'
import { acceptRawBody } from '../callbacks/raw-body.ts'
import { storeCallback } from '../callbacks/store-callback.ts'
import { paybillConfirmed } from '../jobs.ts'
import { CONFIRMATION_ANSWER, validationAnswer } from '../mpesa/paybill-call.rules.ts'
import { judgePaybill } from './judge-paybill.ts'
import { isPaybillToken } from './paybill-address.sql.ts'

const Judged = Type.Object({ ResultCode: Type.String(), ResultDesc: Type.String() })

const PAYBILL: CallbackAddress = { kind: 'c2b', isKnown: isPaybillToken, job: paybillConfirmed }

type PaybillDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log' | 'metrics' | 'timeScale'>

/** All payments share one token. */
export async function registerPaybillRoutes(app: App, deps: PaybillDeps): Promise<void> {
  await app.register(async (plain) => {
    const scope = plain as App
    acceptRawBody(scope)
    /** Confirmation of a payment by paybill or by prompt. */
    callbackRoute(scope, deps, '/cb/c/:token/confirmation', {
      schema: Taken,
      answer: async (token, body) => {
        const isStored = await storeCallback(deps.db, PAYBILL, { token, body })
        return isStored ? CONFIRMATION_ANSWER : null
      },
    })
    callbackRoute(scope, deps, '/cb/c/:token/validation', {
      schema: Judged,
      answer: async (token, body) => {
        const { known, refusal } = await judgePaybill(deps, token, body)
        return known ? validationAnswer(refusal) : null
      },
    })
  })
}
