import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const refundTimes = declareTimes((ms) => ({
  /** An attempt whose process died is unknown after this. */
  sendingMaxMs: ms(120),
  /** An attempt without M-Pesa's promised result is queried after this. */
  resultMaxMs: ms(10 * 60),
  /** Pause before an unclear attempt is queried. */
  lookMs: ms(60),
  /** A status query still waiting behind others is queued again after this. */
  askingMaxMs: ms(10 * 60),
  /**
   * Nothing is refunded before M-Pesa's list shows the payment; this is the pause between looks.
   */
  listedMs: ms(2 * 60),
  /** M-Pesa's list covers 48 hours: a payment missing after this needs manual review. */
  listedMaxMs: ms(49 * 3600),
  /** A payment due back without a refund row after this was interrupted by a crash. */
  forgottenMs: ms(60),
  /** Pause while sending is off, or M-Pesa's gateway cannot be reached. */
  pausedMs: ms(5 * 60),
  /** Pause before the charge of a B2C payment is queried, and the later tries. */
  chargeMs: ms(60),
  chargePausesMs: [ms(3600), ms(24 * 3600)],
  balanceMs: ms(24 * 3600),
  /** A cancellation whose job died is resumed after this. */
  cancellingMaxMs: ms(2 * 60),
  /** Pause between looks at a cancellation with refunds on their way. */
  cancelLookMs: ms(15),
  /** Pause while the SMS outbox is full. */
  cancelPauseMs: ms(1),
}))

export const refundCounters = declareCounters((counter) => ({
  results: counter('refund_results', 'What M-Pesa posted about refunds', ['kind', 'outcome']),
}))
