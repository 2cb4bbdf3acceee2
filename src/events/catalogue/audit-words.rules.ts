import type { AuditEntryReply } from '../../accounts/accounts.contract.ts'
import {
  formatCount,
  formatDay,
  formatExactKes,
  formatInstant,
} from '../../ui/office/formats.rules.ts'

/**
 * A sentence for each action. `{subject}` is the changed thing, `{change}` the old and the new value,
 * `{sums}` the same as amounts, `{before}` and `{after}` one of them, any other name a field of the
 * new value, or of the old one. A part in brackets is left out if one of its values is missing.
 */
export const AUDIT_SENTENCES: Record<string, string> = {
  event_created: 'Created the event {subject}[ on {date}][, {time}][, {location}]',
  event_published: 'Published {subject}',
  event_unpublished: 'Unpublished {subject}',
  event_sent_in: 'Submitted {subject} for review',
  publishes_alone_changed: 'Changed publishing without review for {subject}: {change}',
  event_change_sent_in: 'Submitted a change of {subject} for approval: {change}',
  event_change_approved: 'Approved the change of {subject}',
  event_returned: 'Returned {subject} to its organizer: {change}',
  event_title_changed: 'Changed the title of {subject}: {change}',
  event_date_changed: 'Changed the date of {subject}: {change}',
  event_time_changed: 'Changed the time of {subject}: {change}',
  event_place_changed: 'Changed the location of {subject}: {change}',
  event_price_changed: 'Changed the starting price of {subject}: {sums}',
  event_sold_out_changed: "Changed 'Sold out' of {subject}: {change}",
  complaint_settled: 'Settled a report about {subject}: {reason}',
  organizer_page_changed: 'Changed the public page of {subject}: {change}',
  event_payout_release_changed: 'Changed the payout plan of {subject}: {change}',
  event_fee_payer_changed: 'Changed who pays the service fee of {subject}: {change}',
  event_phone_limit_changed: 'Changed the limit per phone number of {subject}: {change}',
  event_organizer_changed: 'Changed the organizer of {subject}: {change}',
  event_cancelled: 'Cancelled {subject}[, {orders} orders of {amount}][: {reason}]',
  event_moved: 'Rescheduled {subject}: {change}',
  measure_asked: 'Requested to {kind} {subject}[, {amount} sold][: {reason}]',
  measure_approved: 'Approved to {kind} {subject}[, {amount} sold]',
  measure_returned: 'Refused to cancel or reschedule {subject}: {change}',
  measure_withdrawn: 'Withdrew the request to {kind} {subject}',
  cancellation_paused: 'Paused the refunds of {subject}',
  cancellation_resumed: 'Resumed the refunds of {subject}',
  ticket_type_added: 'Added the ticket type {subject}: {change}',
  ticket_type_removed: 'Removed the ticket type {subject}: {change}',
  ticket_type_renamed: 'Renamed the ticket type {subject}: {change}',
  ticket_type_price_changed: 'Changed the price of {subject}: {sums}',
  ticket_type_hidden_changed: 'Changed whether only a code shows {subject}: {change}',
  ticket_type_door_changed: 'Changed the sale at the door of {subject}: {change}',
  ticket_type_quantity_changed: 'Changed the quantity of {subject}: {change}',
  ticket_type_window_changed: 'Changed the sale times of {subject}: {change}',
  price_step_added: 'Added an early price of {subject}: {change}',
  price_step_removed: 'Removed an early price of {subject}: {change}',
  price_step_changed: 'Changed an early price of {subject}: {change}',
  price_step_order_changed: 'Changed the order of the early prices of {subject}: {change}',
  ticket_type_gates_changed: 'Changed the gates of {subject}: {change}',
  promo_code_added: 'Added a code for {subject}: {change}',
  promo_codes_made: 'Made codes for {subject}: {change}',
  promo_code_changed: 'Changed a code for {subject}: {change}',
  promo_code_ended: 'Ended a code for {subject}: {change}',
  promo_codes_ended: 'Ended codes for {subject}: {change}',
  promo_codes_exported: 'Exported the codes of {subject}[, {rows} rows]',
  tickets_given: 'Sent complimentary tickets for {subject}: {change}',
  given_revoked: 'Revoked complimentary tickets for {subject}: {revoked}',
  free_revoked: 'Revoked free tickets for {subject}: {revoked}',
  allotment_made: 'Made a sponsor link for {subject}: {change}',
  allotment_withdrawn: 'Ended a sponsor link for {subject}: {change}',
  seller_added: 'Added a seller for {subject}: {change}',
  seller_ended: 'Ended seller {number} of {subject}',
  category_added: 'Added the category {subject}',
  category_renamed: 'Renamed the category {before} to {after}',
  category_removed: 'Removed the category {subject}',
  gate_added: 'Added the gate {subject}',
  gate_changed: 'Changed the gate {subject}: {change}',
  gate_removed: 'Removed the gate {subject}',
  short_code_added: 'Added the short code {subject}[ for {after}]',
  short_code_changed: 'Changed the short code {subject}: {change}',
  short_code_removed: 'Removed the short code {subject}[ of {before}]',
  organizer_fee_changed: 'Changed the service fee of {subject}: {change}',
  member_invited: 'Invited {to} to the team of {subject} as {role}',
  invitation_withdrawn: 'Withdrew the invitation of {to} to the team of {subject}',
  member_joined: 'Joined the team of {subject}[ as {after}]',
  member_role_changed: 'Changed the role of {subject}: {change}',
  member_removed: 'Removed {subject} from the team[, role {before}]',
  payout_asked: 'Requested a payout of {amount} for {subject}',
  payout_approved: 'Approved a payout of {amount} for {subject}',
  payout_refused: 'Refused a payout of {amount} for {subject}[: {words}]',
  payout_paid_by_hand:
    'Paid out {amount} for {subject} manually[ from {from}][, reference {reference}]',
  payout_given_back: 'Put {amount} of a payout back into the balance of {subject}[: {words}]',
  payouts_frozen: 'Froze the payouts of {subject}[: {change}]',
  missing_check_ins_settled: 'Settled that no ticket of {subject} was checked in',
  payouts_released: 'Released the payouts of {subject}[: {change}]',
  payout_reserve_changed: 'Changed the payout reserve of {subject}[ to {percent} %]',
  payout_account_changed:
    'Changed the payout account of {subject}[ to {account}][, paid to from {usable_at}]',
  payout_recorded: 'Recorded a payout of {amount} for {subject}[, reference {reference}]',
  payout_taken_back:
    'Reversed a payout of {amount} for {subject}[, reference {reference}][: {words}]',
  transfer_recorded:
    'Recorded a transfer of {amount}[ from {from}][ to {to}][ on {day}], reference {subject}',
  transfer_taken_back: 'Reversed a transfer of {amount}, reference {subject}[: {words}]',
  tickets_wanted: 'Issued the tickets of order {subject} again',
  looked_again: 'Checked again: {subject}',
  refund_requested: 'Refunded[ {amount} of] order {order}[: {reason}][ ({words})]',
  refund_paid_by_hand:
    'Recorded a manual refund[ of {amount}][ for {order}][ from {from}][, reference {reference}]',
  refund_asked: 'Checked the refund[ of {amount}][ for {order}] with M-PESA',
  payment_explained: 'Resolved the payment {subject} with a note[: {words}]',
  difference_booked: 'Booked {amount} of {subject} as received[: {words}]',
  returned_tickets_voided: 'Voided tickets of the returned payment of order {subject}: {change}',
  difference_paid_back: 'Refunded the difference of {amount} of {subject}',
  refund_payer_named:
    "Added the payer's number {phone} to the refund[ of {amount}][ for {order}][: {words}]",
  refund_second_settled:
    'Resolved the double refund[ of {amount}][ for {order}] with a note[: {words}]',
  refund_retried: 'Retried the refund[ of {amount}][ for {order}]',
  refunds_stopped: 'Paused automatic refunds[: {words}]',
  refunds_started: 'Resumed automatic refunds[: {words}]',
  receipt_paid_back: 'Refunded {amount} of the payment {subject}',
  entry_rules_changed: 'Changed the entry rules of {subject}: {change}',
  entry_stopped: 'Stopped entry at {subject}',
  entry_opened: 'Reopened entry at {subject}',
  gate_phone_added: 'Added the gate phone {subject}',
  gate_phone_code_added: 'Made a new code for the gate phone {subject}',
  gate_phone_revoked: 'Revoked the gate phone {subject}',
  ticket_type_gate_changed: 'Changed the gate of the ticket type {subject}[ to {gate}]',
  let_in_by_hand: 'Let in {people} with ticket {subject}[: {reason}]',
  role_changed: 'Changed the role of {subject}: {change}',
  receipt_attached: 'Attached the payment {subject}[ of {amount}] to order {order}',
  admin_created: 'Created the admin {subject}',
  admin_signed_in: 'Signed in as an admin[ from {address}]',
  phone_changed: 'Changed the phone for SMS of {subject}',
  phone_removed: 'Removed the phone for SMS of {subject}',
  second_factor_on: 'Switched two-step sign-in on for {subject}',
  second_factor_off: 'Switched two-step sign-in off for {subject}',
  recovery_codes_made: 'Made new recovery codes for {subject}',
  recovery_code_used: 'Used a recovery code of {subject}[, {left} left]',
  transactions_exported: 'Exported the transactions of {subject}[, {rows} rows]',
  validations_exported: 'Exported the validations of {subject}[, {rows} rows]',
  statement_exported: 'Exported the statement of {subject}[, {rows} rows]',
  door_list_exported: 'Exported the door list of {subject}[, {rows} rows]',
  sellers_exported: 'Exported the sellers of {subject}[, {rows} rows]',
  data_exported: 'Exported the data of {subject}[, proved by {proof}]',
  data_erased: 'Erased the data of {subject}[, proved by {proof}]',
  tickets_sent_again: 'Resent the tickets of order {subject}[, {tickets} tickets]',
}

