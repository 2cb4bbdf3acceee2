/** A sum that differs between two sources, in cents. Null if a source does not have the sum. */
export type Difference = {
  what: string
  /** A receipt, or another name of the sum. */
  name: string
  order_code: string | null
  ours_cents: number | null
  theirs_cents: number | null
}

export type KeptReceipt = {
  receipt: string
  amount_cents: number
  order_code: string | null
  place: 'payment' | 'stray'
  /** Whether M-Pesa's list must show the receipt. */
  is_expected: boolean
}

type Listed = { receipt: string; amountCents: number }

/** Each listed receipt must be recorded once with its amount, and each expected one listed. */
export function compareReceipts(
  listed: readonly Listed[],
  kept: readonly KeptReceipt[],
): Difference[] {
  const places = Map.groupBy(kept, ({ receipt }) => receipt)
  const theirs = new Map(listed.map((row) => [row.receipt, row.amountCents]))
  const missing = kept
    .filter(({ receipt, is_expected }) => is_expected && !theirs.has(receipt))
    .map((ours) => differenceOf('M-PESA does not list it', ours, null))
  const wrong = [...theirs].flatMap(([receipt, cents]) => {
    const [ours, ...others] = places.get(receipt) ?? []
    if (!ours) {
      const name = { what: 'in no payment of ours', name: receipt, order_code: null }
      return [{ ...name, ours_cents: null, theirs_cents: cents }]
    }
    if (others.length > 0) return [differenceOf('in two places of ours', ours, cents)]
    return ours.amount_cents === cents ? [] : [differenceOf('another amount', ours, cents)]
  })
  return [...wrong, ...missing]
}

function differenceOf(what: string, ours: KeptReceipt, theirs: number | null): Difference {
  const { receipt: name, order_code, amount_cents } = ours
  return { what, name, order_code, ours_cents: amount_cents, theirs_cents: theirs }
}
