import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../src/platform/database/db.ts'

// All statements below read the temporary table `made`. It has a row for each order line, which
// also contains the columns of the line's order. An order has exactly one row with position 0, so
// statements about orders read only that row.

/**
 * Writes the given orders to the table `made`, and computes the columns that depend on the given
 * columns.
 */
export async function stageOrders(tx: Tx, given: RawBuilder<unknown>): Promise<void> {
  await sql`
    create temporary table made on commit drop as
    select *,
      case when back_at is not null then 'refunded' when due_at is not null then 'refund_due'
        when issued_at is not null then 'issued' when sold_at is not null then 'paid'
        when failed_at is not null then 'failed' else 'pending' end as state,
      coalesce(back_at, due_at, issued_at, sold_at, failed_at, placed_at) as changed_at,
      -- Every order costs at least one shilling.
      greatest(100, sum(amount_cents) over (partition by order_id)) as total_cents
    from (
      select g.order_id, g.line_id, g.code, g.event_id, g.ticket_type_id, g.position, g.quantity,
        g.phone, g.email, g.placed_at, g.hold_until, g.failure_code, g.paid_at, g.is_late,
        g.back_at, case when g.is_late then g.paid_at else g.due_at end as due_at,
        coalesce(round(g.amount_cents::numeric / g.quantity), t.price_cents)::int as price_cents,
        coalesce(g.amount_cents, ceil(t.price_cents::numeric * g.quantity / 100) * 100)::bigint
          as amount_cents,
        case when not g.is_late then g.paid_at end as sold_at,
        case when g.has_tickets and not g.is_late then g.paid_at + interval '400 ms' end
          as issued_at,
        case when g.paid_at is null and g.failure_code is not null
          then g.placed_at + interval '5 s' end as failed_at,
        case when g.is_late then coalesce(g.hold_until, g.placed_at + interval '10 min') end
          as expired_at
      from (${given}) g join ticket_type t on t.id = g.ticket_type_id
    ) told`.execute(tx)
  await sql`analyze made`.execute(tx)
}

export async function insertOrders(tx: Tx): Promise<void> {
  await sql`
    insert into "order" (id, code, event_id, state, phone, email, amount_cents, request_fingerprint,
      failure_code, created_at, updated_at, prompted_at, paid_at, issued_at)
    select order_id, code, event_id, state, phone, email, total_cents, 'bulk',
      case when is_late then 'no_capacity' else failure_code end, placed_at, changed_at,
      case when paid_at is not null or failed_at is not null then placed_at + interval '40 ms' end,
      paid_at, issued_at
    from made where position = 0`.execute(tx)
  await sql`
    insert into order_line (id, order_id, ticket_type_id, position, quantity, price_cents, amount_cents,
      fee_cents)
    select line_id, order_id, ticket_type_id, position, quantity, price_cents, amount_cents, 0
    from made`.execute(tx)
  await sql`
    insert into hold (order_id, state, expires_at, ends_at, paybill_until, updated_at, is_unproven)
    select order_id, case when state in ('paid', 'issued') then 'sold'
        when paid_at is null then 'held' else 'released' end,
      coalesce(hold_until, placed_at + interval '5 min'),
      coalesce(hold_until, placed_at + interval '10 min'),
      case when paid_at is not null then placed_at + interval '10 min' end,
      coalesce(expired_at, due_at, sold_at, failed_at, placed_at), true
    from made where position = 0`.execute(tx)
  await sql`
    insert into order_awaiting_tickets (order_id, paid_at)
    select order_id, paid_at from made where position = 0 and state = 'paid'`.execute(tx)
  await sql`
    insert into order_event (order_id, from_state, to_state, cause, at)
    select order_id, lag(to_state) over (partition by order_id order by n), to_state, cause, at
    from made, lateral (values
      (1, 'pending', 'placed', placed_at),
      (2, 'failed', failure_code, failed_at),
      (3, 'expired', 'hold ended', expired_at),
      (4, 'paid', 'payment callback', sold_at),
      (5, 'issued', 'tickets', issued_at),
      (6, 'refund_due', case when is_late then 'no_capacity' else 'refund' end, due_at),
      (7, 'refunded', 'refund', back_at)
    ) step(n, to_state, cause, at)
    where position = 0 and at is not null order by order_id, n`.execute(tx)
}

