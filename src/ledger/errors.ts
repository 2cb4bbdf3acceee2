import { declareErrors } from '../platform/errors.ts'

export class LedgerError extends declareErrors({
  beyond_owed: [409, 'This is more than the balance due for this event.'],
  payout_not_found: [404, 'Payout not found'],
  transfer_not_found: [404, 'Transfer not found'],
  transfer_recorded: [409, 'A transfer with this reference is already recorded.'],
  payout_recorded: [409, 'A payout with this reference is already recorded with another amount.'],
}) {}
