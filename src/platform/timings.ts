/**
 * Every waiting time of the product, in milliseconds. `scale` shortens all of them together for
 * tests in which real processes run; production has 1.
 */
export function timings(scale: number) {
  const ms = (seconds: number) => Math.max(1, Math.round(seconds * 1000 * scale))
  return {
    /** A hold lasts this long from its start, and again from each prompt. */
    holdMs: ms(5 * 60),
    /** No hold outlives this from its last prompt, whatever is open. */
    holdMaxMs: ms(10 * 60),
    /** The tickets stay set aside this long after a failed payment, so that one can try again. */
    holdAfterFailureMs: ms(2 * 60),
    /** A buyer may send another prompt for an order until it is this old. */
    retryUntilMs: ms(30 * 60),
    /** A payment that waited this long for its turn gives up as busy. */
    inLineMaxMs: ms(3 * 60),
    /** What the page counts down, and how long a call waits, from the prompt. */
    promptWaitMs: ms(100),
    /** A prompting payment whose process died is unknown after this. */
    promptingMaxMs: ms(60),
    /** A prompted payment that stays silent is unknown after this. */
    promptedMaxMs: ms(120),
    /** Ages, from the prompt, at which M-Pesa is asked about a silent push. */
    queryAgesMs: [15, 23, 31, 39, 47, 55, 63, 71, 79, 87, 95, 180, 600, 1800, 86_400].map(ms),
    /** Pull Transactions knows the last 48 hours: so old, money in suspense is due back. */
    lookupMaxMs: ms(48 * 3600),
    unknownMaxMs: ms(24 * 3600),
    sweepMs: ms(5),
    pullMs: ms(10),
    /** A message that may or may not have left waits this long for a delivery report. */
    smsDoubtMs: ms(120),
    /** A message that no gateway or mail server takes for so long is given up. */
    messageGiveUpMs: ms(3 * 24 * 3600),
    /** A phone without a route gets its one other try after this. */
    smsOnceMoreMs: ms(30 * 60),
    jobLeaseMs: ms(60),
  }
}

export type Timings = ReturnType<typeof timings>
