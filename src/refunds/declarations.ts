import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const refundTimes = declareTimes((ms) => ({
  /** An attempt whose process died is treated as unknown after this time. */
  sendingMaxMs: ms(120),
  /** An attempt for which M-Pesa has not sent the promised result is queried after this time. */
  resultMaxMs: ms(5 * 60),
  /**
   * The pause before M-Pesa is queried about an attempt with an unclear response. The pause doubles
   * with each query about the attempt, so that M-Pesa is queried four times in 15 minutes.
   */
  lookMs: ms(60),
  /** A status query that still waits in its lane after this time is queued again. */
  askingMaxMs: ms(10 * 60),
  /**
   * Pause between checks whether M-Pesa's transaction list shows the payment. No payment is
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
  /** Pause while an admin has stopped refunds, or M-Pesa's gateway cannot be reached. */
  pausedMs: ms(5 * 60),
  /** M-Pesa's answer that it still has a payment counts for this time. */
  standingMs: ms(5 * 60),
  /**
   * The age up to which M-Pesa is queried daily about a payment. Safaricom takes up to 72 working
   * hours to reverse a payment.
   */
  reversibleMs: ms(7 * 24 * 3600),
  /**
   * The pause before a query about a sold receipt is repeated, if M-Pesa did not accept the query.
   */
  checkAgainMs: ms(3600),
  balanceMs: ms(24 * 3600),
  balanceAgainMs: ms(3600),
  /** A cancellation whose job died is resumed after this time. */
  cancellingMaxMs: ms(2 * 60),
  /** Pause between checks whether a cancellation's refunds have been paid. */
  cancelLookMs: ms(15),
  /** Pause of the cancellation job while the SMS outbox is full. */
  cancelPauseMs: ms(1),
}))

export const refundCounters = declareCounters((counter) => ({
  results: counter('refund_results', 'What M-Pesa posted about refunds', ['kind', 'outcome']),
}))
