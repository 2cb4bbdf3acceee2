import type { AuditEntryReply } from '../../accounts/accounts.contract.ts'

export const AUDIT_WORDS: Record<string, string> = {
  event_created: 'Event created',
  event_published: 'Published',
  event_unpublished: 'Unpublished',
  event_sent_in: 'Sent in',
  publishes_alone_changed: 'Publishing without approval changed',
  event_change_sent_in: 'Change sent in',
  event_change_approved: 'Change approved',
  event_returned: 'Returned',
  event_title_changed: 'Title changed',
  event_date_changed: 'Date changed',
  event_time_changed: 'Time changed',
  event_place_changed: 'Location changed',
  event_price_changed: 'Starting price changed',
  event_sold_out_changed: 'Sold out turned on or off',
  complaint_settled: 'Report settled',
  organizer_page_changed: 'Public page changed',
  event_fee_payer_changed: 'Service fee changed',
  event_payout_release_changed: 'Payout plan changed',
  payouts_frozen: 'Payouts frozen',
  payouts_released: 'Payouts released',
  event_phone_limit_changed: 'Limit per phone number changed',
  event_organizer_changed: 'Organizer changed',
  event_cancelled: 'Cancelled',
  event_moved: 'Rescheduled',
  measure_asked: 'Cancellation or reschedule asked for',
  measure_approved: 'Cancellation or reschedule approved',
  measure_returned: 'Cancellation or reschedule returned',
  measure_withdrawn: 'Cancellation or reschedule withdrawn',
  cancellation_paused: 'Refunding paused',
  cancellation_resumed: 'Refunding resumed',
  ticket_type_added: 'Ticket type added',
  ticket_type_removed: 'Ticket type removed',
  ticket_type_renamed: 'Ticket type renamed',
  ticket_type_price_changed: 'Price changed',
  ticket_type_hidden_changed: 'Hidden: only with a code',
  ticket_type_door_changed: 'Sale at the door changed',
  ticket_type_quantity_changed: 'Quantity changed',
  ticket_type_window_changed: 'Sale times changed',
  price_step_added: 'Early price added',
  price_step_removed: 'Early price removed',
  price_step_changed: 'Early price changed',
  price_step_order_changed: 'Order of early prices changed',
  ticket_type_gates_changed: 'Gates changed',
  promo_code_added: 'Code added',
  promo_codes_made: 'Many codes made',
  promo_code_changed: 'Code changed',
  promo_code_ended: 'Code ended',
  promo_codes_ended: 'Many codes ended',
  promo_codes_exported: 'Codes exported',
  tickets_given: 'Complimentary tickets sent',
  given_revoked: 'Complimentary tickets revoked',
  free_revoked: 'Free tickets revoked',
  allotment_made: 'Sponsor link made',
  allotment_withdrawn: 'Sponsor link withdrawn',
  seller_added: 'Seller added',
  seller_ended: 'Seller ended',
  category_added: 'Category added',
  category_renamed: 'Category renamed',
  category_removed: 'Category removed',
  gate_added: 'Gate added',
  gate_changed: 'Gate changed',
  gate_removed: 'Gate removed',
  short_code_added: 'Short code added',
  short_code_changed: 'Short code changed',
  short_code_removed: 'Short code removed',
  organizer_fee_changed: 'Fee changed',
  member_invited: 'Member invited',
  invitation_withdrawn: 'Invitation withdrawn',
  member_joined: 'Member joined',
  member_role_changed: 'Role of a member changed',
  member_removed: 'Member removed',
  payout_asked: 'Payout requested',
  payout_approved: 'Payout approved',
  payout_refused: 'Payout refused',
  payout_paid_by_hand: 'Manual payout recorded',
  payout_given_back: 'Payout put back into the balance',
  payout_reserve_changed: 'Payout reserve changed',
  payout_account_changed: 'Payout account changed',
  payout_recorded: 'Payout recorded',
  payout_taken_back: 'Payout reversed',
  transfer_recorded: 'Transfer recorded',
  transfer_taken_back: 'Transfer reversed',
  tickets_wanted: 'Tickets issued again',
  looked_again: 'Checked again',
  refund_requested: 'Refund requested',
  refund_paid_by_hand: 'Manual refund recorded',
  refund_asked: 'Refund status checked',
  payment_explained: 'Payment resolved with a note',
  difference_booked: 'Different amount booked as received',
  returned_tickets_voided: 'Tickets of a returned payment voided',
  difference_paid_back: 'Difference refunded',
  refund_payer_named: "Payer's number added to a refund",
  refund_second_settled: 'Double refund resolved with a note',
  refund_retried: 'Refund retried',
  refunds_stopped: 'Refunds paused',
  refunds_started: 'Refunds resumed',
  receipt_paid_back: 'Payment refunded',
  entry_rules_changed: 'Entry rules changed',
  entry_stopped: 'Entry stopped at a gate',
  entry_opened: 'Entry reopened at a gate',
  gate_phone_added: 'Gate phone added',
  gate_phone_code_added: 'New code for a gate phone',
  gate_phone_revoked: 'Gate phone revoked',
  ticket_type_gate_changed: 'Gate of a ticket type changed',
  let_in_by_hand: 'Manual entry',
  role_changed: 'Role changed',
  receipt_attached: 'Payment attached to an order',
  admin_created: 'Admin created',
  admin_signed_in: 'Admin signed in',
  phone_changed: 'Phone for SMS changed',
  phone_removed: 'Phone for SMS removed',
  second_factor_on: 'Second factor switched on',
  second_factor_off: 'Second factor switched off',
  recovery_codes_made: 'New recovery codes made',
  recovery_code_used: 'Recovery code used',
  transactions_exported: 'Transactions exported',
  validations_exported: 'Validations exported',
  statement_exported: 'Statement exported',
  door_list_exported: 'Door list exported',
  sellers_exported: 'Sellers exported',
  data_exported: 'Data of a phone exported',
  data_erased: 'Data of a phone erased',
  tickets_sent_again: 'SMS resent',
}

/**
 * The action in words. An action without words, because it is no longer recorded, is shown by its
 * code.
 */
export function auditWords(action: string): string {
  const plain = action.replaceAll('_', ' ')
  return AUDIT_WORDS[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** The old and new values in one line. '' if the action alone describes the change. */
export function auditChange({ action, before, after }: AuditEntryReply): string {
  if (/_(un)?published$/.test(action)) return ''
  const [was, is] = [valueWords(before), valueWords(after)]
  if (was === '') return is
  return is === '' ? `was ${was}` : `${was} → ${is}`
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-KE')
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || 'none'
  return Object.entries(value)
    .map(([name, inner]) => `${name.replaceAll('_', ' ')} ${valueWords(inner)}`)
    .join(', ')
}
