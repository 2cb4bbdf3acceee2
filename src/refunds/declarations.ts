import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const refundTimes = declareTimes((ms) => ({
  /** A call whose process died is unknown after this. */
  sendingMaxMs: ms(120),
  /** A result that was promised and did not come is asked about after this. */
  resultMaxMs: ms(10 * 60),
  /** What is unclear is asked about this soon. */
  lookMs: ms(60),
  /** A question that waits behind others is queued anew after this. */
  askingMaxMs: ms(10 * 60),
  /** Nothing is paid back before M-Pesa's list shows that it was paid: looked for this often. */
  listedMs: ms(2 * 60),
  /** M-Pesa's list reaches back so far: what it never showed is for people. */
  listedMaxMs: ms(49 * 3600),
  /** A payment that is due back and has no refund after this was forgotten by a crash. */
  forgottenMs: ms(60),
  /** While the switch is off, or M-Pesa's gateway cannot be reached. */
  pausedMs: ms(5 * 60),
  /** What M-Pesa took for a payment is asked about this soon, and once more after each of the pauses. */
  chargeMs: ms(60),
  chargePausesMs: [ms(3600), ms(24 * 3600)],
  balanceMs: ms(24 * 3600),
  /** A page of a cancellation whose job died is taken up again after this. */
  cancellingMaxMs: ms(2 * 60),
  /** One of which something is still on its way is looked at this often. */
  cancelLookMs: ms(15),
  /** While more SMS wait than it may add to. */
  cancelPauseMs: ms(1),
}))

export const refundCounters = declareCounters((counter) => ({
  results: counter('refund_results', 'What M-Pesa posted about refunds', ['kind', 'outcome']),
}))
