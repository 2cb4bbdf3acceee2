import { sql } from 'kysely'
import type { Tx } from '../../src/platform/database/db.ts'

/**
 * Inserts a refund for each payment that is due back. A finished refund was a reversal. Unfinished
 * refunds need manual review, because M-Pesa does not know these sample receipts and would refuse
 * to reverse them.
 */
export async function insertRefunds(tx: Tx): Promise<void> {
  await sql`
    insert into refund (id, originator_id, payment_id, order_id, event_id, phone, amount_cents,
      is_whole, is_rest, reason, state, way, created_at, since, failure_code, receipt, done_at)
    select order_id, gen_random_uuid(), order_id, order_id, event_id,
      case when back_at is not null then phone end, total_cents, true, true,
      case when is_late then 'no_capacity' else 'other' end,
      case when back_at is null then 'manual' else 'done' end,
      case when back_at is not null then 'reversal' end, due_at, coalesce(back_at, due_at),
      case when back_at is null then 'payer_unknown' end,
      -- A receipt in M-Pesa's format: year, month, and a unique part.
      chr(65 + (extract(year from back_at)::int - 2006) % 26)
        || chr(64 + extract(month from back_at)::int) || reverse(code), back_at
    from made where position = 0 and due_at is not null`.execute(tx)
  await sql`
    insert into refund_event (refund_id, from_state, to_state, cause, at)
    select order_id, lag(to_state) over (partition by order_id order by n), to_state, cause, at
    from made, lateral (values
      (1, 'due', case when is_late then 'no_capacity' else 'other' end, due_at),
      (2, 'sending', 'reversal', back_at - interval '2 s'),
      (3, 'sent', 'accepted', back_at - interval '1 s'),
      (4, 'done', 'result', back_at),
      (5, 'manual', 'payer_unknown', case when back_at is null then due_at end)
    ) step(n, to_state, cause, at)
    where position = 0 and due_at is not null and at is not null order by order_id, n`.execute(tx)
}
