import { Type } from 'typebox'
import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { requestedLanguage } from '../platform/values/language.rules.ts'
import { findByTyped } from '../tickets/limits.ts'
import { AnswersReply, AnswersRequest, CodeSentReply } from './answers.contract.ts'
import { selectTicketId } from './answers.sql.ts'
import { codeSentText, readAnswered, saveAnswers } from './answers.ts'

type RouteDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'metrics' | 'log'>

const params = Type.Object({ ticket_number: Type.String({ maxLength: 100 }) })

/** A caller who knows the number may give a first answer. No reply contains an answer. */
export function registerAnswerRoutes(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/tickets/:ticket_number/answers',
    access: 'public',
    refuses: [404, 429],
    schema: { params, response: { 200: AnswersReply } },
    handler: async (request) => {
      const id = await findTicket(deps, request.params.ticket_number, request.address)
      return await readAnswered(deps, id)
    },
  })
  route(app, {
    method: 'PUT',
    url: '/api/tickets/:ticket_number/answers',
    access: 'public',
    refuses: [404, 409, 429],
    schema: {
      params,
      body: AnswersRequest,
      response: { 200: AnswersReply, 202: CodeSentReply },
    },
    handler: async (request, reply) => {
      const { address, body } = request
      const ticketId = await findTicket(deps, request.params.ticket_number, address)
      const saved = await saveAnswers(deps, { ticketId, request: body, address })
      if (saved === 'saved') return await readAnswered(deps, ticketId)
      const message = codeSentText(requestedLanguage(request.headers))
      return reply.code(202).send({ status: 'code' as const, message })
    },
  })
}

async function findTicket(deps: RouteDeps, typed: string, address: string): Promise<string> {
  return await findByTyped(deps, { typed, address }, (number) => selectTicketId(deps.db, number))
}
