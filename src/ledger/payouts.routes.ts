import { EventError } from '../events/errors.ts'
import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { IdParams } from '../platform/http/platform.contract.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { centsOf } from './amount-field.ts'
import { PayoutReply, PayoutRequest, TakeBackRequest } from './payouts.contract.ts'
import type { Payout } from './payouts.sql.ts'
import { recordPayout } from './record-payout.ts'
import { readEntryId, readReference } from './recorded-fields.ts'
import { takeBackPayout } from './take-back-payout.ts'

/** Admin routes: payouts to organizers. */
export function registerPayoutRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'POST',
    url: '/api/events/:id/payouts',
    access: 'admin',
    refuses: [409],
    schema: { params: IdParams, body: PayoutRequest, response: { 201: PayoutReply } },
    handler: async (request, reply) => {
      const { id: eventId } = request.params
      if (!isUuid(eventId)) throw new EventError('event_not_found')
      const amountCents = centsOf(request.body.amount, 'amount')
      const reference = readReference(request.body.reference)
      const by = viewerOf(request).accountId
      const payout = await recordPayout(deps, { eventId, amountCents, reference, by })
      return reply.code(201).send(describe(payout))
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/payouts/:id/take_back',
    access: 'admin',
    schema: { params: IdParams, body: TakeBackRequest, response: { 200: PayoutReply } },
    handler: async (request) => {
      const id = readEntryId(request.params.id)
      const by = viewerOf(request).accountId
      return describe(await takeBackPayout(deps, { id, words: request.body.words.trim(), by }))
    },
  })
}

function describe({ event_id, amount_cents, reference, at }: Payout): PayoutReply {
  return { event_id, amount: toKes(amount_cents), reference, at: at.toISOString() }
}
