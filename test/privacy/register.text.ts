import { column, type Entry, plain } from './register.rules.ts'
import { ACCOUNT_TABLES, OFFICE } from './register-accounts.text.ts'
import { BOOKS_TABLES } from './register-books.text.ts'
import { SELLING_TABLES } from './register-selling.text.ts'

const SALE = 'selling, admitting, refunding'
const BOOKS = 'books, settling with M-PESA'
const LIMITS = 'limits against misuse'
const SENDING = 'sending, and proof of sending'
const HELP = 'questions about a purchase'
const HISTORY = 'who changed what'
const PAGE_COLUMNS = ['name', 'about', 'asked_name', 'whatsapp', 'instagram', 'tiktok']
const ORGANIZER = column('what an organizer shows in public', OFFICE, 'account', 'staff')

/**
 * The register of personal data: a rule for every column of every table. `docs/privacy.md` is
 * generated from it, and a test compares it with the schema.
 */
export const REGISTER: Readonly<Record<string, Entry>> = {
  ...ACCOUNT_TABLES,
  ...SELLING_TABLES,
  account_reading: plain('account at balance_cents low_cents high_cents'),
  audit_address: {
    person: { address: column('network address of an admin', HISTORY, 'staff', 'staff') },
    plain: 'audit_id',
  },
  audit_log: {
    person: {
      before: column('free text of staff, in some entries', HISTORY, 'history', 'staff'),
      after: column('free text of staff, in some entries', HISTORY, 'history', 'staff'),
    },
    plain: 'id at account_id action subject event_id',
  },
  cancellation_fault: plain('order_id event_id why at'),
  category: plain('id name position'),
  check_in: {
    person: {
      ticket_number: column('what was scanned or typed', SALE, 'history', 'staff'),
      note: column('the reason for letting a person in by hand', HISTORY, 'history', 'staff'),
    },
    plain:
      'id event_id gate_id ticket_id result reason requested admits left_after method validator_id device_id nonce device_at at kind undone_id let_in is_offline by_proof is_past_limit uploaded_at',
  },
  check_in_delta: plain(
    'id event_id gate_id ticket_type_id method result checks tickets people reason inside day',
  ),
  check_ins_by_gate: plain(
    'event_id gate_id ticket_type_id method result checks tickets people reason inside day',
  ),
  complaint: {
    person: { text: column("words of a visitor's report", 'answering', 'letter', 'term') },
    plain: 'id event_id reason created_at settled_at',
  },
  contact_message: {
    person: {
      name: column('name of the writer', 'answering', 'letter', 'term'),
      email: column('email address of the writer', 'answering', 'letter', 'term'),
      subject: column('free text', 'answering', 'letter', 'term'),
      message: column('free text', 'answering', 'letter', 'term'),
    },
    plain: 'id created_at',
  },
  delivery_report: {
    person: { recipient: column('phone number', SENDING, 'raw', 'deleted') },
    plain: 'id provider_message_id status failure_reason message_id received_at',
  },
  entry_rule: plain(
    'event_id licensed_capacity any_gate_from may_leave transfer_limit transfers_end_at_doors reminds reminded_for updated_at cash_per_minute cash_per_hour',
  ),
  event: plain(
    'id organizer_id title description image_key avif_key date time location expected_attendees price_cents category_id is_main_event is_featured is_published is_sold_out is_limited_tickets is_new cancelled_at created_at updated_at search_text is_over dial_code max_per_phone sales_stopped_at sales_forgotten_at fees_on_top copied_date payout_release payouts_frozen_at payouts_released_at highest_day days_after last_date',
  ),
  event_cancellation: plain(
    'event_id reason requested_by at state orders tickets amount_cents stuck next_at',
  ),
  event_change: plain(
    'id event_id old_date old_time old_location new_date new_time new_location changed_by notify_buyers announced_at request_until notified_at next_at started_at is_old_date_mistaken day days_after is_cancellation frees_passes sold_orders sold_tickets sold_cents',
  ),
  event_without_check_in: plain('event_id noticed_at settled_at'),
  allotment: plain(
    'id event_id ticket_type_id name quantity claimed token ends_at ended_at is_withdrawn made_by made_at',
  ),
  complimentary_batch: {
    person: {
      request_fingerprint: column('hash of the request', 'one request once', 'sale', 'emptied'),
    },
    plain: 'id event_id made_by made_at',
  },
  complimentary_order: {
    person: {
      guest: column('name of a guest', 'lists of guests and of the door', 'sale', 'emptied'),
    },
    plain: 'order_id event_id batch_id allotment_id host position',
  },
  gate: plain('id name gate_offset event_id'),
  gate_key: plain('event_id version key created_at'),
  gate_load: plain('ticket_type_id gate_id admits'),
  gate_move: plain('id event_id ticket_type_id gate_id moved_by at next_at notified_at started_at'),
  gate_phone: {
    person: {
      paired_browser: column('browser of a steward', 'finding misuse at gates', 'gate', 'staff'),
      paired_address: column(
        'network address of a steward',
        'finding misuse at gates',
        'gate',
        'staff',
      ),
    },
    plain:
      'id event_id gate_id name may_sell made_by code_hash code_until token_hash paired_at revoked_at seen_at unsent battery clock_ms app created_at proofs signed_off_at unknown_count unknown_since shown_types list_form',
  },
  gate_phone_ended_token: plain('token_hash gate_phone_id ended_at'),
  hold: plain('order_id state expires_at ends_at updated_at paybill_until is_unproven'),
  image_upload: plain('key account_id created_at free_since doomed_at'),
  job: {
    person: {
      payload: column('ids; in a few jobs a phone number', 'work that waits', 'done', 'term'),
      last_error: column('text of an error', 'work that waits', 'done', 'term'),
    },
    plain: 'id name lane run_at attempts leased created_at failures',
  },
  message: {
    person: {
      recipient: column('phone number or email address', SENDING, 'sent', 'deleted'),
      reply_to: column('email address of a writer', SENDING, 'sent', 'deleted'),
      subject: column('text of an email', SENDING, 'sent', 'deleted'),
      body: column('text with ticket numbers', SENDING, 'sent', 'deleted'),
      html: column('text with ticket numbers', SENDING, 'sent', 'deleted'),
      unsubscribe_url: column('address with a token', SENDING, 'sent', 'deleted'),
      codes: column('codes of the text', SENDING, 'sent', 'deleted'),
      dedupe_key: column('ids; of a few messages a phone number', SENDING, 'sent', 'deleted'),
      last_error: column('response of a provider', SENDING, 'sent', 'deleted'),
    },
    plain:
      'id channel sender forget_text state provider_message_id provider_status attempts resent sending_at sent_at created_at updated_at calendar order_id not_after is_leaving is_failed',
  },
  mpesa_balance: plain('at working_cents utility_cents'),
  mpesa_list: plain('id read_until unavailable_since reason alarmed_at'),
  mpesa_token: plain('id access_token expires_at renew_at refreshing_until'),
  newsletter_consent: {
    person: {
      text: column('what was agreed to', 'proof of consent', 'consent', 'term'),
      source: column('where it was agreed to', 'proof of consent', 'consent', 'term'),
    },
    plain: 'id subscriber_id is_given at',
  },
  newsletter_subscriber: {
    person: {
      email: column('email address', 'the newsletter, by consent', 'consent', 'term'),
      token: column('secret of the unsubscribe link', 'one-step withdrawal', 'consent', 'term'),
      consent_text: column('what was agreed to', 'proof of consent', 'consent', 'term'),
      consent_source: column('where it was agreed to', 'proof of consent', 'consent', 'term'),
    },
    plain: 'id consented_at unsubscribed_at created_at',
  },
  order: {
    person: {
      phone: column('phone number of the buyer', SALE, 'sale', 'emptied'),
      recipient_phone: column('phone number for the tickets', SALE, 'sale', 'emptied'),
      email: column('email address of the buyer', SALE, 'sale', 'emptied'),
      request_fingerprint: column('hash of the request', 'one purchase once', 'sale', 'emptied'),
      client_network: column(
        'network address, or the phone that dialled',
        LIMITS,
        'address',
        'emptied',
      ),
      client_prefix: column('first part of an IPv6 address', LIMITS, 'address', 'emptied'),
    },
    plain:
      'id code event_id state amount_cents attempt failure_code created_at updated_at paid_at issued_at prompted_at payment_method sold_by admit_on_issue language admit_gate_id is_open counts_for_reputation',
  },
  order_awaiting_tickets: plain('order_id paid_at'),
  order_event: plain('id order_id from_state to_state cause at'),
  line_limit: plain('order_line_id limit_id is_counted'),
  order_line: plain(
    'id order_id ticket_type_id position quantity price_cents amount_cents fee_cents',
  ),
  outgoing_attempt: {
    person: { response: column('raw response of M-PESA', BOOKS, 'sale', 'emptied') },
    plain:
      'id purpose subject_id kind amount_cents token timeout_token about originator_conversation_id conversation_id state reported result_code is_final created_at since',
  },
  organizer_page: {
    person: Object.fromEntries(PAGE_COLUMNS.map((name) => [name, ORGANIZER])),
    plain: 'account_id image_key updated_at is_name_decided',
  },
  paid_line: {
    person: { phone: column('phone number that paid', SALE, 'sale', 'emptied') },
    plain:
      'order_line_id event_id paid_at amount_cents status organizer_id fee_cents back_quantity back_cents back_fee_cents',
  },
  paybill_address: plain('id token registered_for registered_at failed_tries next_try_at'),
  payment: {
    person: {
      phone: column('phone number that was prompted or paid', BOOKS, 'sale', 'emptied'),
      payer: column('phone number that paid', BOOKS, 'sale', 'emptied'),
      push_response: column('raw response of M-PESA', BOOKS, 'sale', 'emptied'),
      checkout_request_id: column(
        'id of M-PESA, ends with digits of the phone',
        BOOKS,
        'sale',
        'emptied',
      ),
      reported_request_id: column(
        'id of M-PESA, ends with digits of the phone',
        BOOKS,
        'sale',
        'emptied',
      ),
    },
    plain:
      'id order_id attempt state use amount_cents confirmed_amount_cents callback_token merchant_request_id result_code settled_by mpesa_receipt created_at prompting_at prompted_at confirmed_at failed_at updated_at next_query_at query_count unverified_at is_unverified reported_receipt listed_at missed_lists missed_at alarmed_at payer_masked method open_status',
  },
  payment_event: plain('id payment_id from_state to_state use cause detail at'),
  payment_explanation: {
    person: { reason: column('free text of staff', BOOKS, 'sale', 'staff') },
    plain: 'payment_id explained_by at',
  },
  payment_return: plain('payment_id amount_cents found_at settled_at'),
  ...BOOKS_TABLES,
  provider_callback: {
    person: {
      body: column('raw report of M-PESA with phone number and name', HELP, 'raw', 'report'),
    },
    plain: 'id kind token received_at outcome',
  },
  rate_count: {
    person: {
      key: column('phone number or network address that is counted', LIMITS, 'window', 'term'),
    },
    plain: 'window_end count',
  },
  rate_slot: plain('name next_at granted'),
  receipt_check: plain('payment_id next_at asked_at token originator_conversation_id'),
  reconciliation: plain(
    'id day requested_by requested_at ended_at listed_from unread listed_count listed_cents differences',
  ),
  refund: {
    person: {
      phone: column('phone number that is refunded', BOOKS, 'sale', 'emptied'),
      note: column('free text about the reason', HISTORY, 'sale', 'emptied'),
    },
    plain:
      'id originator_id payment_id unmatched_receipt order_id event_id amount_cents is_whole is_rest reason state way requested_by created_at since next_at tries failure_code receipt done_at charge_cents',
  },
  refund_event: plain('id refund_id from_state to_state cause at'),
  refund_link: plain('order_id token created_at requested_at ticket_id back_cents'),
  refund_ticket: plain('ticket_id refund_id amount_cents admits'),
  request: plain(
    'kind subject_id proposal reason version state asked_by asked_at decided_by decided_at note',
  ),
  sale_delta: plain('id event_id ticket_type_id day tickets revenue_cents people_back add_ons'),
  sales_by_day: plain('day tickets revenue_cents'),
  sales_by_event_day: plain('event_id day tickets revenue_cents'),
  sales_by_organizer_day: plain('organizer_id day tickets revenue_cents'),
  sales_by_type: plain('ticket_type_id event_id tickets revenue_cents people_back add_ons'),
  setting: plain('name value set_at'),
  short_code: plain('code event_id visits last_visit_at created_at is_own'),
  sms_opt_out: {
    person: {
      phone: column('phone number that wants no SMS', 'keeping to it', 'objection', 'objection'),
    },
    plain: 'at',
  },
  stopped_gate: plain('event_id gate_id stopped_by at'),
  ticket: {
    person: {
      holder_phone: column('phone number that the ticket was sent to', SALE, 'sale', 'emptied'),
    },
    plain:
      'id number order_id order_line_id part event_id ticket_type_id gate_id admits admitted state created_at void_reason changed_xid excess sent_from times_sent has_twin opened_at admitted_on most_admitted',
  },
  ticket_transfer: plain(
    'id ticket_id code_hash tries state expires_at created_at done_at takes_back gives_back',
  ),
  ticket_transfer_part: {
    person: { phone: column('phone number to send a ticket to', SALE, 'unconfirmed', 'deleted') },
    plain: 'transfer_id position admits ticket_id',
  },
  unmatched_receipt: {
    person: {
      msisdn: column('phone number that paid, or its hash', BOOKS, 'sale', 'settled'),
      account_reference: column('what the payer typed as account', BOOKS, 'sale', 'settled'),
    },
    plain:
      'receipt amount_cents paid_at found_at state listed_at order_id is_unverified alarmed_at',
  },
  ussd_session: {
    person: {
      phone: column('phone number that dialled', HELP, 'dialled', 'deleted'),
      dialled: column('what was dialled', HELP, 'dialled', 'deleted'),
      typed: column('what was typed', HELP, 'dialled', 'deleted'),
      state: column('the open screen', HELP, 'dialled', 'deleted'),
    },
    plain: 'id language turns order_id ending created_at updated_at',
  },
  ussd_turn: {
    person: {
      typed: column('what was typed', HELP, 'dialled', 'deleted'),
      answer: column('the screen that was shown', HELP, 'dialled', 'deleted'),
    },
    plain: 'session_id at',
  },
}
