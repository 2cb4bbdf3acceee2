import { normalisePhone } from '../platform/values/phone.rules.ts'

/** The mobile money of another operator, whose customers can pay M-PESA paybills since July 2022. */
export type Wallet = 'Airtel Money' | 'T-Kash'

const AIRTEL = /^254(7(3|5[0-6]|6[12]|8)|10[0-8])/
const TELKOM = /^254(77|120)/

/** Goes by the number's range, so a number that moved to Safaricom may be named wrongly. */
export function walletOf(typed: string): Wallet | null {
  const phone = normalisePhone(typed) ?? ''
  if (AIRTEL.test(phone)) return 'Airtel Money'
  return TELKOM.test(phone) ? 'T-Kash' : null
}
