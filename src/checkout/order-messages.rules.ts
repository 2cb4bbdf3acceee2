import type { OrderPhase } from './checkout.contract.ts'

/** Texts for a waiting buyer. The page adds pictures, but no other information. */
export const PHASE_MESSAGES: Record<OrderPhase, string> = {
  by_hand:
    "We're holding your tickets. Pay with M-PESA using the details below, and you'll get them by SMS.",
  in_line: "In the queue. We're holding your tickets; you'll get the M-PESA prompt in a moment.",
  prompted: 'Check your phone and enter your M-PESA PIN to pay.',
  checking: 'We are checking with M-PESA whether you have paid. Do not pay again.',
  confirming:
    "We are still confirming your payment. Do not pay again. You'll get your tickets by SMS when M-PESA confirms.",
  issuing: 'Payment received. Your tickets are on their way.',
}

export const PAID = 'Payment successful. Your tickets have been sent by SMS.'
/** Replaces PAID if the latest SMS of a ticket was not delivered. */
export const PAID_WITHOUT_SMS =
  'Payment successful. We could not deliver the SMS with your tickets. Keep this page, or find them with the reference number in your M-PESA message.'
/** Replaces the message of the phase 'issuing' for free tickets. */
export const ON_THEIR_WAY = 'Your tickets are on their way.'
/** Replaces PAID and PAID_WITHOUT_SMS for tickets without a payment: free or complimentary. */
export const GIVEN = 'Your tickets have been sent by SMS.'
export const GIVEN_WITHOUT_SMS = 'We could not deliver the SMS with your tickets. Keep this page.'
/** The first sentence of a text about a refund, if no tickets were issued. */
export const UNSOLD = "We received your payment but couldn't issue these tickets."
export const TAKEN_BACK = 'These tickets were cancelled and are no longer valid.'
/** Replaces UNSOLD if the event was cancelled. */
export const CANCELLED = 'This event is cancelled, and your payment will be refunded.'
export const REFUND_DUE =
  "We received your payment but couldn't issue these tickets. It will be refunded to the M-PESA number that paid."
/** Appended to the reason why the payment failed. */
export const RELEASED = "We're no longer holding these tickets for you."
/** For a payment without a result from M-Pesa, after the tickets were released. */
export const EXPIRED_UNKNOWN =
  "You ran out of time to pay and the tickets were released. If M-PESA took your money, you'll get tickets by SMS or a refund; otherwise you can try again."
/** Like EXPIRED_UNKNOWN, for tickets that are still held. */
export const FAILED_UNKNOWN =
  "M-PESA has not confirmed that payment. If it took your money, you'll get tickets by SMS or a refund; otherwise you can try again."
export const REFUNDED = 'Your payment was refunded to the M-PESA number that paid.'
