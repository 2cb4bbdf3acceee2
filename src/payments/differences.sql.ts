import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Overdue } from '../platform/metrics.ts'

// Sales for which M-Pesa took a different amount from the price.

/** Negative if M-Pesa took less. If `isBooked`, our gain or loss; otherwise in suspense. */
type OpenDifference = { cents: number; isBooked: boolean }

export async function selectOpenDifference(tx: Tx, paymentId: string): Promise<OpenDifference> {
  const { rows } = await sql<{ suspense: number; ours: number }>`
    select coalesce(-sum(l.amount_cents) filter (where l.account = 'suspense'), 0)::bigint
        as suspense,
      coalesce(-sum(l.amount_cents) filter (where l.account = 'differences'), 0)::bigint as ours
    from ledger_entry e join ledger_line l on l.entry_id = e.id
    where e.payment_id = ${paymentId}`.execute(tx)
  const { suspense, ours } = rows[0]!
  if (suspense !== 0) return { cents: suspense, isBooked: false }
  return { cents: Math.min(ours, 0), isBooked: true }
}

/**
 * Payments `p` for which M-Pesa took a wrong amount, until an admin decides. PostgreSQL expects
 * most payments to satisfy the inequality, and would read all payments. `order by` makes it read
 * the index of payments with wrong amounts instead.
 */
export const openDifferences = sql`(
    select * from payment where use = 'sale' and confirmed_amount_cents <> amount_cents
    order by confirmed_at
  ) p
  where not exists (select from ledger_entry where movement = 'payment:' || p.id || ':difference')
    and not exists (
      select from refund r
      where r.payment_id = p.id and r.reason = 'wrong_amount' and not r.is_rest
    )`

export async function countDifferences(db: Db): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    select count(*)::int as count, min(p.confirmed_at) as since
    from ${openDifferences}`.execute(db)
  return rows[0]!
}
