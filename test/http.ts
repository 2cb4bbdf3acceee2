import type { InjectOptions } from 'fastify'
import type { Stage } from './stage.ts'

type Api = Pick<Stage, 'app'>

/** The status and the body of an API response; the request does not leave this process. */
export async function callApi({ app }: Api, request: string | InjectOptions) {
  const response = await app.inject(request)
  return { status: response.statusCode, body: response.json() }
}
