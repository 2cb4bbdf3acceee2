import type { Deps } from '../../platform/database/deps.ts'
import {
  type B2bRequest,
  type B2cRequest,
  type BalanceRequest,
  type DarajaResult,
  type ReversalRequest,
  requestB2b,
  requestB2c,
  requestBalance,
  requestReversal,
  requestStatus,
  type StatusRequest,
} from './operation.ts'
import { type PullAnswer, type PullRequest, pullTransactions, registerPull } from './pull.ts'
import { registerUrls, type UrlsAnswer, type UrlsRequest } from './register-urls.ts'
import { type PushAnswer, type PushRequest, requestPush } from './stk-push.ts'
import { type QueryAnswer, queryPush } from './stk-query.ts'
import { makeTokenSource } from './token.ts'

export type Daraja = {
  push(request: PushRequest): Promise<PushAnswer>
  query(checkoutRequestId: string): Promise<QueryAnswer>
  pull(request: PullRequest): Promise<PullAnswer>
  registerPull(): Promise<boolean>
  reverse(request: ReversalRequest): Promise<DarajaResult>
  payCustomer(request: B2cRequest): Promise<DarajaResult>
  payBusiness(request: B2bRequest): Promise<DarajaResult>
  askStatus(request: StatusRequest): Promise<DarajaResult>
  askBalance(request: BalanceRequest): Promise<DarajaResult>
  registerUrls(request: UrlsRequest): Promise<UrlsAnswer>
}

export type PaymentDeps = Deps & { daraja: Daraja }

export function makeDaraja(deps: Pick<Deps, 'env' | 'clock' | 'log' | 'db'>): Daraja {
  const settings = deps.env.mpesa
  const context = { settings, clock: deps.clock, log: deps.log, token: makeTokenSource(deps) }
  return {
    push: (request) => requestPush(context, request),
    query: (id) => queryPush(context, id),
    pull: (request) => pullTransactions(context, request),
    registerPull: () => registerPull(context),
    reverse: (request) => requestReversal(context, request),
    payCustomer: (request) => requestB2c(context, request),
    payBusiness: (request) => requestB2b(context, request),
    askStatus: (request) => requestStatus(context, request),
    askBalance: (request) => requestBalance(context, request),
    registerUrls: (request) => registerUrls(context, request),
  }
}
