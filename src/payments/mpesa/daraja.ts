import type { Deps } from '../../platform/deps.ts'
import { type PullAnswer, type PullRequest, pullTransactions, registerPull } from './pull.ts'
import { type PushAnswer, type PushRequest, requestPush } from './stk-push.ts'
import { type QueryAnswer, queryPush } from './stk-query.ts'
import { makeTokenSource } from './token.ts'

/** Safaricom's M-Pesa API as this product uses it; each call may take up to its time-out. */
export type Daraja = {
  push(request: PushRequest): Promise<PushAnswer>
  query(checkoutRequestId: string): Promise<QueryAnswer>
  pull(request: PullRequest): Promise<PullAnswer>
  registerPull(): Promise<boolean>
}

/** What sending a prompt and asking about one take: all there is. */
export type PaymentDeps = Deps & { daraja: Daraja }

export function makeDaraja(deps: Pick<Deps, 'env' | 'clock' | 'log' | 'db'>): Daraja {
  const settings = deps.env.mpesa
  const context = { settings, clock: deps.clock, log: deps.log, token: makeTokenSource(deps) }
  return {
    push: (request) => requestPush(context, request),
    query: (id) => queryPush(context, id),
    pull: (request) => pullTransactions(context, request),
    registerPull: () => registerPull(context),
  }
}
