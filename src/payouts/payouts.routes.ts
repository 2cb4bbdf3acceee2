import { EventError } from '../events/errors.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import { actionRoute } from '../platform/http/action-route.ts'
import { type App, route } from '../platform/http/http.ts'
import { IdParams, MessageReply } from '../platform/http/platform.contract.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { toCents } from '../platform/values/money.rules.ts'
import { setReserve } from './payout-plan.ts'
import {
  EventPayouts,
  GivenBack,
  PaidByHand,
  PayoutRequested,
  PlanReply,
  PlanRequest,
  SentPayout,
} from './payouts.contract.ts'
import { requestPayout } from './payouts.ts'
import { readEventPayouts, readPayout } from './read-payouts.ts'
import { giveBackByHand, recordByHand } from './settle-by-hand.ts'

type RouteDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>

/** Routes of payouts, which an organizer requests and a different person approves. */
export function registerPayoutRoutes(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:id/payouts',
    access: 'organizer',
    right: 'money',
    schema: { params: IdParams, response: { 200: EventPayouts } },
    handler: (request) => readEventPayouts(deps, viewerOf(request), request.params.id),
  })
  route(app, {
    method: 'POST',
    url: '/api/payouts',
    access: 'organizer',
    right: 'money',
    refuses: [404, 409, 429],
    schema: { body: PayoutRequested, response: { 201: SentPayout } },
    handler: async (request, reply) => {
      const { event_id: eventId, amount } = request.body
      if (!isUuid(eventId)) throw new EventError('event_not_found')
      const amountCents = toCents(amount) ?? refuseField('amount', 'Enter whole shillings.')
      const viewer = viewerOf(request)
      const id = await requestPayout(deps, viewer, { eventId, amountCents })
      return reply.code(201).send(await readPayout(deps, viewer, id))
    },
  })
  route(app, {
    method: 'PUT',
    url: '/api/accounts/:id/payout_plan',
    access: 'admin',
    schema: { params: IdParams, body: PlanRequest, response: { 200: PlanReply } },
    handler: async (request) => {
      const { reserve_basis_points: reserve } = request.body
      const by = viewerOf(request).accountId
      return await setReserve(deps, { accountId: request.params.id, reserve, by })
    },
  })
  registerByHand(app, deps)
}

/** The work list's actions on parts of payouts that admins settle manually. */
function registerByHand(app: App, deps: RouteDeps): void {
  actionRoute(app, {
    url: '/api/payout_parts/:id/paid_manually',
    access: 'admin',
    body: PaidByHand,
    reply: MessageReply,
    act: async (viewer, id, body) => {
      await recordByHand(deps, viewer, id, body)
      return { message: 'Payout recorded.' }
    },
  })
  actionRoute(app, {
    url: '/api/payout_parts/:id/give_back',
    access: 'admin',
    body: GivenBack,
    reply: MessageReply,
    act: async (viewer, id, { words: reason }) => {
      await giveBackByHand(deps, viewer, id, reason.trim())
      return { message: 'The money is in the balance again.' }
    },
  })
}
