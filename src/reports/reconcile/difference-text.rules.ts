import type { Difference } from '../../payments/receipts/list-difference.rules.ts'
import { amountText, toKes } from '../../platform/values/money.rules.ts'
import { formatExactKes } from '../../ui/office/formats.rules.ts'

/**
 * The differences that both comparisons found. If money was on its way during the first comparison,
 * it has arrived by the second comparison and no longer differs.
 */
export function lasting(first: readonly Difference[], second: readonly Difference[]): Difference[] {
  const keys = new Set(first.map((difference) => JSON.stringify(difference)))
  return second.filter((difference) => keys.has(JSON.stringify(difference)))
}

/** Formats a difference: 'in no payment of ours: UKA0000001; ours nothing, theirs KES 500' */
export function differenceText({
  what,
  name,
  order_code,
  ours_cents,
  theirs_cents,
}: Difference): string {
  const order = order_code === null ? '' : `, order ${order_code}`
  const [ours, theirs] = what.startsWith('books') ? ['states', 'books'] : ['ours', 'theirs']
  return `${what}: ${name}${order}; ${ours} ${amountText(ours_cents)}, ${theirs} ${amountText(theirs_cents)}`
}

/** 'KES 3,000 less than the books' */
export function accountText(row: { ours_cents: number; theirs_cents: number }): string {
  const difference = row.theirs_cents - row.ours_cents
  const amount = formatExactKes(toKes(Math.abs(difference)))
  return `${amount} ${difference < 0 ? 'less' : 'more'} than the books`
}
