import { type RawBuilder, sql } from 'kysely'

/**
 * Our fee for an order line, in cents: a percentage of the line's amount, rounded half up, plus a
 * fixed fee for each ticket, but never more than the line's amount. Expects the line as `line`,
 * left-joined with its organizer's row of `organizer_fee` as `fee`.
 */
export const saleFee: RawBuilder<number> = sql<number>`
  least(line.amount_cents, round(line.amount_cents * coalesce(fee.basis_points, 0) / 10000.0)::bigint
    + coalesce(fee.fixed_cents, 0)::bigint * line.quantity)`

/**
 * The part of a line's fee that is given back with `quantity` of its tickets, in proportion. It is
 * computed from running totals, so that rounded parts add up to the whole fee. Expects the order
 * line as `line` and its `paid_line` as `s`.
 */
export function feeBack(quantity: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`
    (round(s.fee_cents * (s.back_quantity + ${quantity})::numeric / line.quantity)::bigint
      - s.back_fee_cents)`
}
