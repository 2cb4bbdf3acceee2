import { normalisePhone } from '../../platform/values/phone.rules.ts'

/**
 * What other operators gave out: Airtel 73, 750-756, 761-762, 78, 100-108; Telkom 77, 120; Equitel
 * 763-766, 124; Faiba 747; small ones 744, 760, 767, 121, 130. Numbers move, so none of them proves
 * anything, and what is in neither list is not spoken of.
 */
const OTHERS = /^254(7(3|44|47|5[0-6]|6[0-7]|7|8)|1(0[0-8]|2[014]|30))/

/** Whether a number, as it was typed, began with another operator than Safaricom. */
export function isOtherOperator(typed: string): boolean {
  return OTHERS.test(normalisePhone(typed) ?? '')
}

/** Told before paying. It may be paid all the same: the number may have moved. */
export const OTHER_OPERATOR =
  'M-PESA works on Safaricom lines, and this looks like a number of another operator. If it has moved to Safaricom, go on.'

/** The form field with the phone number about which the buyer has read OTHER_OPERATOR. */
export const WARNED_PHONE_FIELD = 'toldOf'
