// Lines of the access table for refunds.
import { randomUUID } from 'node:crypto'
import { accounts, admins, type Line, owner } from './lines.ts'

export const REFUND_LINES: Record<string, Line[]> = {
  'GET /api/events/:id/days/:day/cancellation': [
    {
      for: 'owner',
      call: ({ eventId }) => ({ params: { id: eventId, day: '1' } }),
      status: 404,
    },
  ],
  'POST /api/events/:id/days/:day/cancellation/pause': [
    admins(({ eventId }) => ({ params: { id: eventId, day: '1' } }), 404),
  ],
  'POST /api/events/:id/days/:day/cancellation/resume': [
    admins(({ eventId }) => ({ params: { id: eventId, day: '1' } }), 404),
  ],
  'GET /api/refunds': [accounts()],
  'POST /api/refunds': [
    // The order has no such ticket, so the call changes nothing.
    {
      ...owner(({ orderId }) => ({
        payload: { order_id: orderId, reason: 'technical_error', ticket_numbers: ['1'] },
      })),
      status: 422,
    },
  ],
  'POST /api/refund_previews': [owner(({ orderId }) => ({ payload: { order_id: orderId } }))],
  // No refund has this id. take-back/organizer-refund.test.ts reads another organizer's refund.
  'GET /api/refunds/:id': [{ ...accounts(() => ({ params: { id: randomUUID() } })), status: 404 }],
  'GET /api/refunds/sending': [admins()],
  'POST /api/refunds/sending': [admins(() => ({ payload: { on: true } }))],
  'POST /api/refunds/:id/paid_manually': [
    admins(
      () => ({ params: { id: randomUUID() }, payload: { reference: 'x', from: 'bank' } }),
      404,
    ),
  ],
  'POST /api/refunds/:id/retry': [admins(() => ({ params: { id: randomUUID() } }), 404)],
  'POST /api/refunds/:id/ask_now': [admins(() => ({ params: { id: randomUUID() } }), 404)],
  'POST /api/refunds/:id/explain': [
    admins(() => ({ params: { id: randomUUID() }, payload: { words: 'x' } }), 404),
  ],
  'POST /api/refunds/:id/payer': [
    admins(
      () => ({ params: { id: randomUUID() }, payload: { phone: '0712345678', words: 'x' } }),
      404,
    ),
  ],
}
