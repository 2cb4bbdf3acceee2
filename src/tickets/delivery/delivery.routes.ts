import { unreachedText } from '../../messages/delivery.rules.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { requestedLanguage } from '../../platform/values/language.rules.ts'
import { maskPhone } from '../../platform/values/phone.rules.ts'
import { markOpened } from '../openings.sql.ts'
import { ResendReply, ResendRequest } from '../tickets.contract.ts'
import { emailTickets, findDeliveries, resendTickets } from './deliveries.ts'
import {
  DeliveryReply,
  DeliveryRequest,
  TicketEmailReply,
  TicketEmailRequest,
} from './delivery.contract.ts'
import { seesSold } from './delivery.sql.ts'

export function registerDeliveryRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'metrics' | 'log'>,
): void {
  route(app, {
    method: 'POST',
    url: '/api/ticket_delivery',
    access: 'public',
    refuses: [404, 429],
    schema: { body: DeliveryRequest, response: { 200: DeliveryReply } },
    handler: async ({ body, address, headers }) => {
      const found = await findDeliveries(deps, { numbers: body.ticket_numbers, address })
      const failed = found.find(({ state }) => state === 'failed')
      if (!failed) return { failed: null }
      const phone = maskPhone(failed.recipient!)
      const text = unreachedText(phone, failed.last_error, requestedLanguage(headers))
      return { failed: { words: text, has_email: failed.email !== null } }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/ticket_emails',
    access: 'public',
    refuses: [404, 429],
    schema: { body: TicketEmailRequest, response: { 202: TicketEmailReply } },
    handler: async ({ body, address }, reply) => {
      const found = await findDeliveries(deps, { numbers: body.ticket_numbers, address })
      await emailTickets(deps, { tickets: found, email: body.email || null, address })
      for (const { id } of found) await markOpened(deps.db, id, deps.clock.now())
      return reply.code(202).send({ success: true })
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/functions/resend-sms',
    access: 'organizer',
    right: 'buyers',
    config: { sees: (db, viewer, { transactionId }) => seesSold(db, viewer, transactionId) },
    refuses: [404, 409, 429],
    schema: { body: ResendRequest, response: { 200: ResendReply } },
    handler: async (request) => {
      await resendTickets(deps, viewerOf(request), request.body.transactionId)
      return { success: true as const }
    },
  })
}
