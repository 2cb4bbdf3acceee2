// Lines of the access table for actions of admins on refunds.
import { randomUUID } from 'node:crypto'
import { admins, type Line } from './lines.ts'

export const REFUND_LINES: Record<string, Line[]> = {
  'GET /api/refunds': [admins()],
  'POST /api/refunds': [
    admins(() => ({ payload: { order_id: randomUUID(), reason: 'other' } }), 404),
  ],
  'POST /api/refund_previews': [admins(() => ({ payload: { order_id: randomUUID() } }), 404)],
  'GET /api/refunds/:id': [admins(() => ({ params: { id: randomUUID() } }), 404)],
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
