import { declareErrors } from '../platform/errors.ts'

export class PaymentError extends declareErrors({
  busy_line: [
    429,
    "We're very busy right now. We are not holding any tickets for you.",
    'Tuna wateja wengi sasa hivi. Hakuna tiketi zilizohifadhiwa.',
  ],
  receipt_not_found: [404, 'No such unmatched payment.'],
  payment_not_found: [404, 'Payment not found'],
  nothing_to_explain: [
    409,
    "M-PESA's statement already explains this payment, or soon will. Nothing was recorded.",
  ],
  no_difference: [
    409,
    'Nothing of this payment is in suspense: the amount matches, or someone has already settled it.',
  ],
  receipt_not_listed: [
    409,
    'No list has shown this receipt: M-PESA may never have taken this money.',
  ],
  receipt_taken: [409, 'Someone has already dealt with this payment.'],
}) {}
