import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { seesPayout } from '../payout-requests.ts'
import { PayoutReview } from './payout-review.contract.ts'
import { type ReviewDeps, readReview } from './payout-review.ts'

/** The facts on which an approval of a payout is decided. */
export function registerPayoutReviewRoute(app: App, deps: ReviewDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/payouts/:id/review',
    access: 'organizer',
    right: 'money',
    config: { sees: seesPayout },
    refuses: [404, 409],
    schema: { params: IdParams, response: { 200: PayoutReview } },
    handler: (request) => readReview(deps, viewerOf(request), request.params.id),
  })
}
