// The access table: for each route of the app, its allowed callers and a call that the owner of the
// ids may make.
import { randomUUID } from 'node:crypto'
import { newPhone } from '../build.ts'
import { COMPLIMENTARY_LINES } from './complimentary-routes.ts'
import { EVENT_LINES } from './event-routes.ts'
import { GATE_LINES } from './gate-routes.ts'
import { accounts, admins, everyone, type Line, owner } from './lines.ts'
import { LEDGER_LINES, PAYOUT_LINES } from './payout-routes.ts'
import { REFUND_LINES } from './refund-routes.ts'
import { SELLER_LINES } from './seller-routes.ts'
import { TEAM_LINES } from './team-routes.ts'
import { TICKET_LINES } from './ticket-routes.ts'

const aboutEvent: Line['call'] = ({ eventId }) => ({ payload: { p_event_id: eventId } })

/**
 * The lines by method and path, written as in the route. A route with several lines has them in the
 * order of app.ts.
 */
export const LINES: Record<string, Line[]> = {
  'GET /healthz': [everyone()],
  'GET /readyz': [everyone()],
  'GET /metrics': [{ for: 'operator' }],
  'GET /api/openapi.json': [everyone()],
  'POST /cb/s/:token': [everyone(() => ({ params: { token: 'x' }, payload: {} }), 404)],
  'POST /cb/s/:token/opt-out': [everyone(() => ({ params: { token: 'x' }, payload: {} }), 404)],
  'POST /api/auth/token': [
    everyone(() => ({ query: { grant_type: 'refresh_token' } }), 401),
    everyone(() => ({ query: { grant_type: 'password' }, payload: { email: 'a@b' } }), 422),
  ],
  'POST /api/auth/signup': [
    everyone(
      () => ({
        payload: {
          email: `${randomUUID()}@lango.test`,
          password: 'uwanja-wetu',
          full_name: 'Amina',
        },
      }),
      201,
    ),
  ],
  // The call sends no bearer, because a logout would end the bearer's session.
  'POST /api/auth/logout': [everyone(() => ({ headers: { authorization: '' } }))],
  'GET /api/auth/user': [{ for: 'accounts' }],
  'POST /api/auth/forgot': [everyone(() => ({ payload: { email: 'nobody@lango.test' } }))],
  'POST /api/auth/link': [everyone(() => ({ payload: { token: 'x' } }), 410)],
  'POST /api/auth/confirm': [everyone(() => ({ payload: { token: 'x' } }), 410)],
  'POST /api/auth/reset': [
    everyone(() => ({ payload: { token: 'x', password: 'uwanja-wetu' } }), 410),
  ],
  // The new password is too short, so the call changes nothing.
  'POST /api/auth/password': [
    {
      for: 'accounts',
      call: () => ({ payload: { old_password: 'x', password: 'x' } }),
      status: 422,
    },
  ],
  'GET /api/auth/phone': [{ for: 'accounts' }],
  'PUT /api/auth/phone': [
    { for: 'accounts', call: () => ({ payload: { phone: 'x' } }), status: 422 },
  ],
  'POST /api/auth/second_factor': [
    everyone(() => ({ payload: { challenge_id: 'x', code: '123456' } }), 410),
  ],
  'GET /api/auth/second_factor': [{ for: 'accounts' }],
  'POST /api/auth/second_factor/setup': [
    { for: 'accounts', call: () => ({ payload: { password: '' } }), status: 422 },
  ],
  'POST /api/auth/second_factor/recovery_codes': [
    { for: 'accounts', call: () => ({ payload: { code: '123456' } }), status: 409 },
  ],
  'POST /api/auth/second_factor/off': [
    { for: 'accounts', call: () => ({ payload: { code: '123456' } }), status: 409 },
  ],
  'GET /api/accounts': [{ for: 'admins' }],
  'PUT /api/accounts/:id': [
    {
      for: 'admins',
      call: () => ({ params: { id: randomUUID() }, payload: { role: 'organizer' } }),
      status: 404,
    },
  ],
  'GET /api/audit_log': [admins()],
  'GET /api/events': [everyone(), accounts(() => ({ query: { scope: 'managed' } }))],
  'GET /api/events/:id': [
    everyone(({ eventId }) => ({ params: { id: eventId } })),
    { ...owner(({ draftId }) => ({ params: { id: draftId } })), nobody: 404 },
  ],
  ...EVENT_LINES,
  ...SELLER_LINES,
  'GET /api/event_choices': [everyone()],
  'GET /api/categories': [everyone()],
  'GET /api/gates': [everyone()],
  'GET /api/organizers': [admins()],
  'POST /api/categories': [admins(() => ({ payload: { name: randomUUID() } }), 201)],
  'PUT /api/categories/:id': [
    admins(() => ({ params: { id: randomUUID() }, payload: { name: randomUUID() } }), 404),
  ],
  'DELETE /api/categories/:id': [admins(() => ({ params: { id: randomUUID() } }), 404)],
  'POST /api/gates': [admins(() => ({ payload: { name: randomUUID() } }), 201)],
  'PUT /api/gates/:id': [
    admins(() => ({ params: { id: randomUUID() }, payload: { name: randomUUID() } }), 404),
  ],
  'DELETE /api/gates/:id': [admins(() => ({ params: { id: randomUUID() } }), 404)],
  'GET /api/short_codes': [admins()],
  'POST /api/short_codes': [
    admins(
      ({ eventId }) => ({ payload: { code: randomUUID().slice(0, 8), event_id: eventId } }),
      201,
    ),
  ],
  'PUT /api/short_codes/:id': [
    admins(({ eventId }) => ({ params: { id: 'none' }, payload: { event_id: eventId } }), 404),
  ],
  'DELETE /api/short_codes/:id': [admins(() => ({ params: { id: 'none' } }), 404)],
  'GET /event/:id/calendar.ics': [everyone(({ eventId }) => ({ params: { id: eventId } }))],
  'GET /m/*': [everyone(undefined, 302)],
  'GET /m': [everyone(undefined, 302)],
  'GET /sw/m/*': [everyone(undefined, 302)],
  'GET /images/:key': [everyone(() => ({ params: { key: 'none' } }), 404)],
  'GET /share/:file': [everyone(() => ({ params: { file: 'none' } }), 404)],
  'GET /share/:language/:file': [
    everyone(() => ({ params: { language: 'en', file: 'none' } }), 404),
  ],
  'POST /api/storage/event-images': [{ ...accounts(), status: 415 }],
  ...LEDGER_LINES,
  'POST /cb/p/:token': [everyone(() => ({ params: { token: 'x' }, payload: {} }), 404)],
  'POST /cb/c/:token/confirmation': [
    everyone(() => ({ params: { token: 'x' }, payload: {} }), 404),
  ],
  'POST /cb/c/:token/validation': [everyone(() => ({ params: { token: 'x' }, payload: {} }), 404)],
  'GET /api/stray_receipts': [admins()],
  'POST /api/receipts/:id/attach': [
    admins(() => ({ params: { id: 'none' }, payload: { order_id: randomUUID() } }), 404),
  ],
  'POST /api/functions/mpesa': [
    everyone(
      ({ eventId, ticketTypeId }) => ({
        headers: { prefer: 'respond-async' },
        payload: {
          orderId: randomUUID(),
          phoneNumber: newPhone(),
          eventId,
          amount: 100,
          tickets: [{ ticketTypeId, quantity: 1, amount: 100 }],
        },
      }),
      202,
    ),
  ],
  // A caller who knows an order's id may see it, with the phone masked.
  'POST /api/functions/typed-number': [everyone(() => ({ payload: { network: 'airtel' } }), 204)],
  'GET /api/orders/:id': [everyone(({ orderId }) => ({ params: { id: orderId } }))],
  'POST /api/orders/:id/prompts': [
    everyone(({ orderId }) => ({ params: { id: orderId }, payload: {} }), 409),
  ],
  'PUT /api/orders/:id/phone': [
    everyone(
      ({ orderId }) => ({ params: { id: orderId }, payload: { phoneNumber: '0712345678' } }),
      409,
    ),
  ],
  ...TICKET_LINES,
  'POST /api/functions/resend-sms': [
    { for: 'owner', call: ({ lineId }) => ({ payload: { transactionId: lineId } }) },
    { for: 'owner', call: ({ orderId }) => ({ payload: { transactionId: orderId } }) },
  ],
  'POST /api/payments/:id/explain': [
    admins(() => ({ params: { id: randomUUID() }, payload: { words: 'x' } }), 404),
  ],
  'POST /api/payments/:id/book_difference': [
    admins(() => ({ params: { id: randomUUID() }, payload: { words: 'x' } }), 404),
  ],
  'POST /api/payments/:id/void_tickets': [admins(() => ({ params: { id: randomUUID() } }), 409)],
  'POST /api/payments/:id/pay_back_difference': [
    admins(() => ({ params: { id: randomUUID() } }), 404),
  ],
  'POST /api/receipts/pay_back_lost': [admins(() => ({}), 200)],
  'POST /api/receipts/:id/pay_back': [admins(() => ({ params: { id: 'x' } }), 404)],
  'POST /api/events/:id/cancel': [
    {
      for: 'owner',
      call: ({ draftId }) => ({ params: { id: draftId }, payload: { title: 'another one' } }),
      status: 422,
    },
  ],
  'GET /api/events/:id/cancellation': [
    { for: 'owner', call: ({ eventId }) => ({ params: { id: eventId } }), status: 404 },
  ],
  'GET /api/events/:id/cancellation/preview': [
    owner(({ eventId }) => ({ params: { id: eventId } })),
  ],
  'GET /api/events/:id/reschedule': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/events/:id/cancellation/pause': [
    admins(({ eventId }) => ({ params: { id: eventId } }), 404),
  ],
  'POST /api/events/:id/cancellation/resume': [
    admins(({ eventId }) => ({ params: { id: eventId } }), 404),
  ],
  'GET /api/refunds/order': [owner(({ receipt }) => ({ query: { reference: receipt } }))],
  'GET /api/refund_links/:token': [everyone(() => ({ params: { token: 'x' } }), 404)],
  'POST /api/orders/:id/refund_request': [
    everyone(({ orderId }) => ({ params: { id: orderId }, payload: { token: 'x' } }), 404),
  ],
  'POST /api/tickets/:ticket_number/refund_request': [
    everyone(
      ({ ticketNumber }) => ({
        params: { ticket_number: ticketNumber },
        payload: { token: 'x' },
      }),
      404,
    ),
  ],
  'POST /cb/r/:token': [everyone(() => ({ params: { token: 'x' }, payload: {} }), 404)],
  'POST /api/check_ins': [
    {
      for: 'owner',
      call: ({ eventId, ticketNumber }) => ({
        payload: { event_id: eventId, ticket_number: ticketNumber },
      }),
    },
  ],
  'GET /api/ticket_validations': [
    { for: 'owner', call: ({ eventId }) => ({ query: { event_id: eventId } }) },
  ],
  ...COMPLIMENTARY_LINES,
  ...GATE_LINES,
  ...TEAM_LINES,
  ...REFUND_LINES,
  ...PAYOUT_LINES,
  'GET /api/events/:id/entry_rules': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'PUT /api/events/:id/entry_rules': [
    owner(({ eventId }) => ({ params: { id: eventId }, payload: { licensed_capacity: 500 } })),
  ],
  'GET /api/events/:id/ticket_types/:type_id/holders': [
    owner(({ eventId, ticketTypeId }) => ({ params: { id: eventId, type_id: ticketTypeId } })),
  ],
  'POST /api/events/:id/stopped_gates': [
    owner(({ eventId }) => ({ params: { id: eventId }, payload: { gate_id: null } })),
  ],
  'DELETE /api/events/:id/stopped_gates': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'POST /api/functions/page-fault': [everyone(() => ({ payload: { page: '/', fault: '' } }), 204)],
  'POST /api/functions/newsletter': [everyone(() => ({ payload: { email: 'reader@lango.test' } }))],
  'POST /api/functions/contact': [
    everyone(() => ({
      payload: { name: 'A', email: 'a@lango.test', subject: 'B', message: 'C' },
    })),
  ],
  'GET /api/newsletter/:token': [everyone(() => ({ params: { token: 'x' } }), 404)],
  'POST /api/functions/newsletter/unsubscribe': [
    everyone(() => ({ payload: { token: 'x' } }), 404),
  ],
  'POST /newsletter/unsubscribe/:token': [everyone(() => ({ params: { token: 'x' } }), 404)],
  'POST /api/functions/my-tickets/code': [everyone(() => ({ payload: { phone: newPhone() } }))],
  'POST /api/functions/my-tickets': [
    everyone(() => ({ payload: { phone: newPhone(), code: 'x' } }), 422),
  ],
  'POST /api/functions/my-data/code': [everyone(() => ({ payload: { phone: newPhone() } }))],
  'POST /api/functions/my-data/export': [
    everyone(() => ({ payload: { phone: newPhone(), code: 'x' } }), 422),
  ],
  'POST /api/functions/my-data/erase': [
    everyone(() => ({ payload: { phone: newPhone(), code: 'x' } }), 422),
  ],
  'POST /api/orders/:id/issue_tickets': [
    admins(({ orderId }) => ({ params: { id: orderId } }), 202),
  ],
  'POST /api/rpc/get_dashboard_totals': [accounts()],
  'POST /api/rpc/get_dashboard_revenue_by_event': [accounts()],
  'POST /api/rpc/get_dashboard_sales_over_time': [accounts()],
  'POST /api/rpc/get_dashboard_top_events': [accounts()],
  'POST /api/rpc/get_all_events_stats': [accounts()],
  'POST /api/rpc/get_event_transaction_stats': [owner(aboutEvent)],
  'POST /api/rpc/get_event_sales_by_date': [owner(aboutEvent)],
  'POST /api/rpc/get_event_ticket_type_stats': [owner(aboutEvent)],
  'POST /api/rpc/get_event_validation_stats': [owner(aboutEvent)],
  'GET /api/events/:id/transactions.csv': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'GET /api/events/:id/validations.csv': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'GET /api/events/:id/statement.csv': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'GET /api/transactions': [accounts(), owner(({ eventId }) => ({ query: { event_id: eventId } }))],
  'GET /api/transactions/:id': [owner(({ lineId }) => ({ params: { id: lineId } }))],
  'POST /api/transactions/:id/revoke': [
    { ...owner(({ lineId }) => ({ params: { id: lineId } })), status: 409 },
  ],
  'GET /api/events/:id/statement': [owner(({ eventId }) => ({ params: { id: eventId } }))],
  'GET /api/statement': [accounts()],
  'GET /api/work_list': [admins()],
  'GET /api/work_list/count': [admins()],
  'GET /api/operation': [admins()],
  'GET /api/reconciliations/last': [admins()],
  'POST /api/reconciliations': [admins(undefined, 202)],
  'POST /cb/u/:token': [everyone(() => ({ params: { token: 'x' }, payload: {} }), 404)],
  'POST /cb/u/:token/end': [everyone(() => ({ params: { token: 'x' }, payload: {} }), 404)],
  'GET /api/site': [everyone()],
  'GET /sitemap.xml': [everyone()],
  'GET /robots.txt': [everyone()],
}
