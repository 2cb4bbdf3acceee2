// Sends requests that the OpenAPI document allows, for every operation and every caller. The
// document must describe each response: its status, type, headers and body.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todaysRuns } from '../torture/daily.ts'
import type { Named } from './document.ts'
import { CALLERS, type Caller, isGates, OPERATIONS, type OpenShop, openShop } from './open-shop.ts'
import { FORMS_WITH_FILES, goodRequest, meantRequest, type Request, shown } from './requests.ts'

const SEED = 20_261_122
const RUNS = todaysRuns(8, 3)

let shop: OpenShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/**
 * Statuses of requests that the server cannot read. No valid request of this test may cause them.
 */
const UNREADABLE = [400, 405, 408, 413, 415, 431]

/**
 * Operations for which no generated request succeeds, because they need something from outside the
 * API: an emailed link, a phone number, an unpaid order, a refund in progress, a link in an SMS, a
 * gate phone, a phone to transfer to, a phone with its code, a ticket type of an event,
 * complimentary tickets, a visitor's report, or the number of an account to pay to.
 */
const NEED_MORE = [
  'POST /api/auth/confirm',
  'POST /api/auth/invitation',
  'POST /api/auth/invitation/accept',
  'POST /api/auth/invitation/join',
  'POST /api/auth/link',
  'PUT /api/auth/phone',
  'POST /api/auth/reset',
  'POST /api/auth/second_factor',
  'POST /api/auth/second_factor/off',
  'POST /api/auth/second_factor/recovery_codes',
  'POST /cb/c/{token}/confirmation',
  'POST /cb/c/{token}/validation',
  'POST /cb/o/{token}',
  'GET /api/organizations/{id}/members',
  'GET /api/organizations/{id}/allotments',
  'POST /api/organizations/{id}/allotments/withdraw',
  'POST /api/organizations/{id}/members',
  'PUT /api/organizations/{id}/members/{member_id}',
  'DELETE /api/organizations/{id}/members/{member_id}',
  'DELETE /api/organizations/{id}/invitations/{invitation_id}',
  'GET /api/events/{id}/days/{day}/cancellation',
  'POST /api/events/{id}/days/{day}/cancellation/pause',
  'POST /api/events/{id}/days/{day}/cancellation/resume',
  'GET /api/gate/list',
  'POST /api/gate/check_ins',
  'POST /api/gate/sign_off',
  'POST /api/gate/sales',
  'GET /api/gate/sales/{order_id}',
  'POST /api/tickets/{ticket_number}/transfers',
  'POST /api/transfers/{id}/confirm',
  'PUT /api/tickets/{ticket_number}/answers',
  'POST /api/events/{id}/questions/approve',
  'POST /api/events/{id}/questions/return',
  'POST /api/events/{id}/measure/approve',
  'POST /api/events/{id}/measure/return',
  'POST /api/events/{id}/measure/withdraw',
  'POST /api/events/{id}/ticket_types/{type_id}/gate',
  'GET /api/events/{id}/ticket_types/{type_id}/holders',
  'POST /api/events/{id}/complimentary',
  'POST /api/events/{id}/allotments',
  'POST /api/events/{id}/promo_codes',
  'POST /api/events/{id}/promo_code_batches',
  'PUT /api/events/{id}/promo_codes/{code_id}',
  'POST /api/events/{id}/promo_codes/{code_id}/end',
  'POST /api/events/{id}/sellers',
  'POST /api/events/{id}/sellers/{seller_id}/end',
  'GET /api/complimentary/{id}',
  'POST /api/complimentary/{id}/revoke',
  'POST /api/transactions/{id}/revoke',
  'POST /api/allotments/{id}/withdraw',
  'GET /api/allotments/{token}',
  'POST /api/allotments/{token}/claims',
  'POST /api/gate/pair',
  'POST /api/gate_phones/{id}/code',
  'DELETE /api/gate_phones/{id}',
  'GET /api/previews/{token}',
  'GET /api/refund_links/{token}',
  'POST /api/orders/{id}/prompts',
  'POST /api/orders/{id}/refund_request',
  'POST /api/tickets/{ticket_number}/refund_request',
  'POST /api/receipts/{id}/attach',
  'PUT /api/orders/{id}/phone',
  'POST /api/functions/my-tickets/code',
  'POST /api/functions/my-tickets',
  'POST /api/functions/my-data/code',
  'POST /api/functions/my-data/export',
  'POST /api/functions/my-data/erase',
  'POST /api/functions/my-sales/code',
  'POST /api/functions/my-sales',
  'POST /api/payout_accounts',
  'POST /api/payout_accounts/code',
  'POST /api/refunds',
  'POST /api/refund_previews',
  'GET /api/refunds/{id}',
  'GET /api/transactions/{id}',
  'POST /api/tickets/{ticket_number}/take_backs',
  'POST /api/tickets/{ticket_number}/give_backs',
  'POST /api/refunds/{id}/paid_manually',
  'POST /api/refunds/{id}/ask_now',
  'POST /api/refunds/{id}/explain',
  'POST /api/refunds/{id}/payer',
  'POST /api/refunds/{id}/retry',
  'POST /api/events/{id}/send_in',
  'POST /api/events/{id}/approve',
  'POST /api/events/{id}/return',
  'POST /api/complaints/{id}/settle',
  'POST /api/events/{id}/payouts/release',
  'POST /api/events/{id}/missing_check_ins/settle',
  'POST /api/events/{id}/mistaken_dates',
  'POST /api/payments/{id}/explain',
  'POST /api/payments/{id}/book_difference',
  'POST /api/payments/{id}/void_tickets',
  'POST /api/payments/{id}/pay_back_difference',
  // An earlier request has rescheduled the event, so its money is kept for possible refunds.
  'POST /api/events/{id}/payouts',
  'POST /api/payouts',
  'GET /api/payouts/{id}/review',
  'POST /api/payouts/{id}/approve',
  'POST /api/payouts/{id}/refuse',
  'POST /api/payout_parts/{id}/paid_manually',
  'POST /api/payout_parts/{id}/give_back',
  'POST /api/payouts/{id}/take_back',
  'POST /api/money_transfers/{id}/take_back',
  'POST /api/receipts/{id}/pay_back',
  'POST /cb/r/{token}',
  'POST /cb/u/{token}',
  'POST /cb/u/{token}/end',
]

