// The part of the access table about complimentary tickets.
import { randomUUID } from 'node:crypto'
import { newPhone } from '../build.ts'
import { everyone, type Line, owner } from './lines.ts'

export const COMPLIMENTARY_LINES: Record<string, Line[]> = {
  'GET /api/events/:id/complimentary': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/events/:id/complimentary': [
    {
      ...owner(({ eventId, ticketTypeId }) => ({
        params: { id: eventId },
        payload: {
          nonce: randomUUID(),
          rows: [{ phone: newPhone(), ticket_type_id: ticketTypeId, quantity: 1 }],
        },
      })),
      status: 201,
    },
  ],
  'GET /api/complimentary/:id': [owner(({ batchId }) => ({ params: { id: batchId } }))],
  'POST /api/complimentary/:id/revoke': [
    owner(({ batchId }) => ({ params: { id: batchId }, payload: {} })),
  ],
  'POST /api/events/:id/allotments': [
    {
      ...owner(({ eventId, ticketTypeId }) => ({
        params: { id: eventId },
        payload: {
          ...{ nonce: randomUUID(), name: 'Brookside', ticket_type_id: ticketTypeId, quantity: 1 },
          ends_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
        },
      })),
      status: 201,
    },
  ],
  'POST /api/allotments/:id/withdraw': [
    owner(({ allotmentId }) => ({ params: { id: allotmentId } })),
  ],
  'GET /api/organizations/:id/allotments': [
    owner(({ organizerId }) => ({ params: { id: organizerId } })),
  ],
  'POST /api/organizations/:id/allotments/withdraw': [
    owner(({ organizerId }) => ({ params: { id: organizerId }, payload: {} })),
  ],
  'GET /api/allotments/:token': [everyone(() => ({ params: { token: 'x' } }), 404)],
  'POST /api/allotments/:token/claims': [
    everyone(() => ({ params: { token: 'x' }, payload: { phone: newPhone() } }), 404),
  ],
}
