import { declareErrors } from '../platform/errors.ts'

export class PaymentError extends declareErrors({
  busy_line: [
    429,
    'Too many people are paying at this moment. No tickets were set aside. Please try again in a few minutes.',
  ],
  receipt_not_found: [404, 'There is no such payment without an order.'],
  receipt_taken: [409, 'Somebody has dealt with this payment already.'],
}) {}
