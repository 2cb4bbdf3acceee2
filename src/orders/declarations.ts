import type { RedactionRules } from '../platform/log.ts'
import { declareTimes } from '../platform/times.ts'

export const orderTimes = declareTimes((ms) => ({
  /** Length of a hold, from its start and again from each prompt. */
  holdMs: ms(5 * 60),
  /** A hold ends this long after its last prompt, even if a payment is open. */
  holdMaxMs: ms(10 * 60),
  /** The hold lasts this much longer after a failed payment, so that the buyer can try again. */
  holdAfterFailureMs: ms(2 * 60),
  /** A prompt is open on a phone for at most this long; then the phone may place another order. */
  promptOpenMs: ms(2 * 60),
  /** Age at which IP addresses of orders are deleted: twice the time that the limits look back. */
  keepAddressMs: ms(48 * 3600),
  /** Age of an order up to which a buyer may request another prompt. */
  retryUntilMs: ms(30 * 60),
}))

// The id of an order shows the order, its tickets and its masked phone to anybody.
const ORDER_ID = /(\border\w*\W{0,8})[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

export const orderLogRedaction: RedactionRules = [[ORDER_ID, '$1…']]
