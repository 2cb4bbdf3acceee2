// Recorded actions, each with its sentence in the audit log.
import { feePayer } from '../src/events/editing/event-diff.rules.ts'

const PLAN = { price: 100, quantity: 1000 }
const REFUND = { order: 'ZS9PR9NN', amount_cents: 5_000_00, words: '', tickets: null }
const PAYOUT = { amount: 8, account: 'a till ending in 456' }
const CANCELLED = { orders: 3, amount: 1500, reason: 'Rain' }
const CODE = { code: 'FRIENDS', tickets: 'any number', per_phone: 2, until: 'the end of the sale' }
const SEEN = { date: '2027-03-14', time: '15:00', location: 'Nyayo' }
const ASKED = { kind: 'reschedule', ...SEEN, amount: 1500, reason: 'Rain' }
const TITLE = { what: 'Title', before: 'Derby', after: 'The Derby' }
const PRICE = { what: 'VIP: price', before: 'KES 100', after: 'KES 200' }
const TEXT = { what: 'Description', before: 'Long'.repeat(50), after: '' }
const VIP = 'Derby · VIP'

/** The action, the values before and after, the sentence, and the subject unless it is 'Derby'. */
type Row = [string, unknown, unknown, string, string?]

const EVENTS: Row[] = [
  ['event_created', null, SEEN, 'Created the event Derby for March 14, 2027, 3:00 PM, at Nyayo'],
  ['event_published', false, true, 'Published Derby'],
  ['event_unpublished', true, false, 'Unpublished Derby'],
  ['event_title_changed', 'Old', 'Derby', 'Renamed the event Old to Derby'],
  [
    'event_date_changed',
    '2027-03-14',
    '2027-03-15',
    'Changed the date of Derby from March 14, 2027 to March 15, 2027',
  ],
  ['event_time_changed', '15:00', '16:30', 'Changed the time of Derby from 3:00 PM to 4:30 PM'],
  ['event_place_changed', 'Nyayo', 'Kasarani', 'Moved Derby from Nyayo to Kasarani'],
  ['event_price_changed', 0, 50, 'Changed the starting price of Derby from KES 0 to KES 50'],
  ['event_sold_out_changed', false, true, 'Marked Derby as sold out'],
  ['event_sold_out_changed', true, false, 'Marked Derby as not sold out'],
  [
    'event_payout_release_changed',
    'at any time',
    'after the event',
    'Made the payouts of Derby wait until after the event',
  ],
  ['event_fee_payer_changed', null, feePayer(true), 'Made buyers pay the service fee of Derby'],
  [
    'event_fee_payer_changed',
    null,
    feePayer(false),
    'Made the organizer pay the service fee of Derby',
  ],
  ['event_phone_limit_changed', null, 1, 'Limited Derby to 1 ticket per phone number'],
  ['event_phone_limit_changed', 4, 6, 'Limited Derby to 6 tickets per phone number, before 4'],
  [
    'event_phone_limit_changed',
    4,
    null,
    'Removed the limit of 4 tickets per phone number for Derby',
  ],
  ['event_organizer_changed', null, 'Asha (a@lango.test)', 'Gave Derby to Asha (a@lango.test)'],
  ['event_organizer_changed', 'Asha', null, 'Took Derby from Asha'],
  ['event_organizer_changed', 'Asha', 'Juma', 'Moved Derby from Asha to Juma'],
  ['event_cancelled', null, CANCELLED, 'Cancelled Derby, with 3 orders for KES 1,500: Rain'],
  [
    'event_moved',
    SEEN,
    { ...SEEN, date: '2027-03-21', location: 'Kasarani' },
    'Rescheduled Derby from March 14, 2027 to March 21, 2027 and from Nyayo to Kasarani',
  ],
  [
    'event_moved',
    SEEN,
    { ...SEEN, time: '16:00' },
    'Rescheduled Derby from March 14, 2027, 3:00 PM to March 14, 2027, 4:00 PM',
  ],
  [
    'measure_asked',
    null,
    ASKED,
    'Requested to reschedule Derby to March 14, 2027, 3:00 PM, at Nyayo (KES 1,500 sold): Rain',
  ],
  [
    'event_change_sent_in',
    null,
    { changes: [TITLE, PRICE, TEXT] },
    'Submitted a change of Derby for approval: title from Derby to The Derby, price of VIP from KES 100 to KES 200 and description',
  ],
  [
    'measure_returned',
    null,
    { kind: 'cancel', words: 'Play it' },
    'Refused to cancel Derby: Play it',
  ],
  ['measure_returned', null, 'Play it', 'Refused to cancel or reschedule Derby: Play it'],
  ['publishes_alone_changed', false, true, 'Allowed Derby to publish without review'],
  ['publishes_alone_changed', true, false, 'Made the events of Derby wait for review'],
  [
    'organizer_page_changed',
    { name: 'Old', picture: null },
    { name: 'Derby', picture: 'a1' },
    'Changed the public page of Derby: the name is Derby (before: Old) and there is a new picture',
  ],
]

