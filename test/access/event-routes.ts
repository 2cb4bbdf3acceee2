// The part of the access table about editing events.
import { randomUUID } from 'node:crypto'
import { accounts, admins, everyone, type Line, owner } from './lines.ts'

/** Equal in every call, so that the calls make codes only once. */
const NONCE = randomUUID()

export const EVENT_LINES: Record<string, Line[]> = {
  'POST /api/events': [{ ...accounts(() => ({ payload: {} })), status: 422 }],
  // The draft was saved after `updated_at`, so the call changes nothing.
  'PUT /api/events/:id': [
    {
      ...owner(({ draftId }) => ({
        params: { id: draftId },
        payload: { updated_at: '2020-01-01T00:00:00Z' },
      })),
      status: 409,
    },
  ],
  'POST /api/events/:id/duplicate': [
    { ...owner(({ eventId }) => ({ params: { id: eventId } })), status: 201 },
  ],
  'GET /api/events/:id/sharing': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/events/:id/short_links': [
    {
      ...owner(({ eventId }) => ({ params: { id: eventId }, payload: { name: 'x' } })),
      status: 422,
    },
  ],
  'POST /api/events/:id/preview_links': [
    { ...owner(({ draftId }) => ({ params: { id: draftId } })), status: 201 },
  ],
  'GET /api/previews/:token': [everyone(() => ({ params: { token: 'x' } }), 404)],
  'POST /api/events/:id/send_in': [
    { ...owner(({ eventId }) => ({ params: { id: eventId } })), status: 409 },
  ],
  'POST /api/events/:id/approve': [
    admins(
      ({ eventId }) => ({
        params: { id: eventId },
        payload: { updated_at: '2020-01-01T00:00Z', page_version: '' },
      }),
      409,
    ),
  ],
  'POST /api/events/:id/return': [
    admins(({ eventId }) => ({ params: { id: eventId }, payload: { words: 'x' } }), 409),
  ],
  'GET /api/organizers/:id': [
    everyone(({ organizerId }) => ({ params: { id: organizerId } })),
    everyone(() => ({ params: { id: 'x' } }), 404),
  ],
  'PUT /api/organizers/:id': [
    owner(({ organizerId }) => ({ params: { id: organizerId }, payload: { words: '' } })),
  ],
  'POST /api/events/:id/complaints': [
    everyone(({ eventId }) => ({
      params: { id: eventId },
      payload: { reason: 'fake', words: 'x' },
    })),
  ],
  'POST /api/complaints/:id/settle': [
    admins(() => ({ params: { id: 'x' }, payload: { words: 'x' } }), 404),
  ],
  'POST /api/events/:id/payouts/release': [
    admins(({ eventId }) => ({ params: { id: eventId }, payload: { words: 'x' } }), 404),
  ],
  'POST /api/events/:id/mistaken_dates': [
    admins(
      ({ eventId }) => ({ params: { id: eventId }, payload: { date: '2031-01-01', words: 'x' } }),
      422,
    ),
  ],
  'POST /api/events/:id/missing_check_ins/settle': [
    admins(({ eventId }) => ({ params: { id: eventId }, payload: { words: 'x' } }), 404),
  ],
  'GET /api/events/:id/organizer_facts': [
    admins(({ draftId }) => ({ params: { id: draftId } })),
    admins(() => ({ params: { id: 'x' } }), 404),
  ],
  'GET /api/events/:id/promo_codes': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'GET /api/events/:id/promo_codes.csv': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/events/:id/promo_codes': [
    {
      ...owner(({ eventId }) => ({
        params: { id: eventId },
        payload: { code: `C${randomUUID().slice(0, 13)}`, kind: 'percent', value: 20 },
      })),
      status: 201,
    },
  ],
  'POST /api/events/:id/promo_code_batches': [
    {
      ...owner(({ eventId }) => ({
        params: { id: eventId },
        payload: { nonce: NONCE, count: 2, kind: 'percent', value: 20 },
      })),
      status: 201,
    },
  ],
  'PUT /api/events/:id/promo_codes/:code_id': [
    {
      ...owner(({ eventId }) => ({ params: { id: eventId, code_id: 'x' }, payload: {} })),
      status: 404,
    },
  ],
  'POST /api/events/:id/promo_codes/:code_id/end': [
    { ...owner(({ eventId }) => ({ params: { id: eventId, code_id: 'x' } })), status: 404 },
  ],
  'GET /api/events/:id/questions': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'PUT /api/events/:id/questions': [
    owner(({ eventId }) => ({ params: { id: eventId }, payload: [] })),
  ],
  'GET /api/events/:id/answers/counts': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'GET /api/events/:id/answers': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'GET /api/events/:id/answers/reminders': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/events/:id/answers/reminders': [
    { ...owner(({ eventId }) => ({ params: { id: eventId } })), status: 409 },
  ],
  'GET /api/events/:id/answers.csv': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/events/:id/questions/approve': [
    admins(({ eventId }) => ({ params: { id: eventId }, payload: { version: 'x' } }), 409),
  ],
  'POST /api/events/:id/questions/return': [
    admins(({ eventId }) => ({ params: { id: eventId }, payload: { words: 'x' } }), 409),
  ],
  'GET /api/events/:id/door_list.csv': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'GET /api/events/:id/door_list': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/events/:id/reschedule': [
    owner(({ eventId }) => ({ params: { id: eventId }, payload: { time: '15:30' } })),
  ],
  // No cancellation or reschedule of the event is waiting for approval.
  'POST /api/events/:id/measure/approve': [
    admins(({ eventId }) => ({ params: { id: eventId }, payload: { version: 'x' } }), 409),
  ],
  'POST /api/events/:id/measure/return': [
    admins(({ eventId }) => ({ params: { id: eventId }, payload: { words: 'x' } }), 409),
  ],
  'POST /api/events/:id/measure/withdraw': [
    { ...owner(({ eventId }) => ({ params: { id: eventId } })), status: 409 },
  ],
}
