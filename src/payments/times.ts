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
