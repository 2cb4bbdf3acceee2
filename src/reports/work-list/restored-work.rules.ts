import { toKes } from '../../platform/values/money.rules.ts'
import { formatExactKes, formatMoment } from '../../ui/office/words.rules.ts'

/** `detail` is the time from which on the history is lost, `other_cents` the number of payments. */
type Restored = {
  since: Date
  detail: string
  amount_cents: number | null
  other_cents: number | null
}

/** The lost time, and the payments in M-Pesa's list whose orders are lost. */
export function restoredWords({ since, detail, amount_cents, other_cents }: Restored): string {
  const [from, until] = [new Date(detail), since].map((at) => formatMoment(at.toISOString(), at))
  const lost = `The database was restored. What happened between ${from} and ${until} is lost.`
  if (!other_cents) return lost
  const payments = other_cents === 1 ? '1 payment' : `${other_cents} payments`
  const has = other_cents === 1 ? 'has' : 'have'
  return `${lost} ${payments} of ${formatExactKes(toKes(amount_cents ?? 0))} in M-PESA's list ${has} no order.`
}
