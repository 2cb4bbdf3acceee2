import { type RawBuilder, sql } from 'kysely'

/**
 * Our fee of a line of a sale, in cents: of its amount, rounded half up, and for each of its tickets;
 * never more than was paid. Expects the line as `line` and its organizer's row of `organizer_fee`, if
 * there is one, as `fee`.
 */
export const saleFee: RawBuilder<number> = sql<number>`
  least(line.amount_cents, round(line.amount_cents * coalesce(fee.basis_points, 0) / 10000.0)::bigint
    + coalesce(fee.fixed_cents, 0)::bigint * line.quantity)`

/**
 * The part of a line's fee that is given back with some of its tickets, in proportion to them, so
 * that the parts add up to the whole. Expects the line's quantity and its `paid_line`.
 */
export function feeBack(quantity: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`
    (round(s.fee_cents * (s.back_quantity + ${quantity})::numeric / line.quantity)::bigint
      - s.back_fee_cents)`
}
