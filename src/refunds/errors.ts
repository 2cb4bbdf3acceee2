import { declareErrors } from '../platform/errors.ts'

export class RefundError extends declareErrors({
  refund_not_found: [404, 'There is no such refund.'],
  nothing_to_refund: [
    409,
    'Nothing of this order is left that was paid for: there is nothing to refund.',
  ],
  tickets_used: [
    409,
    'People have come in with these tickets. Say in words why they are refunded all the same.',
  ],
  // Texts for buyers who use a refund link; they see no form fields.
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
  unknown_ticket: [422, 'This order has no such ticket that could be refunded.'],
  below_shilling: [
    422,
    'What these tickets cost is less than a shilling, and M-Pesa pays no less. Choose more of them, or the whole order.',
  ],
  receipt_unlisted: [
    409,
    "M-Pesa's list has not shown this payment yet. It can be paid back once it does.",
  ],
  receipt_used: [409, 'This money belongs to an order, or goes back already.'],
  not_by_hand: [409, 'This refund is on its way by M-Pesa, or was made. Nothing was recorded.'],
  not_twice: [409, 'This refund was not paid twice, or that is settled. Please look at it again.'],
  payer_not_wanted: [
    409,
    'This refund does not wait for the number that paid. Please look at it again.',
  ],
  not_waiting: [409, 'This refund does not wait for M-Pesa. Please look at it again.'],
  admin_cancels: [
    409,
    'Only an admin can cancel an event that is published or has sold tickets. Please ask us to.',
  ],
  not_cancelled: [404, 'This event was not cancelled.'],
  request_closed: [
    409,
    'The 14-day refund period has ended.',
    'Muda wa siku 14 wa kuomba kurudishiwa pesa umeisha.',
  ],
}) {}
