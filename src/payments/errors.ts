import { declareErrors } from '../platform/errors.ts'

export class PaymentError extends declareErrors({
  busy_line: [
    429,
    "We're very busy right now. We are not holding any tickets for you. Please try again in a few minutes.",
    'Tuna wateja wengi sasa hivi. Hakuna tiketi zilizohifadhiwa. Tafadhali jaribu tena baada ya dakika chache.',
  ],
  receipt_not_found: [404, 'There is no such payment without an order.'],
  payment_not_found: [404, 'There is no such payment.'],
  nothing_to_explain: [
    409,
    "M-Pesa's list has explained this payment, or will. Nothing was recorded.",
  ],
  no_difference: [
    409,
    'Nothing of this payment is in suspense: as much was taken as was asked for, or somebody has settled it.',
  ],
  receipt_not_listed: [
    409,
    'No list has shown this receipt: M-PESA may never have taken this money.',
  ],
  receipt_taken: [409, 'Somebody has dealt with this payment already.'],
}) {}
