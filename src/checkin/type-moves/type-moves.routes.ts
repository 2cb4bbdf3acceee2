import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { MessageReply } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { moveTicketType } from './move-ticket-type.ts'

export function registerTypeMoveRoute(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>,
): void {
  route(app, {
    method: 'POST',
    url: '/api/events/:id/ticket_types/:type_id/gate',
    access: 'organizer',
    right: 'door',
    refuses: [429],
    schema: {
      params: Type.Object({ id: Type.String(), type_id: Type.String() }),
      body: Type.Object({ gate_id: Type.String({ maxLength: 100 }) }),
      response: { 202: MessageReply },
    },
    handler: async (request, reply) => {
      const { id: eventId, type_id: typeId } = request.params
      const gateId = request.body.gate_id.toLowerCase()
      await moveTicketType(deps, viewerOf(request), { eventId, typeId, gateId })
      return reply.code(202).send({
        message:
          'Changed. Holders get an SMS in about 10 minutes, with the last gate if you change it again.',
      })
    },
  })
}
