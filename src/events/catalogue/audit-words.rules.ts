import { feePayer } from '../editing/event-diff.rules.ts'
import { releaseWords } from '../payout-plan/payout-release.rules.ts'
import { changesOf } from './audit-changes.rules.ts'
import { type Entry, factsOf, fieldWords, fromTo, sumWords } from './audit-values.rules.ts'

/** A sentence, or a function that chooses a sentence by the values of the entry. */
type Sentence = string | ((entry: Entry) => string)

/**
 * A sentence for each action. `{subject}` is the changed thing, `{type}` a ticket type or gate and its
 * event, `{change}` the old and the new value, `{sums}` both as amounts, `{before}` and `{after}`
 * one value. Any other name is a field of the new or old value. Words after a name follow its
 * number: `{rows rows}` is '1 row'. A part in brackets is left out if one of its values is missing.
 */
export const AUDIT_SENTENCES: Record<string, Sentence> = {
  event_created: 'Created the event {subject}[ for {date}][, {time}][, at {location}]',
  event_published: 'Published {subject}',
  event_unpublished: 'Unpublished {subject}',
  event_sent_in: 'Submitted {subject} for review',
  publishes_alone_changed: ({ after }) =>
    after === true
      ? 'Allowed {subject} to publish without review'
      : 'Made the events of {subject} wait for review',
  event_change_sent_in: 'Submitted a change of {subject} for approval[: {change}]',
  event_change_approved: 'Approved the change of {subject}',
  event_returned: 'Returned {subject} to its organizer[: {after}]',
  event_title_changed: 'Renamed the event {before} to {after}',
  event_date_changed: 'Changed the date of {subject}{change}',
  event_time_changed: 'Changed the time of {subject}{change}',
  event_days_changed: ({ after }) =>
    after === null
      ? 'Made {subject} an event of one day[, no longer on {before}]'
      : 'Set the days of {subject} to {after}[ (before: {before})]',
  event_place_changed: 'Moved {subject}{change}',
  event_price_changed: 'Changed the starting price of {subject}{sums}',
  event_sold_out_changed: ({ after }) =>
    after === true ? 'Marked {subject} as sold out' : 'Marked {subject} as not sold out',
  complaint_settled:
    'Settled a report about {subject}[. The visitor said: {report}][. We found: {words}]',
  organizer_page_changed: 'Changed the public page of {subject}: {change}',
  event_payout_release_changed: ({ after }) =>
    after === releaseWords('after_event')
      ? 'Made the payouts of {subject} wait until after the event'
      : 'Allowed payouts of {subject} at any time',
  event_fee_payer_changed: ({ after }) =>
    after === feePayer(true)
      ? 'Made buyers pay the service fee of {subject}'
      : 'Made the organizer pay the service fee of {subject}',
  event_phone_limit_changed: ({ after }) =>
    after === null
      ? 'Removed the limit of {before tickets} per phone number for {subject}'
      : 'Limited {subject} to {after tickets} per phone number[, before {before}]',
  event_organizer_changed: ({ before, after }) =>
    before === null || after === null
      ? '[Gave {subject} to {after}][Took {subject} from {before}]'
      : 'Moved {subject} from {before} to {after}',
  event_cancelled: 'Cancelled {subject}[, with {orders orders} for {amount}][: {reason}]',
  event_moved: 'Rescheduled {subject}{change}',
  event_day_moved: 'Rescheduled a day of {subject}{change}',
  event_day_cancelled:
    'Cancelled {date} of {subject}[, with {orders orders} for {amount}][: {reason}]',
  event_date_mistaken: 'Took the mistaken date {date} out of the dates of {subject}[: {words}]',
  measure_asked:
    'Requested to {kind} [{day} of ]{subject}[ to {date}][, {time}][, at {location}][ ({amount} sold)][: {reason}]',
  measure_approved: 'Approved the request to {kind} [{day} of ]{subject}[ ({amount} sold)]',
  // Entries before December 2026 have only the reason.
  measure_returned: ({ after }) =>
    typeof after === 'string'
      ? 'Refused to cancel or reschedule {subject}[: {after}]'
      : 'Refused to {kind} {subject}[: {words}]',
  measure_withdrawn: 'Withdrew the request to {kind} {subject}',
  questions_changed: ({ after }) =>
    Array.isArray(after) && after.length === 0
      ? 'Removed the questions of {subject}, which were {before}'
      : 'Set the questions of {subject} to {after}[ (before: {before})]',
  door_question_changed: ({ after }) =>
    after === null
      ? 'Took the answers to {before} off the door list of {subject}'
      : 'Showed the answers to {after} at the door of {subject}',
  answers_reminded: 'Reminded the holders of {after} tickets of the questions of {subject}',
  questions_approved: 'Approved questions of {subject}: {after}',
  questions_returned: 'Returned questions of {subject}: {after}',
  cancellation_paused: 'Paused the refunds of [{date} of ]{subject}',
  cancellation_resumed: 'Resumed the refunds of [{date} of ]{subject}',
  ticket_type_added: 'Added the ticket type {type}[: {change}]',
  ticket_type_removed: 'Removed the ticket type {type}[, {change}]',
  ticket_type_renamed: 'Renamed the ticket type {before} to {type}',
  ticket_type_price_changed: 'Changed the price of {type}{sums}',
  ticket_type_hidden_changed: ({ after }) =>
    after === true ? 'Hid {type} from buyers without a code' : 'Showed {type} to all buyers',
  ticket_type_door_changed: ({ after }) =>
    after === true ? 'Allowed door sales of {type}' : 'Stopped door sales of {type}',
  ticket_type_quantity_changed: 'Changed the quantity of {type}{change}',
  ticket_type_units_changed: 'Changed how {type} is sold{change}',
  ticket_type_kind_changed: 'Changed {type}{change}',
  ticket_type_pool_changed: ({ after }) =>
    after === null
      ? 'Gave {type} places of its own, no longer from {before}'
      : 'Made {type} take its places from {after}[ (before: {before})]',
  pool_added: 'Added the shared capacity {type}, {after places}',
  pool_renamed: 'Renamed the shared capacity {before} to {type}',
  pool_quantity_changed: 'Changed the shared capacity {type}{change}',
  pool_removed: 'Removed the shared capacity {type}, {before places}',
  ticket_type_days_changed: 'Changed the days of {type}{change}',
  ticket_type_window_changed: ({ after }) =>
    after === null
      ? 'Removed the sale times of {type}, which was on sale {before}'
      : 'Put {type} on sale {after}[ (before: {before})]',
  price_step_added: 'Added an early price for {type}: {after}',
  price_step_removed: 'Removed an early price for {type}: {before}',
  price_step_changed: 'Changed an early price for {type} to {after} (before: {before})',
  price_step_order_changed:
    'Put the early prices for {type} in the order {after} (before: {before})',
  ticket_type_gates_changed: ({ after }) =>
    Array.isArray(after) && after.length === 0
      ? 'Removed the gates of {type}, which were {before}'
      : 'Set the gates of {type} to {after}[ (before: {before})]',
  promo_code_added: 'Added the code {code} for {subject}: {change}[, at most {tickets tickets}]',
  promo_codes_made: 'Made {codes codes} for {subject}: {change}',
  promo_code_changed: 'Changed the code {code} for {subject}: {change}',
  promo_code_ended: 'Ended the code {after} for {subject}',
  promo_codes_ended: 'Ended {codes codes} for {subject}',
  promo_codes_exported: 'Exported the codes of {subject}[, {rows rows}]',
  tickets_given: 'Sent {tickets complimentary tickets} for {subject} in {orders orders}',
  given_revoked: 'Revoked {revoked complimentary tickets} for {subject}',
  free_revoked: 'Revoked {revoked free tickets} for {subject}',
  allotment_made:
    'Reserved {quantity tickets} of {subject} for the sponsor {name}[ until {ends_on}]',
  allotment_withdrawn:
    'Ended the link of the sponsor {name} for {subject}[; {unclaimed tickets} not claimed]',
  seller_added:
    'Added seller {number} for {subject}[, who earns {percent} % of a ticket][, who earns {per_ticket} a ticket]',
  seller_ended: 'Ended seller {number} of {subject}',
  category_added: 'Added the category {subject}',
  category_renamed: 'Renamed the category {before} to {after}',
  category_removed: 'Removed the category {subject}',
  gate_added: 'Added the gate {type}',
  gate_changed: ({ before }) =>
    typeof before === 'string'
      ? 'Renamed the gate {before} to {type}'
      : 'Changed the gate {type}: {change}',
  gate_removed: 'Removed the gate {type}',
  short_code_added: 'Added the short code {subject}[ for {after}]',
  short_code_changed: 'Moved the short code {subject}{change}',
  short_link_chosen: 'Chose the short link {after} for {subject}',
  short_code_removed: 'Removed the short code {subject}[ of {before}]',
  organizer_fee_changed: 'Changed the service fee of {subject}{change}',
  member_invited: 'Invited {to} to the team of {subject} with the role {role}',
  invitation_withdrawn: 'Withdrew the invitation of {to} to the team of {subject}',
  member_joined: 'Joined the team of {subject}[ with the role {after}]',
  member_role_changed: 'Changed the role of {subject}{change}',
  member_removed: 'Removed {subject} from the team[; the role was {before}]',
  payout_asked: 'Requested a payout of {amount} for {subject}[ to {account}]',
  payout_approved: 'Approved a payout of {amount} for {subject}[ to {account}]',
  payout_refused: 'Refused a payout of {amount} for {subject}[ to {account}][: {words}]',
  payout_paid_by_hand:
    'Paid out {amount} for {subject} manually[ from {from}][ to {account}][, reference {reference}]',
  payout_given_back: 'Put {amount} of a payout back into the balance of {subject}[: {words}]',
  payouts_frozen: 'Froze the payouts of {subject}',
  missing_check_ins_settled: 'Settled the missing check-ins of {subject}[. We found: {words}]',
  payouts_released: 'Released the payouts of {subject}[: {after}]',
  payout_reserve_changed: 'Changed the payout reserve of {subject}[ to {percent} %]',
  payout_account_changed:
    'Set the payout account of {subject}[ to {account}][, for payouts from {usable_at}]',
  payout_recorded: 'Recorded a payout of {amount} for {subject}[, reference {reference}]',
  payout_taken_back:
    'Reversed a payout of {amount} for {subject}[, reference {reference}][: {words}]',
  transfer_recorded:
    'Recorded a transfer of {amount}[ from {from}][ to {to}][ on {day}], reference {subject}',
  transfer_taken_back: 'Reversed a transfer of {amount}, reference {subject}[: {words}]',
  tickets_wanted: 'Issued the tickets of order {subject} again',
  looked_again: 'Compared the books with M-PESA again',
  refund_requested: 'Started a refund[ of {amount}] of order {order}[: {reason}][ ({words})]',
  refund_paid_by_hand:
    'Recorded a manual refund[ of {amount}][ for {order}][ from {from}][, reference {reference}]',
  refund_asked: 'Checked the refund[ of {amount}][ for {order}] with M-PESA',
  payment_explained: 'Resolved the payment {subject} with a note[: {words}]',
  difference_booked: 'Booked {amount} of {subject} as received[: {words}]',
  returned_tickets_voided:
    'Voided {voided tickets} of order {subject}, whose payment was returned[; {used} already used]',
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
  let_in_by_hand: 'Let in {people people} with ticket {subject}[: {reason}]',
  role_changed: 'Changed the role of {subject}{change}',
  receipt_attached: 'Attached the payment {subject}[ of {amount}] to order {order}',
  admin_created: 'Created the admin {subject}',
  admin_signed_in: 'Signed in as an admin[ from {address}]',
  phone_changed: 'Changed the phone for SMS of {subject}',
  phone_removed: 'Removed the phone for SMS of {subject}',
  second_factor_on: 'Switched two-step sign-in on for {subject}',
  second_factor_off: 'Switched two-step sign-in off for {subject}',
  recovery_codes_made: 'Made new recovery codes for {subject}',
  recovery_code_used: 'Used a recovery code of {subject}[, {left} left]',
  transactions_exported: 'Exported the transactions of {subject}[, {rows rows}]',
  validations_exported: 'Exported the validations of {subject}[, {rows rows}]',
  statement_exported: 'Exported the statement of {subject}[, {rows rows}]',
  answers_exported: 'Exported the answers of ticket holders of {subject}[, {rows rows}]',
  door_list_exported: 'Exported the door list of {subject}[, {rows rows}]',
  sellers_exported: 'Exported the sellers of {subject}[, {rows rows}]',
  data_exported: 'Exported the data of {subject}[, {proof}]',
  data_erased: 'Erased the data of {subject}[, {proof}]',
  tickets_sent_again: 'Resent [{tickets tickets}] of order {subject}',
}

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
  const template = typeof sentence === 'string' ? sentence : sentence(entry)
  return template
    .split(/\[([^\]]*)\]/)
    .map((part, index) => fill(part, entry, index % 2 === 1))
    .join('')
    .replace(/: $/, '')
}

