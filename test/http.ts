import type { InjectOptions } from 'fastify'
import type { Stage } from './stage.ts'

type Api = Pick<Stage, 'app'>

/** Calls the API within this process. Returns the status and the body of the response. */
export async function callApi({ app }: Api, request: string | InjectOptions) {
  return readReply(await app.inject(request))
}

type Response = Awaited<ReturnType<Api['app']['inject']>>

export function readReply(response: Response) {
  return { status: response.statusCode, body: response.json() }
}

/** Places an order without waiting for its prompt. */
export function requestOrder({ app }: Api, order: object, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/functions/mpesa',
    headers: { prefer: 'respond-async', ...headers },
    payload: order,
  })
}