async function expectAsDescribed(named: Named, caller: Caller, request: Request): Promise<number> {
  const answer = await shop.ask(named, caller, request)
  const what = `${caller}: ${named.name} ${shown(request)} was answered ${answer.status} ${answer.text}`
  expect(shop.judge(named, answer), what).toEqual([])
  expect(UNREADABLE, what).not.toContain(answer.status)
  const refused = caller === 'nobody' || isGates(named) ? 401 : 403
  if (!shop.admits(named, caller)) expect(answer.status, what).toBe(refused)
  return answer.status
}

/**
 * The number of requests for an operation. Picture uploads get fewer requests, because converting a
 * picture takes a third of a second.
 */
const runsOf = ({ operation }: Named) =>
  operation.requestBody?.content[FORMS_WITH_FILES] ? 3 : RUNS

describe('requests that the document allows', () => {
  // spec: nothing-client-sends
  test.each(OPERATIONS)(
    '%s accepts what the document allows, and responds as described',
    async (name) => {
      const named = shop.find(name)
      const known = shop.knownOf(named)
      const meant = await expectAsDescribed(named, 'admin', meantRequest(named, known))
      // The admin's realistic request succeeds, except for the operations in NEED_MORE.
      expect(meant < 400, `${name} is ${meant}`).toBe(!NEED_MORE.includes(name))
      const property = fc.asyncProperty(
        goodRequest(named, known),
        fc.constantFrom(...CALLERS),
        async (request, caller) => {
          await expectAsDescribed(named, caller, request)
        },
      )
      await fc.assert(property, { seed: SEED, numRuns: runsOf(named) })
    },
  )
})