/** Inserts the values into a part of a sentence. '' for an optional part with a missing value. */
function fill(part: string, entry: Entry, isOptional: boolean): string {
  let isMissing = false
  const text = part.replace(/\{(\w+)(?: ([\w ]+))?\}/g, (_, name: string, counted?: string) => {
    const value = wordsFor(name, entry)
    isMissing ||= value === ''
    return counted === undefined ? value : `${value} ${value === '1' ? singular(counted) : counted}`
  })
  return isOptional && isMissing ? '' : text
}

/** 'free ticket' from 'free tickets'. */
const singular = (words: string) => (words === 'people' ? 'person' : words.replace(/s$/, ''))

function wordsFor(name: string, entry: Entry): string {
  const { subject, before, after } = entry
  if (name === 'subject') return subject
  if (name === 'type') return typeOf(subject)
  const field = VALUE_FIELDS[entry.action] ?? ''
  if (name === 'before') return fieldWords(field, before)
  if (name === 'after') return fieldWords(field, after)
  if (name === 'sums') return fromTo(sumWords(before), sumWords(after))
  if (name === 'change') {
    return changesOf(entry) ?? fromTo(fieldWords(field, before), fieldWords(field, after))
  }
  const facts = { ...factsOf(before), ...factsOf(after) }
  if (name === 'amount' && facts.amount_cents !== undefined) {
    return sumWords(Number(facts.amount_cents) / 100)
  }
  return fieldWords(name, facts[name])
}

/** Actions whose values are formatted like a field, with the name of the field. */
const VALUE_FIELDS: Record<string, string> = {
  event_time_changed: 'time',
  ...{ member_joined: 'role', member_role_changed: 'role', member_removed: 'role' },
  ...{ questions_changed: 'question', door_question_changed: 'question' },
}

/** 'VIP of Derby' from 'Derby · VIP'. */
function typeOf(subject: string): string {
  const at = subject.lastIndexOf(' · ')
  return at < 0 ? subject : `${subject.slice(at + 3)} of ${subject.slice(0, at)}`
}
