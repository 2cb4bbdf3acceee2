import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const ussdCounters = declareCounters((counter) => ({
  turns: counter('ussd_turns', 'Turns of the USSD gateway, by what they were answered', ['answer']),
  unknownCalls: counter('ussd_unknown_calls', 'Calls to a USSD address that we gave to nobody'),
}))

/**
 * The gateway gives up after 10 seconds, so the shop responds to every turn earlier, even if the
 * database hangs. Not scaled by `timeScale`, because a test's clock does not make the machine
 * faster.
 */
export const ANSWER_MS = 7000

export const ussdTimes = declareTimes((ms) => ({
  /**
   * The delay of the prompt. A phone gets no prompt while its session is open, and the session
   * stays open until after our last screen.
   */
  promptAfterMs: ms(4),
  /** A caller who dials again within this time continues the last session. */
  resumeMs: ms(5 * 60),
  keptMs: ms(30 * 24 * 3600),
}))
