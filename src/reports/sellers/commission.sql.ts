import { sql } from 'kysely'

// A seller's commission, computed when it is read: from paid line `p`, its order line `l`, and the
// terms in `c` (order_source), as they were when the order was placed.

/** Whether line `l` has tickets that admit people, and no add-ons. */
export const isEntryLine = sql<boolean>`not exists (
  select from ticket_type y where y.id = l.ticket_type_id and y.kind = 'add_on'
)`

/** The people of the line that are not refunded. 0 for add-ons. */
export const soldTickets = sql<number>`(
  case when p.status = 'paid' and ${isEntryLine} then l.quantity - p.back_quantity else 0 end
)`

/** The amount that the buyer paid and did not get back, in cents. */
export const paidCents = sql<number>`(
  case when p.status = 'paid' then p.amount_cents - p.back_cents else 0 end
)`

export const refundedCents = sql<number>`(
  case when p.status = 'paid' then p.back_cents else p.amount_cents end
)`

/** The organizer's part of the line, in cents: the amount paid, less the service fee. */
const receivedCents = sql<number>`(
  case when p.status = 'paid' then p.amount_cents - p.back_cents - p.fee_cents + p.back_fee_cents
    else 0 end
)`

/**
 * The commission on the line, in cents, rounded down: a percentage of the organizer's part, or an
 * amount for each ticket, but never more than the organizer's part.
 */
export const commissionCents = sql<number>`least(${receivedCents},
  ${receivedCents} * c.basis_points / 10000 + ${soldTickets}::bigint * c.per_ticket_cents)`
