// Lines of the access table for calls by gate phones, and for calls that manage gate phones.
import { randomUUID } from 'node:crypto'
import { sellAtDoor } from './calls.ts'
import { everyone, type Line, owner } from './lines.ts'

export const GATE_LINES: Record<string, Line[]> = {
  'POST /api/gate_phones': [
    {
      ...owner(({ eventId }) => ({ payload: { event_id: eventId, name: 'North' } })),
      status: 201,
    },
  ],
  'GET /api/gate_phones': [owner(({ eventId }) => ({ query: { event_id: eventId } }))],
  'POST /api/gate_phones/:id/code': [owner(({ gatePhoneId }) => ({ params: { id: gatePhoneId } }))],
  'DELETE /api/gate_phones/:id': [owner(({ gatePhoneId }) => ({ params: { id: gatePhoneId } }))],
  'POST /api/gate/pair': [everyone(() => ({ payload: { code: 'x' } }), 410)],
  'GET /api/gate/find': [
    owner(({ eventId: event_id }) => ({ query: { event_id, q: '0712345678' } })),
  ],
  // The call has the id of a gate that does not exist.
  'POST /api/events/:id/ticket_types/:type_id/gate': [
    {
      ...owner(({ eventId, ticketTypeId }) => ({
        params: { id: eventId, type_id: ticketTypeId },
        payload: { gate_id: randomUUID() },
      })),
      status: 404,
    },
  ],
  'GET /api/events/:id/entry': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'GET /api/gate/list': [{ for: 'gate' }],
  'POST /api/gate/check_ins': [
    {
      for: 'gate',
      call: ({ ticketNumber: ticket_number }) => ({
        payload: { ticket_number, nonce: randomUUID(), device_at: '2026-11-21T12:00:00.000Z' },
      }),
    },
  ],
  'POST /api/gate/sign_off': [{ for: 'gate', call: () => ({ payload: { unsent: 0 } }) }],
  'POST /api/gate/sales': [{ for: 'gate', call: sellAtDoor, status: 403 }],
  'GET /api/gate/sales/:order_id': [
    { for: 'gate', call: () => ({ params: { order_id: randomUUID() } }), status: 404 },
  ],
}