type Entry = Pick<AuditEntryReply, 'action' | 'subject' | 'before' | 'after'>

/**
 * The entry as a sentence, without its actor and time. An action without a sentence, because it is no
 * longer recorded, is shown by its code.
 */
export function auditSentence(entry: Entry): string {
  const plain = entry.action.replaceAll('_', ' ')
  const sentence = AUDIT_SENTENCES[entry.action]
  if (sentence === undefined) {
    return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}: ${entry.subject}`
  }
  return sentence
    .split(/\[([^\]]*)\]/)
    .map((part, index) => fill(part, entry, index % 2 === 1))
    .join('')
    .replace(/: $/, '')
}

/** Fills in the values of a part. '' for an optional part with a missing value. */
function fill(part: string, entry: Entry, isOptional: boolean): string {
  let isMissing = false
  const text = part.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = wordsFor(name, entry)
    isMissing ||= value === ''
    return value
  })
  return isOptional && isMissing ? '' : text
}

function wordsFor(name: string, { subject, before, after }: Entry): string {
  if (name === 'subject') return subject
  if (name === 'before') return valueWords(before)
  if (name === 'after') return valueWords(after)
  if (name === 'change' && isFacts(before) && isFacts(after)) return fieldChanges(before, after)
  if (name === 'change') return changeWords(valueWords(before), valueWords(after))
  if (name === 'sums') return changeWords(sumWords(before), sumWords(after))
  const facts = { ...factsOf(before), ...factsOf(after) }
  if (name === 'amount' && facts.amount_cents !== undefined) {
    return sumWords(Number(facts.amount_cents) / 100)
  }
  return fieldWords(name, facts[name])
}

type Facts = Record<string, unknown>

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const factsOf = (value: unknown): Facts => (isFacts(value) ? value : {})

/** The fields that differ: 'date March 14, 2027 → March 21, 2027; location Nyayo → Kasarani'. */
function fieldChanges(before: Facts, after: Facts): string {
  const names = Object.keys({ ...before, ...after })
  const words = (facts: Facts, name: string) => fieldWords(name, facts[name]) || 'none'
  return names
    .map((name) => [name, words(before, name), words(after, name)] as const)
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name.replaceAll('_', ' ')} ${was} → ${is}`)
    .join('; ')
}

function changeWords(was: string, is: string): string {
  if (was === '') return is
  return is === '' ? `was ${was}` : `${was} → ${is}`
}

const sumWords = (value: unknown) =>
  typeof value === 'number' ? formatExactKes(value) : valueWords(value)

/** Fields that are amounts in shillings. */
const SUMS = ['amount', 'price']

const fieldWords = (name: string, value: unknown) =>
  SUMS.includes(name) ? sumWords(value) : valueWords(value)

/** Codes whose own words are not plain enough. */
const CODES: Record<string, string> = {
  booked_twice: 'duplicate order',
  organizer_decision: "organizer's decision",
  other: 'another reason',
}

function textWords(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) {
    const { day, time } = formatInstant(text)
    return `${day}, ${time}`
  }
  return CODES[text] ?? (/^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text)
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value) : String(value)
  if (typeof value !== 'object') return textWords(String(value))
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || 'none'
  return Object.entries(value)
    .map(([name, inner]) => `${name.replaceAll('_', ' ')} ${fieldWords(name, inner)}`)
    .join(', ')
}
