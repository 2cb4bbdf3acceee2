import type { RedactionRules } from '../platform/log.ts'
import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const paymentTimes = declareTimes((ms) => ({
  /** A payment that waited this long in the prompt queue fails as busy. */
  queueMaxMs: ms(3 * 60),
  /** The result of a prompt counts in the prompt queue for this long. */
  resultCountsMs: ms(3 * 60),
  /** Pause before a prompt is sent again that M-Pesa asked us to send later. */
  putBackMs: ms(1),
  /** A prompting payment whose process died becomes unknown after this. */
  promptingMaxMs: ms(60),
  /** A prompted payment without a result becomes unknown after this. */
  promptedMaxMs: ms(120),
  /** Ages, from the prompt, at which we query M-Pesa about a prompt without a result. */
  queryAgesMs: [15, 23, 31, 39, 47, 55, 63, 71, 79, 87, 95, 180, 600, 1800, 86_400].map(ms),
  /** The reach of Pull Transactions, 48 hours. Older money in suspense is due back. */
  lookupMaxMs: ms(48 * 3600),
  unknownMaxMs: ms(24 * 3600),
  pullMs: ms(10),
  /**
   * The list is read at least this often, and then over `routineSpanMs`, because single reads may
   * miss rows.
   */
  routineMs: ms(3600),
  routineSpanMs: ms(6 * 3600),
  /** M-Pesa's list is expected to show a receipt this long after its callback. */
  listLagMs: ms(2 * 60),
  /** Interval of reading the list while only a callback has reported a receipt. */
  checkMs: ms(10 * 60),
  /** This close to the event, one reading that lacks a receipt is enough for an alert. */
  nearEventMs: ms(2 * 3600),
  /**
   * A receipt that no list has shown for this long is overdue, whether or not a list could be read.
   */
  unlistedMaxMs: ms(6 * 3600),
  /** A buyer waits this long for the list after a callback reported a success without proof. */
  unverifiedMs: ms(5 * 60),
  /**
   * This long after a prompt failed, an SMS explains how to pay by paybill, unless the buyer tries
   * again.
   */
  offerPaybillMs: ms(20),
  /** No such SMS if the hold ends sooner than this. */
  offerMinMs: ms(2 * 60),
  /**
   * M-Pesa waits about eight seconds for our response to a validation; we respond within this time.
   */
  validationMs: ms(5),
  /** First and longest pause before the paybill addresses are registered again after a failure. */
  registerFirstMs: ms(60),
  registerMaxMs: ms(3600),
}))

export const paymentCounters = declareCounters((counter) => ({
  pushes: counter('pushes', 'STK pushes by what they were answered', ['answer']),
  callbacks: counter('callbacks', 'M-Pesa callbacks by what became of them', ['outcome']),
  unknownCallbacks: counter('callbacks_unknown_token', 'Callbacks for a token nobody made'),
  validations: counter('paybill_validations', 'Payments that M-Pesa asked about', ['answer']),
  queries: counter('queries', 'STK queries by what they were answered', ['answer']),
  pulledReceipts: counter('pulled_receipts', 'Rows of Pull Transactions', ['outcome']),
}))

// The token of a callback address, in any spelling: its holder can report results of a prompt. No
// other text of ours has this many hex digits.
const TOKEN = /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/gi
// A CheckoutRequestID contains the digits of its phone.
const REQUEST_ID = /ws_CO_\d+/g

export const paymentLogRedaction: RedactionRules = [
  [TOKEN, '…'],
  [REQUEST_ID, 'ws_CO_…'],
]