/** Inserts each order's only payment. Orders that still wait to be prompted have no payment. */
export async function insertPayments(tx: Tx): Promise<void> {
  await sql`
    insert into payment (id, order_id, attempt, state, use, phone, payer_masked, amount_cents, confirmed_amount_cents,
      callback_token, merchant_request_id, checkout_request_id, result_code, settled_by,
      mpesa_receipt, listed_at, created_at, prompting_at, prompted_at, confirmed_at, failed_at, updated_at)
    select order_id, order_id, 1, case when paid_at is null then 'failed' else 'confirmed' end,
      case when state in ('refund_due', 'refunded') then state when paid_at is not null then 'sale' end,
      -- M-Pesa hid the payers of the refunds that need manual review.
      phone, due_at is not null and back_at is null, total_cents, case when paid_at is not null then total_cents end,
      md5('callback ' || order_id), 'bulk-' || code, 'ws_CO_' || md5('prompt ' || order_id),
      coalesce(failure_code, '0'), case when is_late then 'pull' else 'callback' end,
      -- A receipt in M-Pesa's format: year, month, and a unique part.
      chr(65 + (extract(year from paid_at)::int - 2006) % 26)
        || chr(64 + extract(month from paid_at)::int) || code,
      paid_at,
      placed_at + interval '20 ms', placed_at + interval '40 ms', placed_at + interval '900 ms',
      paid_at, failed_at, coalesce(back_at, due_at, paid_at, failed_at)
    from made where position = 0 and (paid_at is not null or failed_at is not null)`.execute(tx)
  await sql`
    insert into payment_event (payment_id, from_state, to_state, use, cause, detail, at)
    select order_id, lag(to_state) over (partition by order_id order by n), to_state, step.use,
      cause,
      case when n = 5 then jsonb_build_object('receipt', p.mpesa_receipt,
          'amount_cents', p.confirmed_amount_cents)
        when n = 6 then jsonb_build_object('amount_cents', p.confirmed_amount_cents) end, at
    from made join payment p using (order_id), lateral (values
      (1, 'prompting', null, 'order', p.prompting_at),
      (2, 'prompted', null, 'push', p.prompted_at),
      (3, 'failed', null, 'callback', p.failed_at),
      (4, 'unknown', null, 'silence', case when is_late then placed_at + interval '2 min' end),
      (5, 'confirmed', case when is_late then 'suspense' else 'sale' end, p.settled_by, paid_at),
      (6, 'confirmed', 'refund_due', case when is_late then 'no_capacity' else 'refund' end, due_at),
      (7, 'confirmed', 'refunded', 'refund', back_at)
    ) step(n, to_state, use, cause, at)
    where position = 0 and at is not null order by order_id, n`.execute(tx)
}

/** Adds the sales and refunds to the stock, the figures and the lists. */
export async function countOrders(tx: Tx): Promise<void> {
  await sql`
    update ticket_type t set held = t.held + n.held, sold = t.sold + n.sold,
      first_sold_at = least(t.first_sold_at, n.first_sold_at)
    from (
      select ticket_type_id, min(sold_at) as first_sold_at,
        coalesce(sum(quantity) filter (where state in ('pending', 'failed')), 0) as held,
        coalesce(sum(quantity) filter (where state in ('paid', 'issued')), 0) as sold
      from made group by ticket_type_id
    ) n where t.id = n.ticket_type_id`.execute(tx)
  await sql`
    insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents)
    select event_id, ticket_type_id, (sold_at at time zone 'Africa/Nairobi')::date,
      sign * quantity, sign * amount_cents
    from made, (values (1), (-1)) s(sign)
    where sold_at is not null and (sign = 1 or due_at is not null)`.execute(tx)
  await sql`
    insert into paid_line (order_line_id, event_id, organizer_id, paid_at, amount_cents, phone, status,
      back_quantity, back_cents)
    select m.line_id, m.event_id, e.organizer_id, m.paid_at, m.amount_cents, m.phone,
      case when m.state in ('refund_due', 'refunded') then m.state else 'paid' end,
      case when m.state in ('refund_due', 'refunded') then m.quantity else 0 end,
      case when m.state in ('refund_due', 'refunded') then m.amount_cents else 0 end
    from made m join event e on e.id = m.event_id where m.paid_at is not null`.execute(tx)
}
