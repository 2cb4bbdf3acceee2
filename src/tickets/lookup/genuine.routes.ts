import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { findByNumber } from '../limits.ts'
import { readTicketNumber } from '../number.rules.ts'
import { GenuineReply } from './genuine.contract.ts'
import { genuineStatus } from './genuine.rules.ts'
import { selectGenuineFacts } from './genuine.sql.ts'

/** Whether a number is worth anything, for who is about to pay somebody for it. */
export function registerGenuineRoute(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'metrics'>,
): void {
  route(app, {
    method: 'GET',
    url: '/api/genuine/:ticket_number',
    access: 'public',
    refuses: [429],
    schema: {
      params: Type.Object({ ticket_number: Type.String({ maxLength: 100 }) }),
      response: { 200: GenuineReply },
    },
    handler: async (request) => {
      const number = readTicketNumber(request.params.ticket_number)
      const find = async () => (number === null ? null : await selectGenuineFacts(deps.db, number))
      const lookup = { address: request.address, miss: 'no_such_ticket', find } as const
      const facts = await findByNumber(deps, lookup)
      return { status: genuineStatus(facts), event: facts.title, ticket_type: facts.ticket_type }
    },
  })
}
