import { feeTermsOf, ticketSums } from '../events/types/ticket-sums.rules.ts'
import type { ServiceFee } from '../platform/http/platform.contract.ts'

/** The price of the example, in cents. */
const PRICE = 1500_00

/** The organizer's part of a ticket at PRICE with this fee. */
export function receivedExample(fee: ServiceFee): string {
  const { pay, get } = ticketSums(PRICE, feeTermsOf(fee, false))
  return `For a ticket at ${pay} you receive ${get}.`
}