const TYPES: Row[] = [
  [
    'ticket_type_price_changed',
    0,
    1500.5,
    'Changed the price of VIP of Derby from KES 0 to KES 1,500.50',
    VIP,
  ],
  [
    'ticket_type_added',
    null,
    PLAN,
    'Added the ticket type VIP of Derby: 1,000 tickets at KES 100',
    VIP,
  ],
  [
    'ticket_type_added',
    null,
    { price: 'free', quantity: 1, hidden: true, sold_at_door: true },
    'Added the ticket type VIP of Derby: 1 ticket, free, hidden, sold at the door',
    VIP,
  ],
  [
    'ticket_type_removed',
    { ...PLAN, sold: 2 },
    null,
    'Removed the ticket type VIP of Derby, which had 2 sold of 1,000 tickets at KES 100',
    VIP,
  ],
  ['ticket_type_renamed', 'Box', 'VIP', 'Renamed the ticket type Box to VIP of Derby', VIP],
  ['ticket_type_hidden_changed', false, true, 'Hid VIP of Derby from buyers without a code', VIP],
  ['ticket_type_door_changed', true, false, 'Stopped door sales of VIP of Derby', VIP],
  ['ticket_type_quantity_changed', 5, 6, 'Changed the quantity of VIP of Derby from 5 to 6', VIP],
  [
    'ticket_type_gates_changed',
    [],
    ['Gate A', 'Gate B'],
    'Set the gates of VIP of Derby to Gate A and Gate B',
    VIP,
  ],
  [
    'ticket_type_gates_changed',
    ['Gate A'],
    [],
    'Removed the gates of VIP of Derby, which were Gate A',
    VIP,
  ],
  [
    'promo_code_added',
    null,
    { code: 'FRIENDS', kind: 'percent', value: 20, tickets: 50 },
    'Added the code FRIENDS for Derby: 20% off, at most 50 tickets',
  ],
  [
    'promo_codes_made',
    null,
    { codes: 50, kind: 'access' },
    'Made 50 codes for Derby: shows hidden tickets',
  ],
  [
    'promo_code_changed',
    CODE,
    { ...CODE, tickets: 50, until: '2026-11-30T09:00:00.000Z' },
    'Changed the code FRIENDS for Derby: the number of tickets is 50 (before: any number) and its last moment is November 30, 2026, 12:00 PM (before: the end of the sale)',
  ],
  ['promo_code_ended', null, 'FRIENDS', 'Ended the code FRIENDS for Derby'],
  [
    'tickets_given',
    null,
    { orders: 1, tickets: 8 },
    'Sent 8 complimentary tickets for Derby in 1 order',
  ],
  ['given_revoked', null, { revoked: 1 }, 'Revoked 1 complimentary ticket for Derby'],
  [
    'allotment_made',
    null,
    { name: 'Brookside', quantity: 5, ends_on: '2027-03-01' },
    'Reserved 5 tickets of Derby for the sponsor Brookside until March 1, 2027',
  ],
  [
    'seller_added',
    null,
    { number: 12, per_ticket: 50 },
    'Added seller 12 for Derby, who earns KES 50 a ticket',
  ],
]

