/** The list tells whole seconds, and a prompt is paid after it was sent. */
export const CLOCKS_MS = 1500
/** Clocks differ, and M-Pesa's list is by its own. */
export const LIST_MARGIN_MS = 2 * 60_000

/** What the list tells of a receipt. */
export type ListedMoney = {
  receipt: string
  amountCents: number
  msisdn: string
  at: Date | null
}

/** A payment of the order that a receipt is listed for, which M-Pesa's list has not shown yet. */
export type Candidate = {
  id: string
  state: string
  phone: string
  amount_cents: number
  mpesa_receipt: string | null
  told_receipt: string | null
  prompted: Date | null
  confirmed_at: Date | null
}

/**
 * The prompt that a receipt belongs to: the one of which it was told, or else its own phone's, the
 * latest before the money came. A prompt takes what it asks for; another amount was paid by hand,
 * under the order's number.
 *
 * It may be a payment whose own receipt only a callback told, if it was made with this money as far
 * as time, phone and amount tell: were both kept, who invented the one would be owed the other.
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
  // Behind what a query proved, and before what nobody did.
  if (candidate.mpesa_receipt !== null) return 17
  const told = candidate.told_receipt === receipt ? 0 : 16
  const phone = candidate.phone === msisdn ? 0 : 4
  const proved = candidate.state === 'confirmed' ? 0 : 2
  const late = at && candidate.prompted! > new Date(at.getTime() + CLOCKS_MS) ? 8 : 0
  return told + phone + proved + late
}

function mayStandFor(candidate: Candidate, { msisdn, at }: ListedMoney): boolean {
  return (
    at !== null &&
    candidate.phone === msisdn &&
    candidate.prompted!.getTime() - LIST_MARGIN_MS <= at.getTime() &&
    candidate.confirmed_at!.getTime() + LIST_MARGIN_MS >= at.getTime()
  )
}
