import { declareErrors } from '../platform/errors.ts'

export class PayoutError extends declareErrors({
  no_payout_account: [409, 'Add a payout account on the Statement page first.'],
  payout_account_waits: [409, 'This payout account was added or changed less than 48 hours ago.'],
  payout_account_changed: [
    409,
    'The organizer has changed the payout account since. Refuse this payout; the organizer can ask again.',
  ],
  payout_account_unfit: [
    409,
    'M-PESA cannot pay this payout account. Set it again on the Statement page.',
  ],
  payout_frozen: [409, 'This event is cancelled, so its money is kept for its buyers.'],
  payout_asked: [409, 'Another payout of this event is waiting for approval.'],
  payout_decided: [409, 'Someone has already decided about this payout.'],
  own_payout: [409, 'You requested this payout yourself. Another person must approve it.'],
  payout_needs_factor: [
    409,
    'Switch on two-step sign-in under Account first. Approving payouts needs it.',
  ],
  payout_before_event: [
    409,
    'This event has not taken place yet, so an admin must approve this payout.',
  ],
  beyond_available: [409, 'This is more than can be paid out now.'],
  payout_not_by_hand: [409, 'M-PESA may still pay this, or it was settled.'],
}) {}
