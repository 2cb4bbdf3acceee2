import { declareErrors } from '../platform/errors.ts'

export class ComplimentaryError extends declareErrors({
  given_not_found: [404, 'These complimentary tickets do not exist.'],
  order_not_free: [409, 'This order is not free. Refund it instead.'],
  allotment_not_found: [404, 'This link does not exist.', 'Kiungo hiki hakipo.'],
  nonce_taken: [409, 'This request was sent before with other content.'],
  already_given: [409, 'Some of these phones already have complimentary tickets.'],
  event_over: [409, 'The event is over, so its tickets can no longer be revoked.'],
  event_not_open: [
    409,
    'Complimentary tickets need a published event that is not cancelled or over.',
  ],
  host_refused: [
    409,
    "The SMS begins with the organizer's name, which has words that an admin must allow. Change it on your public page, or contact us.",
  ],
  too_few_left: [409, 'Too few tickets are left.'],
  above_license: [409, 'That is more than the licensed capacity.'],
  allotment_empty: [
    409,
    'All tickets of this link have been handed out.',
    'Tiketi zote za kiungo hiki zimeshatolewa.',
  ],
  allotment_ended: [409, 'This link has ended.', 'Muda wa kiungo hiki umeisha.'],
}) {}
