import type { ServiceFee } from '../../platform/http/platform.contract.ts'
import { formatKesAndCents, toCents, toKes } from '../../platform/values/money.rules.ts'
import { type FeeTerms, feeOfUnit, lineAmounts, priceList } from '../price.rules.ts'

/** The fee terms of a sale. An unknown fee counts as 0. */
export function feeTermsOf(fee: ServiceFee | null | undefined, fees_on_top: boolean): FeeTerms {
  const { basis_points = 0, fixed = 0 } = fee ?? {}
  return { basis_points, fixed_cents: toCents(fixed) ?? 0, fees_on_top }
}

/** The amounts that a buyer pays and the organizer receives per ticket or unit at this price. */
export function ticketSums(
  price_cents: number,
  fee: FeeTerms,
  sold_in = 1,
): { pay: string; get: string } {
  const terms = feeOfUnit(fee, sold_in)
  const [own] = priceList({ price_cents, steps: [], sold_in }, terms)
  const { amount_cents, fee_cents } = lineAmounts(own!, 1, terms)
  const words = (cents: number) => formatKesAndCents(toKes(cents))
  return { pay: words(amount_cents), get: words(amount_cents - fee_cents) }
}
