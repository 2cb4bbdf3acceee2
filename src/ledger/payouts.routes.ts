import { EventError } from '../events/errors.ts'
import type { Deps } from '../platform/database/deps.ts'
import { actionRoute } from '../platform/http/action-route.ts'
import type { App } from '../platform/http/http.ts'
import { isUuid } from '../platform/ids.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { PayoutReply, PayoutRequest, TakeBackRequest } from './payouts.contract.ts'
import type { Payout } from './payouts.sql.ts'
import { recordPayout, takeBackPayout } from './payouts.ts'
import { centsOf, readEntryId, readReference } from './recorded-fields.ts'

/** Admin routes: payouts to organizers. */
export function registerPayoutRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  actionRoute(app, {
    url: '/api/events/:id/payouts',
    access: 'admin',
    body: PayoutRequest,
    reply: PayoutReply,
    status: 201,
    act: async ({ accountId: by }, eventId, body) => {
      if (!isUuid(eventId)) throw new EventError('event_not_found')
      const amountCents = centsOf(body.amount, 'amount')
      const reference = readReference(body.reference)
      return toReply(await recordPayout(deps, { eventId, amountCents, reference, by }))
    },
  })
  actionRoute(app, {
    url: '/api/payouts/:id/take_back',
    access: 'admin',
    refuses: [],
    body: TakeBackRequest,
    reply: PayoutReply,
    act: async ({ accountId: by }, id, { words }) =>
      toReply(await takeBackPayout(deps, { id: readEntryId(id), words: words.trim(), by })),
  })
}

function toReply({ event_id, amount_cents, reference, at }: Payout): PayoutReply {
  return { event_id, amount: toKes(amount_cents), reference, at: at.toISOString() }
}
