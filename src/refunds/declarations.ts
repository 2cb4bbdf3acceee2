import { declareTimes } from '../platform/times.ts'

export const refundTimes = declareTimes((ms) => ({
  /**
   * The pause between checks whether M-Pesa's transaction list shows the payment. No payment is
   * refunded before the list shows it.
   */
  listedMs: ms(2 * 60),
  /**
   * M-Pesa's list covers 48 hours. A payment that the list has not shown by this age needs manual
   * review.
   */
  listedMaxMs: ms(49 * 3600),
  /** If a payment due back has no refund row after this time, a crash interrupted the job. */
  forgottenMs: ms(60),
  /** The time for which M-Pesa's report that it still has a payment remains valid. */
  standingMs: ms(5 * 60),
  /**
   * The maximum age of a payment about which M-Pesa is queried daily. Safaricom takes up to 72
   * working hours to reverse a payment.
   */
  reversibleMs: ms(7 * 24 * 3600),
  /**
   * The pause before a query about a sold receipt is repeated, if M-Pesa did not accept the query.
   */
  checkAgainMs: ms(3600),
  /** A cancellation whose job died is resumed after this time. */
  cancellingMaxMs: ms(2 * 60),
  /** Pause between checks whether a cancellation's refunds have been paid. */
  cancelLookMs: ms(15),
  /** Pause of the cancellation job while the SMS outbox is full. */
  cancelPauseMs: ms(1),
}))
