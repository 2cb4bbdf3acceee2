import type { RedactionRules } from '../platform/log.ts'
import { declareTimes } from '../platform/times.ts'

export const orderTimes = declareTimes((ms) => ({
  /** The length of a hold, counted from the order and again from each prompt. */
  holdMs: ms(5 * 60),
  /** The longest hold, counted from the last prompt; if paybill is offered, from the first. */
  holdMaxMs: ms(10 * 60),
  /** The hold of an unproven buyer who pays by paybill. M-Pesa's validation extends it. */
  holdUnprovenMs: ms(3 * 60),
  /** How much longer a hold lasts after a failed payment. */
  holdAfterFailureMs: ms(2 * 60),
  /** The longest time for which a prompt counts as open on a phone. */
  promptOpenMs: ms(2 * 60),
  /** The age at which IP addresses are deleted. Twice the longest period of a limit. */
  keepAddressMs: ms(48 * 3600),
  /** The maximum age of an order for which a buyer may request another prompt. */
  retryUntilMs: ms(30 * 60),
}))

// Matches order ids, because a reader of the log could open an order and its tickets by id.
const ORDER_ID = /(\border\w*\W{0,8})[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

// An order code also opens the order's tickets. Both patterns match all but the last four symbols
// of a code. CODE matches a code anywhere, TYPED_CODE a text that a payer typed as a code.
const CODE =
  /(?<![\w-])(?=[A-Z]*\d)(?=\d*[A-Z])[0-9A-HJKMNP-TV-Z]{4}(?=[0-9A-HJKMNP-TV-Z]{4}(?![\w-]))/g
const TYPED_CODE = /(\b(?:order_?code|accountReference)\\?":\\?")[^"\\]+(?=[^"\\]{4}\\?")/gi

export const orderLogRedaction: RedactionRules = [
  [ORDER_ID, '$1…'],
  [CODE, '…'],
  [TYPED_CODE, '$1…'],
]
