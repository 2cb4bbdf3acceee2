import { lineAmounts, priceList } from '../events/price.rules.ts'
import type { ServiceFee } from '../platform/http/platform.contract.ts'
import { formatKesAndCents, toCents, toKes } from '../platform/values/money.rules.ts'

/** The price of the example, in cents. */
const PRICE = 1500_00

/** The organizer's part of a ticket at PRICE with this fee. */
export function receivedExample({ basis_points, fixed }: ServiceFee): string {
  const fee = { basis_points, fixed_cents: toCents(fixed) ?? 0, fees_on_top: false }
  const [price] = priceList({ price_cents: PRICE, steps: [], sold_in: 1 }, fee)
  const { amount_cents, fee_cents } = lineAmounts(price!, 1, fee)
  const [pay, get] = [amount_cents, amount_cents - fee_cents].map((cents) =>
    formatKesAndCents(toKes(cents)),
  )
  return `For a ticket at ${pay} you receive ${get}.`
}
