// The access table for members of an organizer's team: the roles that may make each call about its events.
import type { TeamRole } from '../../src/platform/http/platform.contract.ts'

export const ROLES: readonly TeamRole[] = ['owner', 'editor', 'money', 'door_lead', 'promoter']

const everyRole = ROLES
/** The roles with the right `figures`, which see sums of money. */
const figures: readonly TeamRole[] = ['owner', 'editor', 'money', 'promoter']
const editors: readonly TeamRole[] = ['owner', 'editor']
const money: readonly TeamRole[] = ['owner', 'money']
const door: readonly TeamRole[] = ['owner', 'editor', 'door_lead']
const buyers: readonly TeamRole[] = ['owner', 'editor', 'money']
const owners: readonly TeamRole[] = ['owner']

/** The roles that see phone numbers and email addresses of buyers in full. */
export const SEES_BUYERS: readonly TeamRole[] = ['owner', 'editor', 'money']

/** The roles that may make each call, by method and path as in routes.ts. */
export const MAY: Record<string, readonly TeamRole[]> = {
  'GET /api/events': everyRole,
  'GET /api/events/:id': everyRole,
  'POST /api/events': editors,
  'PUT /api/events/:id': editors,
  'POST /api/events/:id/duplicate': editors,
  'POST /api/events/:id/preview_links': editors,
  'POST /api/events/:id/send_in': editors,
  'GET /api/events/:id/sharing': everyRole,
  'POST /api/events/:id/short_links': editors,
  'GET /api/events/:id/promo_codes': figures,
  'GET /api/events/:id/promo_codes.csv': editors,
  'POST /api/events/:id/promo_codes': editors,
  'POST /api/events/:id/promo_code_batches': editors,
  'PUT /api/events/:id/promo_codes/:code_id': editors,
  'POST /api/events/:id/promo_codes/:code_id/end': editors,
  'GET /api/events/:id/questions': everyRole,
  'PUT /api/events/:id/questions': editors,
  'GET /api/events/:id/answers/counts': everyRole,
  'GET /api/events/:id/answers': buyers,
  'GET /api/events/:id/answers/reminders': buyers,
  'POST /api/events/:id/answers/reminders': buyers,
  'GET /api/events/:id/answers.csv': buyers,
  'POST /api/storage/event-images': editors,
  'PUT /api/organizers/:id': editors,
  'GET /api/events/:id/door_list.csv': door,
  'GET /api/events/:id/door_list': door,
  'POST /api/events/:id/cancel': money,
  'GET /api/events/:id/cancellation': figures,
  'GET /api/events/:id/days/:day/cancellation': figures,
  'GET /api/events/:id/cancellation/preview': money,
  'POST /api/events/:id/reschedule': money,
  'GET /api/events/:id/reschedule': money,
  'POST /api/events/:id/measure/withdraw': money,
  // The replies contain the phone numbers of guests, and links with which anyone can get a ticket.
  'GET /api/events/:id/complimentary': editors,
  'POST /api/events/:id/complimentary': editors,
  'GET /api/complimentary/:id': editors,
  'POST /api/complimentary/:id/revoke': editors,
  'POST /api/events/:id/allotments': editors,
  'POST /api/events/:id/sellers': editors,
  'POST /api/events/:id/sellers/:seller_id/end': editors,
  'POST /api/allotments/:id/withdraw': editors,
  'GET /api/organizations/:id/allotments': owners,
  'POST /api/organizations/:id/allotments/withdraw': owners,
  'GET /api/organizations': everyRole,
  'GET /api/organizations/:id/members': owners,
  'POST /api/organizations/:id/members': owners,
  'PUT /api/organizations/:id/members/:member_id': owners,
  'DELETE /api/organizations/:id/members/:member_id': owners,
  'DELETE /api/organizations/:id/invitations/:invitation_id': owners,
  'GET /api/refunds': figures,
  'GET /api/refunds/:id': figures,
  'POST /api/refunds': money,
  'POST /api/refund_previews': money,
  'GET /api/refunds/order': money,
  'GET /api/events/:id/payouts': money,
  'POST /api/payouts': money,
  'GET /api/payouts/:id/review': money,
  'POST /api/payouts/:id/approve': money,
  'POST /api/payouts/:id/refuse': money,
  'GET /api/payout_accounts': money,
  'POST /api/payout_accounts': owners,
  'POST /api/payout_accounts/code': owners,
  'POST /api/functions/resend-sms': buyers,
  'POST /api/check_ins': door,
  'GET /api/ticket_validations': everyRole,
  'POST /api/gate_phones': door,
  'GET /api/gate_phones': door,
  'POST /api/gate_phones/:id/code': door,
  'DELETE /api/gate_phones/:id': door,
  'GET /api/gate/find': door,
  'POST /api/events/:id/ticket_types/:type_id/gate': door,
  'GET /api/events/:id/entry': everyRole,
  'GET /api/events/:id/entry_rules': everyRole,
  'PUT /api/events/:id/entry_rules': door,
  'GET /api/events/:id/ticket_types/:type_id/holders': everyRole,
  'POST /api/events/:id/stopped_gates': door,
  'DELETE /api/events/:id/stopped_gates': door,
  'POST /api/rpc/get_dashboard_totals': figures,
  'POST /api/rpc/get_dashboard_revenue_by_event': figures,
  'POST /api/rpc/get_dashboard_sales_over_time': figures,
  'POST /api/rpc/get_dashboard_top_events': figures,
  'POST /api/rpc/get_all_events_stats': everyRole,
  'POST /api/rpc/get_event_transaction_stats': everyRole,
  'POST /api/rpc/get_event_sales_by_date': everyRole,
  'POST /api/rpc/get_event_ticket_type_stats': everyRole,
  'POST /api/rpc/get_event_validation_stats': everyRole,
  'GET /api/events/:id/transactions.csv': figures,
  'GET /api/events/:id/validations.csv': everyRole,
  'GET /api/events/:id/statement.csv': figures,
  'GET /api/transactions': figures,
  'GET /api/transactions/:id': figures,
  'GET /api/events/:id/sellers.csv': figures,
  'GET /api/events/:id/sellers': figures,
  'POST /api/transactions/:id/revoke': editors,
  'GET /api/events/:id/statement': figures,
  'GET /api/statement': figures,
}

/** Routes about the caller's own account, and not about an organizer. */
export const OWN_ACCOUNT: readonly string[] = [
  'GET /api/auth/user',
  'POST /api/auth/password',
  'GET /api/auth/phone',
  'PUT /api/auth/phone',
  'GET /api/auth/second_factor',
  'POST /api/auth/second_factor/setup',
  'POST /api/auth/second_factor/recovery_codes',
  'POST /api/auth/second_factor/off',
  'POST /api/auth/invitation/accept',
]

/** Routes for members whose role covers all events of an organizer, and not only one event. */
export const FOR_ORGANIZATION: readonly string[] = [
  'PUT /api/organizers/:id',
  'POST /api/events/:id/duplicate',
  'GET /api/organizations/:id/members',
  'POST /api/organizations/:id/members',
  'PUT /api/organizations/:id/members/:member_id',
  'DELETE /api/organizations/:id/members/:member_id',
  'DELETE /api/organizations/:id/invitations/:invitation_id',
  'GET /api/organizations/:id/allotments',
  'POST /api/organizations/:id/allotments/withdraw',
]
