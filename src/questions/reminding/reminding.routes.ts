import { checkEvent } from '../../events/check-event.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams, MessageReply } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { remindHoldersOf } from './remind.ts'
import { AnswersDue } from './reminding.contract.ts'
import { countToRemind } from './reminding.sql.ts'

export function registerReminding(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  const { db, clock } = deps
  const url = '/api/events/:id/answers/reminders'
  route(app, {
    method: 'GET',
    url,
    access: 'organizer',
    right: 'buyers',
    schema: { params: IdParams, response: { 200: AnswersDue } },
    handler: async (request) => {
      const { id } = request.params
      await checkEvent(db, viewerOf(request), id)
      return { tickets: await countToRemind(db, id, clock.now()) }
    },
  })
  route(app, {
    method: 'POST',
    url,
    access: 'organizer',
    right: 'buyers',
    refuses: [409, 429],
    schema: { params: IdParams, response: { 202: MessageReply } },
    handler: async (request, reply) => {
      const count = await remindHoldersOf(deps, viewerOf(request), request.params.id)
      const who =
        count === 1 ? 'The holder of 1 ticket gets' : `The holders of ${count} tickets get`
      return reply.code(202).send({ message: `${who} an SMS between 8 AM and 9 PM.` })
    },
  })
}
