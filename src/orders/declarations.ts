import type { RedactionRules } from '../platform/log.ts'
import { declareTimes } from '../platform/times.ts'

export const orderTimes = declareTimes((ms) => ({
  /** The length of a hold, counted from the order and counted again from each prompt. */
  holdMs: ms(5 * 60),
  /**
   * A hold ends this long after its last prompt, even if a payment is open. If the buyer can also
   * pay by paybill, the time is counted from the first prompt.
   */
  holdMaxMs: ms(10 * 60),
  /**
   * The length of the hold if a buyer without a record of paying chose paybill. The hold is
   * extended to `holdMaxMs` when M-Pesa requests the validation of a payment for the order.
   */
  holdUnprovenMs: ms(3 * 60),
  /** How much longer the hold lasts after a failed payment, so that the buyer can try again. */
  holdAfterFailureMs: ms(2 * 60),
  /**
   * The longest time for which a prompt counts as open on a phone. After this time the phone may
   * place another order.
   */
  promptOpenMs: ms(2 * 60),
  /**
   * Age at which IP addresses of orders are deleted: twice the longest period over which limits
   * count.
   */
  keepAddressMs: ms(48 * 3600),
  /** The age up to which a buyer may request another prompt for an order. */
  retryUntilMs: ms(30 * 60),
}))

// Anyone who has an order's id can read the order, its tickets and its masked phone number, so the
// log must not contain order ids.
const ORDER_ID = /(\border\w*\W{0,8})[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

// Matches all but the last four symbols of an order code, which opens the order's tickets, too: the
// form of a code anywhere, and the text that a payer typed as the code.
const CODE =
  /(?<![\w-])(?=[A-Z]*\d)(?=\d*[A-Z])[0-9A-HJKMNP-TV-Z]{4}(?=[0-9A-HJKMNP-TV-Z]{4}(?![\w-]))/g
const TYPED_CODE = /(\b(?:orderCode|accountReference)\\?":\\?")[^"\\]+(?=[^"\\]{4}\\?")/g

export const orderLogRedaction: RedactionRules = [
  [ORDER_ID, '$1…'],
  [CODE, '…'],
  [TYPED_CODE, '$1…'],
]
