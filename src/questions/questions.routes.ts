import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { IdParams } from '../platform/http/platform.contract.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import { Questions, QuestionsInput } from './questions.contract.ts'
import { readWanted, saveQuestions } from './questions.ts'

export function registerQuestionRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:id/questions',
    access: 'organizer',
    right: 'see',
    schema: { params: IdParams, response: { 200: Questions } },
    handler: (request) => readWanted(deps, viewerOf(request), request.params.id),
  })
  route(app, {
    method: 'PUT',
    url: '/api/events/:id/questions',
    access: 'organizer',
    right: 'edit',
    refuses: [409, 429],
    schema: { params: IdParams, body: QuestionsInput, response: { 200: Questions } },
    handler: (request) => saveQuestions(deps, viewerOf(request), request.params.id, request.body),
  })
}
