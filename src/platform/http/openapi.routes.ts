import { Type } from 'typebox'
import { type App, route } from './http.ts'
import { describeApi } from './openapi.ts'

/** What of the API describes the others; it is made once, when all of them are known. */
export function registerDescription(app: App, about: { sessionCookie: string }): void {
  let description: object | undefined
  route(app, {
    method: 'GET',
    url: '/api/openapi.json',
    access: 'public',
    answers: { 200: { schema: Type.Unknown() } },
    handler: async () => {
      description ??= describeApi(app.describedRoutes, about)
      return description
    },
  })
}
