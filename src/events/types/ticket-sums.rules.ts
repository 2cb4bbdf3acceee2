import type { ServiceFee } from '../../platform/http/platform.contract.ts'
import { formatKesAndCents, toCents, toKes } from '../../platform/values/money.rules.ts'
import { type FeeTerms, lineAmounts, priceList } from '../price.rules.ts'

/** The terms of a sale. Without a known fee there is none. */
export function feeTermsOf(fee: ServiceFee | null | undefined, fees_on_top: boolean): FeeTerms {
  const { basis_points = 0, fixed = 0 } = fee ?? {}
  return { basis_points, fixed_cents: toCents(fixed) ?? 0, fees_on_top }
}

/** The sums that a buyer pays and the organizer gets for one ticket at this price. */
export function ticketSums(price_cents: number, fee: FeeTerms): { pay: string; get: string } {
  const [own] = priceList({ price_cents, steps: [], sold_in: 1 }, fee)
  const { amount_cents, fee_cents } = lineAmounts(own!, 1, fee)
  const words = (cents: number) => formatKesAndCents(toKes(cents))
  return { pay: words(amount_cents), get: words(amount_cents - fee_cents) }
}
