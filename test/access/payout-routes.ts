// The part of the access table about the books and payouts.
import { randomUUID } from 'node:crypto'
import { newPhone } from '../build.ts'
import { accounts, admins, everyone, type Line, owner } from './lines.ts'

export const LEDGER_LINES: Record<string, Line[]> = {
  'GET /api/organizer_fees': [admins()],
  'PUT /api/accounts/:id/fee': [
    admins(() => ({ params: { id: randomUUID() }, payload: { basis_points: 250, fixed: 0 } }), 404),
  ],
  'DELETE /api/accounts/:id/fee': [admins(() => ({ params: { id: randomUUID() } }), 404)],
  'POST /api/payouts/:id/take_back': [
    admins(() => ({ params: { id: '1' }, payload: { words: 'x' } }), 404),
  ],
  'GET /api/money_transfers': [admins()],
  'POST /api/money_transfers': [
    admins(
      () => ({
        payload: { way: 'bank_to_utility', amount: 1, reference: randomUUID(), day: '2026-11-20' },
      }),
      201,
    ),
  ],
  'POST /api/money_transfers/:id/take_back': [
    admins(() => ({ params: { id: '1' }, payload: { words: 'x' } }), 404),
  ],
  'POST /api/events/:id/payouts': [
    admins(
      ({ eventId }) => ({ params: { id: eventId }, payload: { amount: 1e6, reference: 'x' } }),
      409,
    ),
  ],
}

export const PAYOUT_LINES: Record<string, Line[]> = {
  'POST /cb/o/:token': [everyone(() => ({ params: { token: 'x' }, payload: {} }), 404)],
  'GET /api/events/:id/payouts': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/payouts': [
    { ...owner(({ eventId }) => ({ payload: { event_id: eventId, amount: 1e6 } })), status: 409 },
  ],
  'GET /api/payouts/:id/review': [
    { ...accounts(() => ({ params: { id: randomUUID() } })), status: 404 },
  ],
  'POST /api/payouts/:id/approve': [
    { ...accounts(() => ({ params: { id: randomUUID() } })), status: 404 },
  ],
  'POST /api/payouts/:id/refuse': [
    {
      ...accounts(() => ({ params: { id: randomUUID() }, payload: { words: 'x' } })),
      status: 404,
    },
  ],
  'PUT /api/accounts/:id/payout_plan': [
    admins(() => ({ params: { id: randomUUID() }, payload: { reserve_basis_points: 1000 } }), 404),
  ],
  'POST /api/payout_parts/:id/paid_manually': [
    admins(
      () => ({ params: { id: randomUUID() }, payload: { reference: 'x', from: 'bank' } }),
      404,
    ),
  ],
  'POST /api/payout_parts/:id/give_back': [
    admins(() => ({ params: { id: randomUUID() }, payload: { words: 'x' } }), 404),
  ],
  'GET /api/payout_accounts': [accounts()],
  'POST /api/payout_accounts': [
    { ...accounts(() => ({ payload: { kind: 'till', number: '123456' } })), status: 201 },
  ],
  'POST /api/payout_accounts/code': [accounts(() => ({ payload: { number: newPhone() } }))],
}
