import { Type } from 'typebox'
import { checkEvent } from '../events/check-event.ts'
import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { readPage, takePage } from '../platform/http/list-page.ts'
import { IdParams, PageQuery } from '../platform/http/platform.contract.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import { AnswerCounts, AnswerList } from './figures.contract.ts'
import { BY_TICKET, countAnswers, selectAnswers } from './figures.sql.ts'

/** Counts are for every role of the event; answers need the right to buyers' data. */
export function registerAnswerFigures(app: App, { db }: Pick<Deps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:id/answers/counts',
    access: 'organizer',
    right: 'see',
    schema: { params: IdParams, response: { 200: AnswerCounts } },
    handler: async (request) => {
      const { id } = request.params
      await checkEvent(db, viewerOf(request), id)
      return { questions: await countAnswers(db, id) }
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id/answers',
    access: 'organizer',
    right: 'buyers',
    schema: {
      params: IdParams,
      querystring: Type.Object(PageQuery),
      response: { 200: AnswerList },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      await checkEvent(db, viewerOf(request), id)
      const wanted = readPage(BY_TICKET, request.query, 50)
      const { page, next_cursor } = takePage(await selectAnswers(db, id, wanted), wanted)
      reply.header('cache-control', 'no-store')
      return { data: page, next_cursor }
    },
  })
}
