import type { FastifyContextConfig, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type Access, type App, route } from './http.ts'
import type { Right } from './platform.contract.ts'
import { type Viewer, viewerOf } from './viewer.ts'

type ActionRoute<Body extends TSchema, Reply extends TSchema> = {
  /** The path, with `:id` as its only parameter. */
  url: string
  access: Exclude<Access, 'public'>
  right?: Right
  config?: FastifyContextConfig
  refuses?: readonly number[]
  body?: Body
  reply: Reply
  /** 201 if the action creates the row; 202 if work continues after the reply. */
  status?: 200 | 201 | 202
  act: (viewer: Viewer, id: string, body: Static<Body>) => Promise<Static<Reply>>
}

export function actionRoute<Body extends TSchema, Reply extends TSchema>(
  app: App,
  {
    url,
    access,
    right,
    config,
    refuses = [409],
    body,
    reply,
    status = 200,
    act,
  }: ActionRoute<Body, Reply>,
): void {
  route(app, {
    method: 'POST',
    url,
    access,
    ...(right && { right }),
    ...(config && { config }),
    refuses,
    schema: { ...(body && { body }), response: { [status]: reply } } as FastifySchema,
    handler: async (request: FastifyRequest, response: FastifyReply) => {
      const { id } = request.params as { id: string }
      const result = await act(viewerOf(request), id, request.body as Static<Body>)
      return response.code(status).send(result)
    },
  })
}
