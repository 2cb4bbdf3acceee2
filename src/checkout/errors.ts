import { declareErrors } from '../platform/errors.ts'

export class CheckoutError extends declareErrors({
  invalid_phone: [
    422,
    'Please enter a valid phone number starting with 0 or 254 (e.g., 0712345678 or 254712345678)',
    'Tafadhali weka nambari sahihi ya simu inayoanza na 0 au 254 (k.m. 0712345678 au 254712345678)',
  ],
  orders_unavailable: [
    503,
    "We can't take orders right now. If no M-PESA prompt comes, nothing was charged.",
    'Hatuwezi kupokea oda sasa hivi. Ikiwa ombi la M-PESA halitakuja, hujatozwa chochote.',
  ],
  duplicate_ticket_type: [
    422,
    'Each ticket type may appear once. Put the whole quantity into one line.',
  ],
  no_paybill: [422, 'Paying by Paybill is not available here. Leave payBy out to get a prompt.'],
}) {}
