import { normalisePhone } from '../../platform/values/phone.rules.ts'

/**
 * Number ranges of other operators than Safaricom: Airtel 73, 750-756, 761-762, 78, 100-108; Telkom
 * 77, 120; Equitel 763-766, 124; Faiba 747; small operators 744, 760, 767, 121, 130. Numbers can
 * move between operators, so a range proves nothing.
 */
const OTHERS = /^254(7(3|44|47|5[0-6]|6[0-7]|7|8)|1(0[0-8]|2[014]|30))/

export function isOtherOperator(typed: string): boolean {
  return OTHERS.test(normalisePhone(typed) ?? '')
}
