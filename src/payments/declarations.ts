import type { Masks } from '../platform/log.ts'
import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const paymentTimes = declareTimes((ms) => ({
  /** A payment that waited this long for its turn gives up as busy. */
  inLineMaxMs: ms(3 * 60),
  /** What became of a turn counts for so long where turns are given. */
  turnCountsMs: ms(3 * 60),
  /** M-Pesa said 'later': so long the prompt is passed over. */
  putBackMs: ms(1),
  /** A prompting payment whose process died is unknown after this. */
  promptingMaxMs: ms(60),
  /** A prompted payment that stays silent is unknown after this. */
  promptedMaxMs: ms(120),
  /** Ages, from the prompt, at which M-Pesa is asked about a silent push. */
  queryAgesMs: [15, 23, 31, 39, 47, 55, 63, 71, 79, 87, 95, 180, 600, 1800, 86_400].map(ms),
  /** Pull Transactions knows the last 48 hours: so old, money in suspense is due back. */
  lookupMaxMs: ms(48 * 3600),
  unknownMaxMs: ms(24 * 3600),
  pullMs: ms(10),
  /** The list is read this often in any case, and this far back: some of it may be missed. */
  routineMs: ms(3600),
  routineSpanMs: ms(6 * 3600),
  /** So long after a callback told a receipt the list is expected to show it. */
  listLagMs: ms(2 * 60),
  /** While there are receipts that only a callback told, the list is read this often. */
  checkMs: ms(10 * 60),
  /** So near to its event one reading that misses a receipt is enough to tell people. */
  nearEventMs: ms(2 * 3600),
  /** A receipt that no list has shown for so long counts as overdue, whatever was read. */
  unlistedMaxMs: ms(6 * 3600),
  /** So long a buyer waits for the list after a callback told a success that it did not prove. */
  claimMs: ms(5 * 60),
  /** So long after a prompt failed its buyer is told how to pay by hand, unless he tries again. */
  offerPaybillMs: ms(20),
  /** With less time than this left nobody is told to. */
  offerMinMs: ms(2 * 60),
  /** M-Pesa waits some eight seconds for what we say of a payment by hand. */
  validationMs: ms(5),
  /** Where payments by hand are told is registered again after this, at first and at most. */
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

export const paymentLogRedaction: Masks = [
  [TOKEN, '…'],
  [REQUEST_ID, 'ws_CO_…'],
]
