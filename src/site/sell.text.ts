import { DEFAULT_RESERVE, REFUND_WINDOW_DAYS } from '../ledger/reserve.rules.ts'

// Texts of the page for people who want to sell tickets. `[words](/path)` is a link; `{ussd}` is
// filled in from the settings.

export const LEAD =
  'Buyers pay by M-PESA and get their tickets by SMS. The money is booked to your event the moment a buyer has paid.'

export const STATEMENT =
  'You choose for each event. Your statement lists each sale, refund, fee and payout, and you can download it at any time.'

/** When the money of an event may leave: the organizer chooses for each event. */
export const PLANS: readonly [title: string, text: string][] = [
  [
    'After the event',
    'The money stays with us until 6:00 AM on the morning after the event. No one can pay it out before, neither you nor we.',
  ],
  ['Any time', 'You can request payouts before the event, too. We check each one.'],
]

/** The share of the sales that we keep in both plans. */
export const KEPT = `We keep ${DEFAULT_RESERVE / 100}% of its sales after fees for refunds until ${REFUND_WINDOW_DAYS} days after the event.`

/** Our time to decide about a payout. */
export const DECISION = 'We decide within {days}.'

export const STEPS: readonly [title: string, text: string][] = [
  [
    'A buyer pays',
    'Your statement shows the sale immediately: the price, our fee and what you receive.',
  ],
  [
    'You request a payout',
    'To your M-PESA number, till, paybill or bank account. Your statement shows how much you can request.',
  ],
  [
    'A person checks it',
    'One of us or, after the event, another member of your own team. If we refuse a payout, we give you the reason.',
  ],
  [
    'M-PESA sends it',
    'We pay the M-PESA charge for the payout. Bank accounts are paid by hand, on working days.',
  ],
]

export const CASH =
  'Cash at the door goes directly to you. The fee for these tickets is taken from the money of the event.'

export const SHARE_KEPT = `We keep ${DEFAULT_RESERVE / 100}% of the sales of an event, after fees, for refunds until ${REFUND_WINDOW_DAYS} days after the event. After that you can request this part, too. We may agree on another share with you.`

export const PAYMENT_TERMS: readonly string[] = [
  'The fee for a ticket is fixed when the buyer orders it. A new fee holds for later orders only. If a ticket is refunded, we refund its fee to you.',
  'The event form shows your fee and what you receive for each ticket before you publish. If we have agreed on another fee with you, the form shows that one.',
  'Set your payout account before your first paid order, and it can be used immediately. For your safety, an account that you set or change later gets payouts after 48 hours.',
  SHARE_KEPT,
  'If an event is cancelled, we refund its buyers from its money. If an event is rescheduled, we keep what its buyers can still claim.',
  'If an event is cancelled or rescheduled after a payout and its own money does not cover the refunds, your other events pay what they can spare, and you owe us the rest. A refund that you make yourself needs the balance of its own event.',
  'If an event had no check-in and several visitors report it, we pay nothing out until we have looked into it.',
]

export const OTHER_TERMS =
  'Our [Terms of Service](/terms) and our [Refund Policy](/refund-policy) apply as well.'

export const USSD =
  'Buyers without internet dial {ussd} on any phone and pay with their PIN. Each event also has its own code, for posters and radio.'

export const GATE =
  'Your stewards scan tickets with their own phones. The gate app opens in the browser and works without network: each phone checks tickets against its own list and syncs later. If two phones without network let in the same ticket, you see it in the list of your event.'

export const REVIEW =
  'We need your name, an email address and a password. You write your event, and we review it before it goes public.'
