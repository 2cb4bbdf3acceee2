import type { RedactionRules } from '../platform/log.ts'
import { declareTimes } from '../platform/times.ts'

export const orderTimes = declareTimes((ms) => ({
  /** The length of a hold, counted from the order and again from each prompt. */
  holdMs: ms(5 * 60),
  /** A hold ends this long after its last prompt; with paybill, after its first prompt. */
  holdMaxMs: ms(10 * 60),
  /** The hold of an unproven buyer by paybill, until M-Pesa's validation extends the hold. */
  holdUnprovenMs: ms(3 * 60),
  /** How much longer a hold lasts after a failed payment. */
  holdAfterFailureMs: ms(2 * 60),
  /** The longest time for which a prompt counts as open on a phone. */
  promptOpenMs: ms(2 * 60),
  /** Age at which IP addresses are deleted: twice the longest period of a limit. */
  keepAddressMs: ms(48 * 3600),
  /** The age up to which a buyer may request another prompt for an order. */
  retryUntilMs: ms(30 * 60),
}))

// A reader of the log with an order's id could read the order and its tickets.
const ORDER_ID = /(\border\w*\W{0,8})[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

// All but the last four symbols of a code, which opens the order's tickets too, anywhere and as
// typed by a payer.
const CODE =
  /(?<![\w-])(?=[A-Z]*\d)(?=\d*[A-Z])[0-9A-HJKMNP-TV-Z]{4}(?=[0-9A-HJKMNP-TV-Z]{4}(?![\w-]))/g
const TYPED_CODE = /(\b(?:order_?code|accountReference)\\?":\\?")[^"\\]+(?=[^"\\]{4}\\?")/gi

export const orderLogRedaction: RedactionRules = [
  [ORDER_ID, '$1…'],
  [CODE, '…'],
  [TYPED_CODE, '$1…'],
]
