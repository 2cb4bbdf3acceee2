/** The list has whole seconds, so a payment may seem this many ms older than its prompt. */
export const CLOCKS_MS = 1500
/** The largest difference between our clock and M-Pesa's clock that is allowed for. */
export const LIST_MARGIN_MS = 2 * 60_000

type ListedMoney = {
  receipt: string
  amountCents: number
  msisdn: string
  at: Date | null
}

/** A payment of the order that M-Pesa's list has not shown yet. */
type Candidate = {
  id: string
  state: string
  phone: string
  amount_cents: number
  mpesa_receipt: string | null
  reported_receipt: string | null
  prompted: Date | null
  confirmed_at: Date | null
}

/**
 * The prompt to which a listed receipt belongs: the prompt whose callback reported the receipt, or
 * the latest earlier prompt on the payer's phone with exactly this amount. Other amounts were paid
 * by paybill. A prompt with another receipt that was never listed also matches if time, phone and
 * amount fit. If both receipts were kept, an invented receipt would be refunded.
 */
export function matchReceipt<C extends Candidate>(
  candidates: readonly C[],
  row: ListedMoney,
): C | undefined {
  const fitting = candidates.filter(
    (candidate) =>
      candidate.amount_cents === row.amountCents &&
      (candidate.mpesa_receipt === null || mayStandFor(candidate, row)),
  )
  return fitting.toSorted(
    (a, b) => rank(a, row) - rank(b, row) || b.prompted!.getTime() - a.prompted!.getTime(),
  )[0]
}

function rank(candidate: Candidate, { receipt, msisdn, at }: ListedMoney): number {
  // Ranks after prompts that a query proved, and before prompts without proof.
  if (candidate.mpesa_receipt !== null) return 17
  const reported = candidate.reported_receipt === receipt ? 0 : 16
  const phone = candidate.phone === msisdn ? 0 : 4
  const proved = candidate.state === 'confirmed' ? 0 : 2
  const late = at && candidate.prompted! > new Date(at.getTime() + CLOCKS_MS) ? 8 : 0
  return reported + phone + proved + late
}

function mayStandFor(candidate: Candidate, { msisdn, at }: ListedMoney): boolean {
  return (
    at !== null &&
    candidate.phone === msisdn &&
    candidate.prompted!.getTime() - LIST_MARGIN_MS <= at.getTime() &&
    candidate.confirmed_at!.getTime() + LIST_MARGIN_MS >= at.getTime()
  )
}
