import { declareErrors } from '../platform/errors.ts'

export class RefundError extends declareErrors({
  refund_not_found: [404, 'Refund not found'],
  nothing_to_refund: [409, 'Nothing left to refund on this order.'],
  complimentary: [
    409,
    'This ticket was given free of charge. Its organizer can revoke it on the Complimentary page.',
  ],
  free_order: [
    409,
    'This order was free, so there is nothing to refund. Its organizer can revoke it on the Transactions page.',
  ],
  beyond_balance: [409, "The event's balance does not cover this refund."],
  tickets_used: [409, 'These tickets were already used. Add a note to refund them anyway.'],
  // Texts for buyers who use a refund link. Their page shows no form fields.
  came_in: [
    409,
    'Some of these tickets were used at the gate, so this cannot be refunded here. Write to us on the contact page.',
    'Baadhi ya tiketi hizi zimetumika langoni, kwa hivyo pesa haziwezi kurudishwa hapa. Tuandikie kwenye ukurasa wa mawasiliano.',
  ],
  went_back: [409, 'This order has already been refunded.', 'Pesa za agizo hili zimesharudishwa.'],
  sent_on: [
    409,
    'This was sent to another phone. The person who has the ticket can request its refund with the link in their own SMS.',
    'Hii ilitumwa kwa simu nyingine. Aliye na tiketi anaweza kuomba marejesho yake kwa kiungo kilicho kwenye SMS yake.',
  ],
  whole_units_only: [
    409,
    'This is only refunded whole. Write to us on the contact page about a part of it.',
    'Pesa za hii hurudishwa kwa ukamilifu tu. Tuandikie kwenye ukurasa wa mawasiliano kuhusu sehemu yake.',
  ],
  unknown_ticket: [
    422,
    'This order has no such refundable ticket.',
    'Agizo hili halina tiketi kama hiyo ya kurudishiwa pesa.',
  ],
  ticket_changed: [
    409,
    'This ticket has changed. Please check it again.',
    'Tiketi hii imebadilika. Tafadhali iangalie tena.',
  ],
  below_shilling: [
    422,
    'These tickets cost less than a shilling, the least that M-PESA pays. Choose more tickets, or the whole order.',
    'Tiketi hizi zina bei ya chini ya shilingi moja, kiwango cha chini cha M-PESA. Chagua tiketi zaidi, au agizo lote.',
  ],
  receipt_unlisted: [
    409,
    "M-PESA's statement has not shown this payment yet. It can be refunded when it does.",
  ],
  receipt_used: [409, 'This payment belongs to an order, or is already being refunded.'],
  not_by_hand: [
    409,
    'This refund is on its way by M-PESA, or was already made. Nothing was recorded.',
  ],
  not_twice: [
    409,
    'This refund was not paid twice, or that is already settled. Please check it again.',
  ],
  payer_not_wanted: [409, "This refund does not need the payer's number. Please check it again."],
  not_waiting: [409, 'This refund is not waiting for M-PESA. Please check it again.'],
  not_returned: [
    409,
    'M-PESA did not take this payment back, or this is already settled. Please check it again.',
  ],
  admin_cancels: [
    409,
    'Only admins can cancel an event that was taken off the site and has sold tickets. Please contact us.',
  ],
  no_request: [409, 'No cancellation or reschedule of this event is waiting for approval.'],
  stale_request: [
    409,
    'The request, the event or its sum has changed since you read it. Please read it again.',
  ],
  not_cancelled: [404, 'This event was not cancelled.'],
  request_closed: [
    409,
    'The 14-day refund period has ended.',
    'Muda wa siku 14 wa kuomba kurudishiwa pesa umeisha.',
  ],
}) {}
