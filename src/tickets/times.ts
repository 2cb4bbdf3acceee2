import { declareTimes } from '../platform/times.ts'

export const ticketTimes = declareTimes((ms) => ({
  /** A transfer that nobody confirmed is kept for so long: for who asks where a code came from. */
  keepUnconfirmedMs: ms(7 * 86_400),
}))
