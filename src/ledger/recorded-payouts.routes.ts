import { EventError } from '../events/errors.ts'
import { actionRoute } from '../platform/http/action-route.ts'
import type { App } from '../platform/http/http.ts'
import { isUuid } from '../platform/ids.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { centsOf } from '../platform/values/money-field.ts'
import { readEntryId, readReference } from './recorded-fields.ts'
import {
  RecordedPayoutReply,
  RecordedPayoutRequest,
  TakeBackRequest,
} from './recorded-payouts.contract.ts'
import type { RecordedPayout } from './recorded-payouts.sql.ts'
import { type RecordDeps, recordPayout, takeBackPayout } from './recorded-payouts.ts'

/** Adds the admin routes for payouts to organizers. */
export function registerRecordedPayoutRoutes(app: App, deps: RecordDeps): void {
  actionRoute(app, {
    url: '/api/events/:id/payouts',
    access: 'admin',
    body: RecordedPayoutRequest,
    reply: RecordedPayoutReply,
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
    reply: RecordedPayoutReply,
    act: async ({ accountId: by }, id, { words }) =>
      toReply(await takeBackPayout(deps, { id: readEntryId(id), reason: words.trim(), by })),
  })
}

function toReply({ event_id, amount_cents, reference, at }: RecordedPayout): RecordedPayoutReply {
  return { event_id, amount: toKes(amount_cents), reference, at: at.toISOString() }
}
