import { toKes } from '../../platform/values/money.rules.ts'
import type { StatementKind, StatementSums } from './statement.contract.ts'

type Cents = {
  taken_cents: number
  refunded_cents: number
  fees_cents: number
  paid_out_cents: number
  owed_cents: number
}

/** The sums as the API returns them, in shillings. */
export function sumsOf(cents: Cents): StatementSums {
  return {
    taken: toKes(cents.taken_cents),
    given_back: toKes(cents.refunded_cents),
    fees: toKes(cents.fees_cents),
    paid_out: toKes(cents.paid_out_cents),
    owed: toKes(cents.owed_cents),
  }
}

/** Adds in cents, so that the total is exact. */
export function addSums(rows: readonly Cents[]): Cents {
  const of = (name: keyof Cents) => rows.reduce((sum, row) => sum + row[name], 0)
  return {
    taken_cents: of('taken_cents'),
    refunded_cents: of('refunded_cents'),
    fees_cents: of('fees_cents'),
    paid_out_cents: of('paid_out_cents'),
    owed_cents: of('owed_cents'),
  }
}

/** The kind of a movement from the organizer's point of view. */
export function kindOf(line: {
  is_payout: boolean
  is_returned: boolean
  amount_cents: number
}): StatementKind {
  if (line.is_returned) return 'returned'
  if (line.is_payout) return line.amount_cents < 0 ? 'payout' : 'payout_taken_back'
  return line.amount_cents < 0 ? 'given_back' : 'sale'
}

export const KIND_LABELS: Record<StatementKind, string> = {
  sale: 'Sale',
  given_back: 'Refund',
  returned: 'Returned by M-PESA',
  payout: 'Payout',
  payout_taken_back: 'Payout reversed',
}