const ROWS: Row[] = [
  ['payout_approved', null, PAYOUT, 'Approved a payout of KES 8 for Derby to a till ending in 456'],
  [
    'refund_requested',
    null,
    { ...REFUND, reason: 'significant_change' },
    'Started a refund of KES 5,000 of order ZS9PR9NN: significant change',
  ],
  [
    'refund_requested',
    null,
    { ...REFUND, reason: 'organizer_decision', words: 'The buyer is ill' },
    "Started a refund of KES 5,000 of order ZS9PR9NN: organizer's decision (The buyer is ill)",
  ],
  [
    'entry_rules_changed',
    { may_leave: false, licensed_capacity: 'none' },
    { may_leave: true, licensed_capacity: 20_000 },
    'Changed the entry rules of Derby: the licensed capacity is 20,000 (before: not set) and re-entry is allowed',
  ],
  [
    'entry_rules_changed',
    { any_gate_from: 'none' },
    { any_gate_from: '2026-11-03 10:00' },
    'Changed the entry rules of Derby: any gate accepts tickets from November 3, 2026, 10:00 AM',
  ],
  [
    'organizer_fee_changed',
    undefined,
    { percent: 4, each_ticket: 0 },
    'Changed the service fee of Derby from the fee of the settings to 4%',
  ],
  [
    'organizer_fee_changed',
    { percent: 5, each_ticket: 0 },
    { percent: 4, each_ticket: 10 },
    'Changed the service fee of Derby from 5% to 4% and KES 10 per ticket',
  ],
  [
    'organizer_fee_changed',
    { percent: 5, each_ticket: 0 },
    undefined,
    'Changed the service fee of Derby from 5% to the fee of the settings',
  ],
  [
    'gate_changed',
    { name: 'Gate C', gate_offset: 1 },
    { name: 'Derby', gate_offset: 1 },
    'Changed the gate Derby: its name was Gate C',
  ],
  [
    'gate_changed',
    'North door',
    'South door',
    'Renamed the gate North door to South door of Derby',
    'Derby · South door',
  ],
  ['gate_added', null, null, 'Added the gate South door of Derby', 'Derby · South door'],
  ['member_joined', null, 'money', 'Joined the team of Derby with the role Money'],
  ['member_removed', 'money', null, 'Removed Derby from the team; the role was Money'],
  [
    'questions_changed',
    ['Shirt size?'],
    ['Which meal?', 'Any allergies?'],
    "Set the questions of Derby to 'Which meal?' and 'Any allergies?' (before: 'Shirt size?')",
  ],
  ['questions_changed', [], ['Which meal?'], "Set the questions of Derby to 'Which meal?'"],
  [
    'door_question_changed',
    null,
    'Which meal?',
    "Showed the answers to 'Which meal?' at the door of Derby",
  ],
  [
    'member_role_changed',
    'editor',
    'door_lead',
    'Changed the role of Derby from Editor to Door lead',
  ],
  [
    'data_exported',
    null,
    { proof: 'code' },
    'Exported the data of Derby, confirmed with a code by SMS',
  ],
  ['tickets_sent_again', null, { tickets: 1 }, 'Resent 1 ticket of order Derby'],
  [
    'let_in_by_hand',
    null,
    { people: 1, reason: 'Torn' },
    'Let in 1 person with ticket Derby: Torn',
  ],
  [
    'returned_tickets_voided',
    null,
    { voided: 2, used: 1 },
    'Voided 2 tickets of order Derby, whose payment was returned; 1 already used',
  ],
  ['refunds_stopped', null, null, 'Paused automatic refunds'],
  [
    'payout_account_changed',
    null,
    { account: 'M-PESA 07•• ••• 678', usable_at: '2026-11-30T09:00:00.000Z' },
    'Set the payout account of Derby to M-PESA 07•• ••• 678, for payouts from November 30, 2026, 12:00 PM',
  ],
]

export const AUDIT_ROWS: Row[] = [...EVENTS, ...TYPES, ...ROWS]
