import type { OrderPhase } from './checkout.contract.ts'

/** Texts for a buyer who waits. The page adds pictures, but no other information. */
export const PHASE_MESSAGES: Record<OrderPhase, string> = {
  by_hand:
    'Your tickets are set aside. Pay by M-PESA with the numbers below, and they come by SMS.',
  in_line:
    'In line. Your tickets are set aside; the payment request comes to your phone in a moment.',
  prompted: 'Check your phone and enter your M-PESA PIN to pay.',
  checking: 'We are checking with M-PESA whether you have paid. Do not pay again.',
  confirming:
    'We are still confirming your payment. Do not pay again. Your tickets come by SMS as soon as M-PESA confirms.',
  issuing: 'Payment received. Your tickets are on their way.',
}

export const PAID = 'Payment successful. Your tickets have been sent by SMS.'
/** The first sentence of a text about a refund. */
export const UNSOLD = 'Your payment arrived, but it could not buy these tickets.'
export const TAKEN_BACK = 'These tickets were taken back and let nobody in.'
/** Replaces UNSOLD if the event was cancelled. */
export const CANCELLED = 'This event is cancelled, and your payment comes back.'
export const REFUND_DUE =
  'Your payment arrived, but it could not buy these tickets. It will be refunded to the M-PESA number that paid.'
/** Appended to the reason why the payment failed. */
export const RELEASED = 'The tickets are no longer set aside for you.'
/** For a payment whose result M-Pesa has not confirmed. */
export const EXPIRED_UNKNOWN =
  'The time to pay ran out and the tickets were released. If M-PESA took your money, tickets or a refund will come by SMS; otherwise you can try again.'
/** Like EXPIRED_UNKNOWN, for tickets that are still held. */
export const FAILED_UNKNOWN =
  'M-PESA has not confirmed that payment. If it took your money, tickets or a refund will come by SMS; otherwise you can try again.'
export const REFUNDED = 'Your payment was refunded to the M-PESA number that paid.'
