import { pageText } from '../../messages/pages.text.ts'
import { readPhone } from '../../messages/phone-error.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { MessageReply } from '../../platform/http/platform.contract.ts'
import { requestedLanguage } from '../../platform/values/language.rules.ts'
import { PhoneTicketsReply, PhoneTicketsRequest, TicketsCodeRequest } from '../tickets.contract.ts'
import type { ReadRefundNote } from './found-tickets.ts'
import { TICKETS_CODE_SENT } from './phone-tickets.rules.ts'
import { readPhoneTickets, sendTicketsCode } from './phone-tickets.ts'

type PhoneDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log'> & { readRefundNote: ReadRefundNote }

/** Adds the routes by which a phone's owner finds its tickets, with a code sent to the phone. */
export function registerPhoneRoutes(app: App, deps: PhoneDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/functions/my-tickets/code',
    access: 'public',
    refuses: [429],
    schema: { body: TicketsCodeRequest, response: { 200: MessageReply } },
    handler: async ({ body, address, headers }) => {
      const language = requestedLanguage(headers)
      await sendTicketsCode(deps, { phone: readPhone(body.phone), address, language })
      return { message: pageText(TICKETS_CODE_SENT)[language] }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/functions/my-tickets',
    access: 'public',
    refuses: [404, 429],
    schema: { body: PhoneTicketsRequest, response: { 200: PhoneTicketsReply } },
    handler: async ({ body, address, headers }, reply) => {
      reply.header('cache-control', 'no-store')
      const { code } = body
      const language = requestedLanguage(headers)
      return await readPhoneTickets(deps, { phone: readPhone(body.phone), code, address, language })
    },
  })
}
