import { declareTimes } from '../platform/times.ts'

/**
 * The gateway waits ten seconds: before that it is told something, whatever the database does. No
 * scale shortens it, for the machine that answers is as fast as it is.
 */
export const ANSWER_MS = 7000

export const ussdTimes = declareTimes((ms) => ({
  /** An open session keeps M-Pesa's prompt from the phone, and it closes only after our last screen. */
  promptAfterMs: ms(4),
  /** Who dials again within this is where the session was. */
  resumeMs: ms(5 * 60),
  keptMs: ms(30 * 24 * 3600),
}))
