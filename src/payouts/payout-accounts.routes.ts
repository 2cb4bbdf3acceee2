import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import {
  CurrentPayoutAccount,
  PayoutAccountQuery,
  PayoutAccountReply,
  PayoutAccountRequest,
  PayoutCodeReply,
  PayoutCodeRequest,
} from './payout-accounts.contract.ts'
import { readPayoutAccount, setPayoutAccount } from './payout-accounts.ts'
import { sendPayoutCode } from './payout-number.ts'

/** Routes of the account to which an organizer is paid. */
export function registerPayoutAccountRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale' | 'log'>,
): void {
  route(app, {
    method: 'GET',
    url: '/api/payout_accounts',
    access: 'organizer',
    right: 'money',
    refuses: [404],
    schema: { querystring: PayoutAccountQuery, response: { 200: CurrentPayoutAccount } },
    handler: (request) => readPayoutAccount(deps, viewerOf(request), request.query.organizer_id),
  })
  route(app, {
    method: 'POST',
    url: '/api/payout_accounts',
    access: 'organizer',
    refuses: [404, 429],
    schema: { body: PayoutAccountRequest, response: { 201: PayoutAccountReply } },
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(await setPayoutAccount(deps, viewerOf(request), request.body, request.address)),
  })
  route(app, {
    method: 'POST',
    url: '/api/payout_accounts/code',
    access: 'organizer',
    refuses: [429],
    schema: { body: PayoutCodeRequest, response: { 200: PayoutCodeReply } },
    handler: (request) =>
      sendPayoutCode(deps, viewerOf(request), { ...request.body, address: request.address }),
  })
}
