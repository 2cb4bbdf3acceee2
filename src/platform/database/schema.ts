// Generated from the migrated database: npm run schema. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

export interface Account {
  id: string
  email: string
  full_name: string
  password_hash: string
  role: Generated<string>
  confirmed_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  publishes_alone: Generated<boolean>
  signed_in_at: Generated<Date>
  phone: string | null
}

export interface AccountLink {
  token_hash: Buffer
  account_id: string
  purpose: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

export interface AccountReading {
  account: string
  at: Date
  balance_cents: number
  low_cents: number | null
  high_cents: number | null
}

export interface Allotment {
  id: string
  event_id: string
  ticket_type_id: string
  name: string
  quantity: number
  claimed: Generated<number>
  token: string
  ends_at: Date
  ended_at: Date | null
  is_withdrawn: Generated<boolean>
  made_by: string
  made_at: Date
}

export interface Answer {
  ticket_id: string
  question_id: string
  person: number
  value: string
  at: Date
}

export interface AnswerReminder {
  ticket_id: string
  event_id: string
  asked_at: Date
  ended_at: Date | null
}

export interface AuditAddress {
  audit_id: number
  address: string
}

export interface AuditLog {
  id: GeneratedAlways<number>
  at: Generated<Date>
  account_id: string | null
  action: string
  subject: string
  event_id: string | null
  before: unknown | null
  after: unknown | null
}

export interface CancellationFault {
  order_id: string
  event_id: string
  why: string
  at: Date
}

export interface Category {
  id: string
  name: string
  position: number
}

export interface CheckIn {
  id: string
  event_id: string
  gate_id: string | null
  ticket_number: string
  ticket_id: string | null
  result: string
  reason: string | null
  requested: number | null
  admits: Generated<number>
  left_after: number | null
  method: string
  validator_id: string | null
  device_id: string | null
  nonce: string
  device_at: Date | null
  at: Generated<Date>
  kind: Generated<string>
  undone_id: string | null
  let_in: Generated<number>
  is_offline: Generated<boolean>
  by_proof: Generated<boolean>
  note: string | null
  is_past_limit: Generated<boolean>
  uploaded_at: Date | null
}

export interface CheckInDelta {
  id: GeneratedAlways<number>
  event_id: string
  gate_id: string | null
  ticket_type_id: string | null
  method: string
  result: string
  checks: number
  tickets: number
  people: number
  reason: string | null
  inside: Generated<number>
  day: string | null
}

export interface CheckInsByGate {
  event_id: string
  gate_id: string | null
  ticket_type_id: string | null
  method: string
  result: string
  checks: number
  tickets: number
  people: number
  reason: string | null
  inside: Generated<number>
  day: string | null
}

export interface CollectedNotice {
  thing: string
  sent_at: Date
  due_at: Date | null
  notice: unknown | null
}

export interface Complaint {
  id: string
  event_id: string
  reason: string
  text: string
  created_at: Date
  settled_at: Date | null
}

export interface ComplimentaryBatch {
  id: string
  event_id: string
  request_fingerprint: string
  made_by: string
  made_at: Date
}

export interface ComplimentaryOrder {
  order_id: string
  event_id: string
  batch_id: string | null
  allotment_id: string | null
  host: string
  guest: Generated<string>
  position: Generated<number>
}

export interface ContactMessage {
  id: string
  name: string
  email: string
  subject: string
  message: string
  created_at: Generated<Date>
}

export interface DeliveryReport {
  id: GeneratedAlways<number>
  provider_message_id: string
  status: string
  recipient: string
  failure_reason: string | null
  message_id: string | null
  received_at: Generated<Date>
}

export interface EntryRule {
  event_id: string
  licensed_capacity: number | null
  any_gate_from: Date | null
  may_leave: Generated<boolean>
  transfer_limit: number | null
  transfers_end_at_doors: Generated<boolean>
  reminds: Generated<boolean>
  reminded_for: string | null
  updated_at: Generated<Date>
  cash_per_minute: number | null
  cash_per_hour: number | null
}

export interface Event {
  id: string
  organizer_id: string | null
  title: string
  description: Generated<string>
  image_key: string | null
  avif_key: string | null
  date: string | null
  time: string | null
  location: string
  expected_attendees: number | null
  price_cents: number
  category_id: string | null
  is_main_event: Generated<boolean>
  is_featured: Generated<boolean>
  is_published: Generated<boolean>
  is_sold_out: Generated<boolean>
  is_limited_tickets: Generated<boolean>
  is_new: Generated<boolean>
  cancelled_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  search_text: GeneratedAlways<string>
  is_over: Generated<boolean>
  dial_code: number | null
  max_per_phone: number | null
  sales_stopped_at: Date | null
  sales_forgotten_at: Date | null
  fees_on_top: Generated<boolean>
  copied_date: string | null
  payout_release: Generated<string>
  payouts_frozen_at: Date | null
  payouts_released_at: Date | null
  highest_day: Generated<number>
  days_after: Generated<number>
  last_date: GeneratedAlways<string | null>
}

export interface EventCancellation {
  event_id: string
  reason: Generated<string>
  requested_by: string | null
  at: Date
  state: string
  orders: number
  tickets: number
  amount_cents: number
  stuck: Generated<number>
  next_at: Date | null
}

export interface EventChange {
  id: string
  event_id: string
  old_date: string
  old_time: string
  old_location: string
  new_date: string
  new_time: string
  new_location: string
  changed_by: string | null
  notify_buyers: boolean
  announced_at: Date
  request_until: Date
  notified_at: Date | null
  next_at: Date | null
  started_at: Date | null
  is_old_date_mistaken: Generated<boolean>
  day: number | null
  days_after: Generated<number>
  is_cancellation: Generated<boolean>
  frees_passes: Generated<boolean>
  sold_orders: number | null
  sold_tickets: number | null
  sold_cents: number | null
}

export interface EventDay {
  event_id: string
  n: number
  date: string
  time: string
  cancelled_at: Date | null
}

export interface EventWithoutCheckIn {
  event_id: string
  noticed_at: Date
  settled_at: Date | null
}

export interface Gate {
  id: string
  name: string
  gate_offset: number
  event_id: string | null
}

export interface GateKey {
  event_id: string
  version: Generated<number>
  key: Buffer
  created_at: Generated<Date>
}

export interface GateLoad {
  ticket_type_id: string
  gate_id: string
  admits: Generated<number>
}

export interface GateMove {
  id: string
  event_id: string
  ticket_type_id: string
  gate_id: string
  moved_by: string
  at: Date
  next_at: Date | null
  notified_at: Date | null
  started_at: Date | null
}

export interface GatePhone {
  id: string
  event_id: string
  gate_id: string | null
  name: string
  may_sell: Generated<boolean>
  made_by: string
  code_hash: Buffer | null
  code_until: Date | null
  token_hash: Buffer | null
  paired_at: Date | null
  revoked_at: Date | null
  seen_at: Date | null
  unsent: number | null
  battery: number | null
  clock_ms: number | null
  app: string | null
  created_at: Generated<Date>
  proofs: Generated<number>
  signed_off_at: Date | null
  paired_browser: string | null
  paired_address: string | null
  unknown_count: Generated<number>
  unknown_since: Date | null
  shown_types: unknown | null
  list_form: number | null
}

export interface GatePhoneEndedToken {
  token_hash: Buffer
  gate_phone_id: string
  ended_at: Date
}

export interface Hold {
  order_id: string
  state: Generated<string>
  expires_at: Date
  ends_at: Date
  updated_at: Generated<Date>
  paybill_until: Date | null
  is_unproven: Generated<boolean>
}

export interface ImageUpload {
  key: string
  account_id: string
  created_at: Date
  free_since: Date | null
  doomed_at: Date | null
}

export interface Invitation {
  id: string
  token_hash: Buffer
  organizer_id: string
  event_id: string | null
  role: string
  email: string | null
  phone: string | null
  invited_by: string
  created_at: Date
  expires_at: Date
  accepted_by: string | null
  ended_at: Date | null
}

export interface Job {
  id: GeneratedAlways<number>
  name: string
  lane: string
  payload: unknown
  run_at: Generated<Date>
  attempts: Generated<number>
  last_error: string | null
  leased: Generated<boolean>
  created_at: Generated<Date>
  failures: Generated<number>
}

export interface KnownBrowser {
  token_hash: Buffer
  account_id: string
  seen_at: Date
}

export interface LedgerEntry {
  id: GeneratedAlways<number>
  movement: string
  kind: string
  payment_id: string | null
  order_id: string | null
  reference: string | null
  at: Date
  held_until: Date | null
}

export interface LedgerLine {
  entry_id: number
  account: string
  event_id: string | null
  amount_cents: number
}

export interface LineLimit {
  order_line_id: string
  limit_id: string
  is_counted: Generated<boolean>
}

export interface Member {
  id: string
  organizer_id: string
  account_id: string
  event_id: string | null
  role: string
  created_at: Date
  money_since: Date | null
}

export interface Message {
  id: string
  channel: Generated<string>
  sender: string | null
  recipient: string
  reply_to: string | null
  subject: string | null
  body: string
  html: string | null
  unsubscribe_url: string | null
  forget_text: Generated<boolean>
  dedupe_key: string
  state: Generated<string>
  provider_message_id: string | null
  provider_status: string | null
  attempts: Generated<number>
  resent: Generated<number>
  last_error: string | null
  sending_at: Date | null
  sent_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  calendar: string | null
  order_id: string | null
  codes: string | null
  not_after: Date | null
  is_leaving: GeneratedAlways<boolean>
  is_failed: GeneratedAlways<boolean>
}

export interface MpesaBalance {
  at: Date
  working_cents: number | null
  utility_cents: number | null
}

export interface MpesaList {
  id: Generated<boolean>
  read_until: Date | null
  unavailable_since: Date | null
  reason: string | null
  alarmed_at: Date | null
}

export interface MpesaToken {
  id: Generated<boolean>
  access_token: string | null
  expires_at: Date | null
  renew_at: Date | null
  refreshing_until: Date | null
}

export interface NewsletterConsent {
  id: GeneratedAlways<number>
  subscriber_id: string
  is_given: boolean
  text: string
  source: string
  at: Date
}

export interface NewsletterSubscriber {
  id: string
  email: string
  token: string
  consented_at: Date
  consent_text: string
  consent_source: string
  unsubscribed_at: Date | null
  created_at: Generated<Date>
}

export interface Order {
  id: string
  code: string
  event_id: string
  state: Generated<string>
  phone: string | null
  email: string | null
  amount_cents: number
  request_fingerprint: string
  attempt: Generated<number>
  failure_code: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  paid_at: Date | null
  issued_at: Date | null
  client_network: string | null
  prompted_at: Date | null
  recipient_phone: string | null
  payment_method: Generated<string>
  sold_by: string | null
  admit_on_issue: Generated<boolean>
  language: Generated<string>
  admit_gate_id: string | null
  is_open: GeneratedAlways<boolean>
  counts_for_reputation: GeneratedAlways<boolean>
  client_prefix: string | null
}

export interface OrderAwaitingTickets {
  order_id: string
  paid_at: Date
}

export interface OrderEvent {
  id: GeneratedAlways<number>
  order_id: string
  from_state: string | null
  to_state: string
  cause: string
  at: Generated<Date>
}

export interface OrderLine {
  id: string
  order_id: string
  ticket_type_id: string
  position: number
  quantity: number
  price_cents: number
  amount_cents: number
  fee_cents: number | null
}

export interface OrderSource {
  order_id: string
  seller_id: string | null
  basis_points: Generated<number>
  per_ticket_cents: Generated<number>
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  utm_term: string | null
  utm_content: string | null
}

export interface OrganizerFee {
  account_id: string
  basis_points: number
  fixed_cents: number
  set_at: Date
}

export interface OrganizerPage {
  account_id: string
  name: string
  about: Generated<string>
  image_key: string | null
  updated_at: Date
  asked_name: string | null
  is_name_decided: Generated<boolean>
  whatsapp: string | null
  instagram: string | null
  tiktok: string | null
}

export interface OutgoingAttempt {
  id: string
  purpose: string | null
  subject_id: string | null
  kind: string
  amount_cents: number | null
  token: string
  timeout_token: string
  about: string | null
  originator_conversation_id: string | null
  conversation_id: string | null
  state: string
  reported: string | null
  result_code: string | null
  is_final: Generated<boolean>
  response: unknown | null
  created_at: Date
  since: Date
}

export interface PaidLine {
  order_line_id: string
  event_id: string
  paid_at: Date
  amount_cents: number
  phone: string | null
  status: Generated<string>
  organizer_id: string | null
  fee_cents: Generated<number>
  back_quantity: Generated<number>
  back_cents: Generated<number>
  back_fee_cents: Generated<number>
}

export interface PaybillAddress {
  id: Generated<boolean>
  token: string
  registered_for: string | null
  registered_at: Date | null
  failed_tries: Generated<number>
  next_try_at: Date | null
}

export interface Payment {
  id: string
  order_id: string
  attempt: number | null
  state: Generated<string>
  use: string | null
  phone: string | null
  amount_cents: number
  confirmed_amount_cents: number | null
  callback_token: string
  merchant_request_id: string | null
  checkout_request_id: string | null
  push_response: unknown | null
  result_code: string | null
  settled_by: string | null
  mpesa_receipt: string | null
  created_at: Generated<Date>
  prompting_at: Date | null
  prompted_at: Date | null
  confirmed_at: Date | null
  failed_at: Date | null
  updated_at: Generated<Date>
  next_query_at: Date | null
  query_count: Generated<number>
  unverified_at: Date | null
  is_unverified: Generated<boolean>
  reported_request_id: string | null
  reported_receipt: string | null
  listed_at: Date | null
  missed_lists: Generated<number>
  missed_at: Date | null
  alarmed_at: Date | null
  payer_masked: Generated<boolean>
  payer: string | null
  method: Generated<string>
  open_status: GeneratedAlways<string | null>
}

export interface PaymentEvent {
  id: GeneratedAlways<number>
  payment_id: string
  from_state: string | null
  to_state: string
  use: string | null
  cause: string
  detail: unknown | null
  at: Generated<Date>
}

export interface PaymentExplanation {
  payment_id: string
  reason: string
  explained_by: string
  at: Date
}

export interface PaymentReturn {
  payment_id: string
  amount_cents: number
  found_at: Date
  settled_at: Date | null
}

export interface Payout {
  id: string
  event_id: string
  payout_account_id: string
  amount_cents: number
  state: string
  asked_by: string
  asked_at: Date
  decided_by: string | null
  decided_at: Date | null
  reason: Generated<string>
  held_until: Date | null
}

export interface PayoutAccount {
  id: string
  account_id: string
  kind: string
  number: string
  account_number: Generated<string>
  bank: Generated<string>
  created_at: Date
  usable_at: Date
}

export interface PayoutEvent {
  id: GeneratedAlways<number>
  part_id: string
  from_state: string | null
  to_state: string
  cause: string
  at: Date
}

export interface PayoutPart {
  id: string
  payout_id: string
  position: number
  amount_cents: number
  originator_id: string
  state: string
  since: Date
  next_at: Date | null
  tries: Generated<number>
  failure_code: string | null
  paid_from: string | null
  reference: string | null
  charge_cents: number | null
  held_until: Date | null
}

export interface PayoutPlan {
  account_id: string
  reserve_basis_points: number
  set_at: Date
}

export interface Pool {
  id: string
  event_id: string
  name: string
}

export interface PriceStep {
  id: string
  ticket_type_id: string
  position: number
  name: string
  price_cents: number
  starts_at: Date | null
  ends_at: Date | null
  limit_id: string | null
}

export interface PromoCode {
  id: string
  event_id: string
  code: string
  code_fold: string
  digits: string
  kind: string
  percent: number | null
  value_cents: number | null
  is_for_all_types: boolean
  max_per_phone: number | null
  starts_at: Date | null
  ends_at: Date | null
  seller_id: string | null
  batch_id: string | null
  created_at: Date
  ended_at: Date | null
}

export interface PromoCodeType {
  promo_code_id: string
  ticket_type_id: string
}

export interface ProviderCallback {
  id: GeneratedAlways<number>
  kind: string
  token: string
  body: string
  received_at: Generated<Date>
  outcome: string | null
}

export interface Question {
  id: string
  event_id: string
  position: number
  text_en: string
  text_sw: string
  why_en: string
  why_sw: string
  kind: string
  choices: Generated<unknown>
  type_ids: unknown | null
  per: string
  until: string | null
  is_at_door: Generated<boolean>
  created_at: Date
  archived_at: Date | null
}

export interface RateCount {
  key: string
  window_end: Date
  count: number
}

export interface RateSlot {
  name: string
  next_at: Date
  granted: Generated<number>
}

export interface ReceiptCheck {
  payment_id: string
  next_at: Date | null
  asked_at: Date | null
  token: string | null
  originator_conversation_id: string | null
}

export interface Reconciliation {
  id: string
  day: string | null
  requested_by: string | null
  requested_at: Date
  ended_at: Date | null
  listed_from: Date | null
  unread: string | null
  listed_count: Generated<number>
  listed_cents: Generated<number>
  differences: Generated<unknown>
}

export interface RecoveryCode {
  code_hash: Buffer
  account_id: string
  used_at: Date | null
}

export interface RefreshToken {
  token_hash: Buffer
  session_id: string
  issued_at: Date
  used_at: Date | null
  successor_nonce: Buffer | null
}

export interface Refund {
  id: string
  originator_id: string
  payment_id: string | null
  unmatched_receipt: string | null
  order_id: string | null
  event_id: string | null
  phone: string | null
  amount_cents: number
  is_whole: boolean
  is_rest: boolean
  reason: string
  note: Generated<string>
  state: Generated<string>
  way: string | null
  requested_by: string | null
  created_at: Date
  since: Date
  next_at: Date | null
  tries: Generated<number>
  failure_code: string | null
  receipt: string | null
  done_at: Date | null
  charge_cents: number | null
}

export interface RefundEvent {
  id: GeneratedAlways<number>
  refund_id: string
  from_state: string | null
  to_state: string
  cause: string
  at: Date
}

export interface RefundLink {
  order_id: string
  token: string
  created_at: Date
  requested_at: Date | null
  ticket_id: string | null
  back_cents: Generated<number>
}

export interface RefundTicket {
  ticket_id: string
  refund_id: string
  amount_cents: number
  admits: number
}

export interface Request {
  kind: string
  subject_id: string
  proposal: unknown
  reason: string
  version: Generated<number>
  state: string
  asked_by: string
  asked_at: Date
  decided_by: string | null
  decided_at: Date | null
  note: Generated<string>
}

export interface SaleDelta {
  id: GeneratedAlways<number>
  event_id: string
  ticket_type_id: string
  day: string
  tickets: number
  revenue_cents: number
  people_back: Generated<number>
  add_ons: Generated<number>
}

export interface SaleLimit {
  id: string
  event_id: string
  kind: string
  capacity: number | null
  held: Generated<number>
  sold: Generated<number>
}

export interface SalesByDay {
  day: string
  tickets: number
  revenue_cents: number
}

export interface SalesByEventDay {
  event_id: string
  day: string
  tickets: number
  revenue_cents: number
}

export interface SalesByOrganizerDay {
  organizer_id: string
  day: string
  tickets: number
  revenue_cents: number
}

export interface SalesByType {
  ticket_type_id: string
  event_id: string
  tickets: number
  revenue_cents: number
  people_back: Generated<number>
  add_ons: Generated<number>
}

export interface SecondFactor {
  account_id: string
  sealed_secret: Buffer
  last_step: number
  created_at: Date
}

export interface Seller {
  id: string
  event_id: string
  name: string
  phone: string | null
  number: number
  basis_points: Generated<number>
  per_ticket_cents: Generated<number>
  visits: Generated<number>
  created_at: Date
  ended_at: Date | null
}

export interface Session {
  id: string
  account_id: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
  has_factor: Generated<boolean>
}

export interface Setting {
  name: string
  value: unknown
  set_at: Generated<Date>
}

export interface ShortCode {
  code: string
  event_id: string
  visits: Generated<number>
  last_visit_at: Date | null
  created_at: Generated<Date>
  is_own: Generated<boolean>
}

export interface SignInChallenge {
  token_hash: Buffer
  account_id: string
  checked_hash: string
  sealed_secret: Buffer | null
  wrong_codes: Generated<number>
  created_at: Date
  expires_at: Date
}

export interface SignUp {
  id: string
  email: string
  full_name: string
  password_hash: string
  created_at: Date
  expires_at: Date
  token_hash: Buffer | null
  browser_hash: Buffer | null
}

export interface SmsOptOut {
  phone: string
  at: Date
}

export interface StoppedGate {
  event_id: string
  gate_id: string | null
  stopped_by: string
  at: Generated<Date>
}

export interface Ticket {
  id: string
  number: string
  order_id: string
  order_line_id: string
  part: Generated<number>
  event_id: string
  ticket_type_id: string
  gate_id: string | null
  admits: number
  admitted: Generated<number>
  state: Generated<string>
  created_at: Generated<Date>
  void_reason: string | null
  changed_xid: Generated<string>
  excess: Generated<number>
  holder_phone: string | null
  sent_from: string | null
  times_sent: Generated<number>
  has_twin: Generated<boolean>
  opened_at: Date | null
  admitted_on: string | null
  most_admitted: Generated<number>
}

export interface TicketTransfer {
  id: string
  ticket_id: string
  code_hash: Buffer
  tries: Generated<number>
  state: Generated<string>
  expires_at: Date
  created_at: Date
  done_at: Date | null
  takes_back: string | null
  gives_back: Generated<boolean>
}

export interface TicketTransferPart {
  transfer_id: string
  position: number
  phone: string
  admits: number
  ticket_id: string | null
}

export interface TicketType {
  id: string
  event_id: string
  name: string
  description: Generated<string>
  price_cents: number
  max_per_order: Generated<number>
  capacity: number
  held: Generated<number>
  sold: Generated<number>
  type_offset: number
  first_sold_at: Date | null
  archived_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  closed_at: Date | null
  sale_from: Date | null
  sale_until: Date | null
  is_free: Generated<boolean>
  lowest_cents: number | null
  suggested_cents: number | null
  highest_cents: number | null
  is_hidden: Generated<boolean>
  sold_at_door: Generated<boolean>
  sold_in: Generated<number>
  min_per_order: Generated<number>
  kind: Generated<string>
  pool_id: string | null
  day_numbers: Generated<number[]>
  once_in_all: Generated<boolean>
}

export interface TicketTypeGate {
  ticket_type_id: string
  gate_id: string
}

export interface UnmatchedReceipt {
  receipt: string
  amount_cents: number
  account_reference: string
  msisdn: string
  paid_at: Date | null
  found_at: Date
  state: Generated<string>
  listed_at: Date | null
  order_id: string | null
  is_unverified: Generated<boolean>
  alarmed_at: Date | null
}

export interface UssdSession {
  id: string
  phone: string
  language: string
  dialled: string
  turns: number
  typed: string
  state: unknown | null
  order_id: string | null
  ending: string | null
  created_at: Date
  updated_at: Date
}

export interface UssdTurn {
  session_id: string
  typed: string
  answer: string
  at: Date
}

export interface DB {
  account: Account
  account_link: AccountLink
  account_reading: AccountReading
  allotment: Allotment
  answer: Answer
  answer_reminder: AnswerReminder
  audit_address: AuditAddress
  audit_log: AuditLog
  cancellation_fault: CancellationFault
  category: Category
  check_in: CheckIn
  check_in_delta: CheckInDelta
  check_ins_by_gate: CheckInsByGate
  collected_notice: CollectedNotice
  complaint: Complaint
  complimentary_batch: ComplimentaryBatch
  complimentary_order: ComplimentaryOrder
  contact_message: ContactMessage
  delivery_report: DeliveryReport
  entry_rule: EntryRule
  event: Event
  event_cancellation: EventCancellation
  event_change: EventChange
  event_day: EventDay
  event_without_check_in: EventWithoutCheckIn
  gate: Gate
  gate_key: GateKey
  gate_load: GateLoad
  gate_move: GateMove
  gate_phone: GatePhone
  gate_phone_ended_token: GatePhoneEndedToken
  hold: Hold
  image_upload: ImageUpload
  invitation: Invitation
  job: Job
  known_browser: KnownBrowser
  ledger_entry: LedgerEntry
  ledger_line: LedgerLine
  line_limit: LineLimit
  member: Member
  message: Message
  mpesa_balance: MpesaBalance
  mpesa_list: MpesaList
  mpesa_token: MpesaToken
  newsletter_consent: NewsletterConsent
  newsletter_subscriber: NewsletterSubscriber
  order: Order
  order_awaiting_tickets: OrderAwaitingTickets
  order_event: OrderEvent
  order_line: OrderLine
  order_source: OrderSource
  organizer_fee: OrganizerFee
  organizer_page: OrganizerPage
  outgoing_attempt: OutgoingAttempt
  paid_line: PaidLine
  paybill_address: PaybillAddress
  payment: Payment
  payment_event: PaymentEvent
  payment_explanation: PaymentExplanation
  payment_return: PaymentReturn
  payout: Payout
  payout_account: PayoutAccount
  payout_event: PayoutEvent
  payout_part: PayoutPart
  payout_plan: PayoutPlan
  pool: Pool
  price_step: PriceStep
  promo_code: PromoCode
  promo_code_type: PromoCodeType
  provider_callback: ProviderCallback
  question: Question
  rate_count: RateCount
  rate_slot: RateSlot
  receipt_check: ReceiptCheck
  reconciliation: Reconciliation
  recovery_code: RecoveryCode
  refresh_token: RefreshToken
  refund: Refund
  refund_event: RefundEvent
  refund_link: RefundLink
  refund_ticket: RefundTicket
  request: Request
  sale_delta: SaleDelta
  sale_limit: SaleLimit
  sales_by_day: SalesByDay
  sales_by_event_day: SalesByEventDay
  sales_by_organizer_day: SalesByOrganizerDay
  sales_by_type: SalesByType
  second_factor: SecondFactor
  seller: Seller
  session: Session
  setting: Setting
  short_code: ShortCode
  sign_in_challenge: SignInChallenge
  sign_up: SignUp
  sms_opt_out: SmsOptOut
  stopped_gate: StoppedGate
  ticket: Ticket
  ticket_transfer: TicketTransfer
  ticket_transfer_part: TicketTransferPart
  ticket_type: TicketType
  ticket_type_gate: TicketTypeGate
  unmatched_receipt: UnmatchedReceipt
  ussd_session: UssdSession
  ussd_turn: UssdTurn
}
