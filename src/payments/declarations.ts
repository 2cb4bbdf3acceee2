import type { RedactionRules } from '../platform/log.ts'
import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const paymentTimes = declareTimes((ms) => ({
  /** A payment that waits in the queue for longer than this time fails as busy. */
  queueMaxMs: ms(3 * 60),
  /** The time for which the result of a prompt counts for or against its address in the queue. */
  resultCountsMs: ms(3 * 60),
  /** The pause after M-Pesa refuses a prompt for the moment ('later'). */
  putBackMs: ms(1),
  /** A payment whose process died while sending becomes unknown after this time. */
  promptingMaxMs: ms(60),
  /** A payment without a result becomes unknown after this time. */
  promptedMaxMs: ms(120),
  /** Ages of a prompt without a result at which M-Pesa is queried. */
  queryAgesMs: [15, 23, 31, 39, 47, 55, 63, 71, 79, 87, 95, 180, 600, 1800, 86_400].map(ms),
  /** The time that Pull Transactions covers. Older money in suspense becomes due back. */
  lookupMaxMs: ms(48 * 3600),
  unknownMaxMs: ms(24 * 3600),
  pullMs: ms(10),
  /** Each reading covers `routineSpanMs`, because a single reading may miss rows. */
  routineMs: ms(3600),
  routineSpanMs: ms(6 * 3600),
  /** M-Pesa's list should show a receipt within this time after its callback. */
  listLagMs: ms(2 * 60),
  /** The pause between readings of the list while a callback is the only report of a receipt. */
  checkMs: ms(10 * 60),
  /** Within this time before an event, a single reading without the receipt raises an alert. */
  nearEventMs: ms(2 * 3600),
  /** A receipt is overdue after this time if no complete reading of the list has shown it. */
  unlistedMaxMs: ms(6 * 3600),
  /** After a reported success without proof, the payment waits this long for M-Pesa's list. */
  unverifiedMs: ms(5 * 60),
  /** Pause between a failed prompt and the SMS about paybill. A new try prevents the SMS. */
  offerPaybillMs: ms(20),
  /** The SMS about paybill is sent only if the hold still runs for this time. */
  offerMinMs: ms(2 * 60),
  /** The time for a validation. M-Pesa waits for about eight seconds. */
  validationMs: ms(5),
  /** First and longest pause before registering the addresses again. */
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
   * The pause before M-Pesa is queried about an attempt with an unclear response. The pause
   * doubles with each query, so that M-Pesa is queried four times in 15 minutes.
   */
  lookMs: ms(60),
  /** A status query that still waits in its lane after this time is queued again. */
  queryMaxMs: ms(10 * 60),
  /** The pause before the next try while an admin has stopped sending. */
  pausedMs: ms(5 * 60),
  balanceMs: ms(24 * 3600),
  balanceAgainMs: ms(3600),
}))

export const paymentCounters = declareCounters((counter) => ({
  pushes: counter('pushes', 'STK pushes by what they were answered', ['answer']),
  callbacks: counter('callbacks', 'M-Pesa callbacks by what became of them', ['outcome']),
  unknownCallbacks: counter('callbacks_unknown_token', 'Callbacks for a token nobody made'),
  validations: counter('paybill_validations', 'Payments that M-Pesa asked about', ['answer']),
  typedNumbers: counter('typed_numbers', 'Numbers typed that no prompt reaches', ['network']),
  queries: counter('queries', 'STK queries by what they were answered', ['answer']),
  pulledReceipts: counter('pulled_receipts', 'Rows of Pull Transactions', ['outcome']),
  refundResults: counter('refund_results', 'What M-Pesa posted about refunds', ['kind', 'outcome']),
}))

// The token of a callback address. A person who knows the token can report results. No other text
// in the log has as many hex digits.
const TOKEN = /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/gi
// M-Pesa's id of a prompt contains the digits of the phone.
const REQUEST_ID = /ws_CO_\d+/g

// All but the last four characters of a receipt, which opens its tickets. A receipt is ten letters
// and digits; after the word 'receipt' also letters alone or digits alone.
const RECEIPT = /(?<![\w-])(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{6}(?=[A-Z0-9]{4}(?![\w-]))/g
const NAMED_RECEIPT = /(\breceipt\w*\W{0,8})[A-Z0-9]{2,16}(?=[A-Z0-9]{4}(?![\w-]))/g

export const paymentLogRedaction: RedactionRules = [
  [TOKEN, '…'],
  [REQUEST_ID, 'ws_CO_…'],
  [RECEIPT, '…'],
  [NAMED_RECEIPT, '$1…'],
]
