import type { RedactionRules } from '../platform/log.ts'
import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const paymentTimes = declareTimes((ms) => ({
  /** The longest time that a payment waits in the prompt queue. Then it fails as busy. */
  queueMaxMs: ms(3 * 60),
  /** The time for which a prompt's result counts for or against its address in the prompt queue. */
  resultCountsMs: ms(3 * 60),
  /** The pause before a prompt is sent again if M-Pesa asked us to send it later. */
  putBackMs: ms(1),
  /** If a process dies while it sends a prompt, the payment becomes unknown after this time. */
  promptingMaxMs: ms(60),
  /** A payment whose prompt got no result becomes unknown after this time. */
  promptedMaxMs: ms(120),
  /** Ages, from the prompt, at which we query M-Pesa about a prompt without a result. */
  queryAgesMs: [15, 23, 31, 39, 47, 55, 63, 71, 79, 87, 95, 180, 600, 1800, 86_400].map(ms),
  /**
   * How far back Pull Transactions reaches: 48 hours. Money in suspense that is older becomes due
   * back.
   */
  lookupMaxMs: ms(48 * 3600),
  unknownMaxMs: ms(24 * 3600),
  pullMs: ms(10),
  /**
   * The longest pause between two readings of M-Pesa's list. Each reading covers `routineSpanMs`,
   * because a single reading may miss rows.
   */
  routineMs: ms(3600),
  routineSpanMs: ms(6 * 3600),
  /** The time within which M-Pesa's list should show a receipt after its callback. */
  listLagMs: ms(2 * 60),
  /** The pause between readings of the list while only a callback has reported a receipt. */
  checkMs: ms(10 * 60),
  /** The time before an event in which a single reading without the receipt raises an alert. */
  nearEventMs: ms(2 * 3600),
  /** The age at which a receipt that no list has shown is overdue, if the list could be read. */
  unlistedMaxMs: ms(6 * 3600),
  /**
   * How long a buyer waits for M-Pesa's list after a callback has reported a success without proof.
   */
  unverifiedMs: ms(5 * 60),
  /**
   * The pause after a failed prompt before an SMS explains how to pay by paybill. No SMS is sent if
   * the buyer tries again.
   */
  offerPaybillMs: ms(20),
  /** The SMS about paying by paybill is sent only if at least this much of the hold is left. */
  offerMinMs: ms(2 * 60),
  /** The time in which we respond to a validation. M-Pesa waits about eight seconds. */
  validationMs: ms(5),
  /**
   * The first and the longest pause before the paybill addresses are registered again after a
   * failure.
   */
  registerFirstMs: ms(60),
  registerMaxMs: ms(3600),
}))

/** Times of money that goes out: refunds and payouts. */
export const outgoingTimes = declareTimes((ms) => ({
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
  queryMaxMs: ms(10 * 60),
  /** Pause while an admin has stopped sending. */
  pausedMs: ms(5 * 60),
  balanceMs: ms(24 * 3600),
  balanceAgainMs: ms(3600),
}))

export const paymentCounters = declareCounters((counter) => ({
  pushes: counter('pushes', 'STK pushes by what they were answered', ['answer']),
  callbacks: counter('callbacks', 'M-Pesa callbacks by what became of them', ['outcome']),
  unknownCallbacks: counter('callbacks_unknown_token', 'Callbacks for a token nobody made'),
  validations: counter('paybill_validations', 'Payments that M-Pesa asked about', ['answer']),
  queries: counter('queries', 'STK queries by what they were answered', ['answer']),
  pulledReceipts: counter('pulled_receipts', 'Rows of Pull Transactions', ['outcome']),
  refundResults: counter('refund_results', 'What M-Pesa posted about refunds', ['kind', 'outcome']),
}))

// Matches the token of a callback address in any spelling. Anyone who knows the token can report
// results of a prompt, so the log must not show it. None of our other texts has as many hex digits.
const TOKEN = /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/gi
// Matches a CheckoutRequestID, which contains the digits of the phone.
const REQUEST_ID = /ws_CO_\d+/g

// Matches all but the last four signs of a receipt, which opens the tickets that it paid for: ten
// letters and digits anywhere, and letters or digits alone after the word 'receipt'.
const RECEIPT = /(?<![\w-])(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{6}(?=[A-Z0-9]{4}(?![\w-]))/g
const NAMED_RECEIPT = /(\breceipt\w*\W{0,8})[A-Z0-9]{2,16}(?=[A-Z0-9]{4}(?![\w-]))/g

export const paymentLogRedaction: RedactionRules = [
  [TOKEN, '…'],
  [REQUEST_ID, 'ws_CO_…'],
  [RECEIPT, '…'],
  [NAMED_RECEIPT, '$1…'],
]
