import { declareErrors } from '../platform/errors.ts'

export class LedgerError extends declareErrors({
  beyond_owed: [409, 'This is more than is owed to the organizer of this event.'],
  payout_not_found: [404, 'There is no such payout.'],
  transfer_not_found: [404, 'There is no such transfer.'],
  transfer_recorded: [409, 'A transfer with this reference is recorded already.'],
  payout_recorded: [409, 'A payout with this reference is recorded already, with another amount.'],
}) {}
