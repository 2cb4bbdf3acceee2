import { sql } from 'kysely'
import { DUPLICATE, NOT_FOUND } from '../payments/outgoing/outgoing.rules.ts'
import type { Tx } from '../platform/database/db.ts'

// Payments that M-Pesa took back without our request: the payer asked Safaricom.

/** Returns false if the return of this payment is known already. */
export async function insertReturn(
  tx: Tx,
  row: { paymentId: string; amountCents: number; now: Date; isSettled: boolean },
): Promise<boolean> {
  const { paymentId, amountCents, now, isSettled } = row
  const { rows } = await sql`
    insert into payment_return (payment_id, amount_cents, found_at, settled_at)
    values (${paymentId}, ${amountCents}, ${now}, ${isSettled ? now : null})
    on conflict do nothing returning payment_id`.execute(tx)
  return rows.length === 1
}

/** Marks that an admin decided about the tickets. Returns false if there is nothing to decide. */
export async function settleReturn(tx: Tx, paymentId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update payment_return set settled_at = ${now}
    where payment_id = ${paymentId} and settled_at is null returning payment_id`.execute(tx)
  return rows.length === 1
}

/** The amount booked as a sale of this payment, our fee included, in cents. */
export async function selectSoldOf(tx: Tx, paymentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(l.amount_cents), 0)::bigint as cents
    from ledger_entry e join ledger_line l on l.entry_id = e.id
    where e.payment_id = ${paymentId} and e.kind <> 'returned'
      and l.account in ('organizer', 'fees')`.execute(tx)
  return rows[0]!.cents
}

/** The refunds of this payment for which no request is under way at M-Pesa. */
export async function selectWaitingRefunds(tx: Tx, paymentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from refund where payment_id = ${paymentId} and state in ('due', 'refused', 'manual')
    order by created_at, id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether we may have reversed the payment: by a Reversal, or an admin at M-Pesa's portal. */
export async function mayBeReversedByUs(tx: Tx, receipt: string): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select exists (
      select from refund r left join payment p on p.id = r.payment_id
      where (p.mpesa_receipt = ${receipt} or r.unmatched_receipt = ${receipt})
        and (r.state = 'done' and r.way = 'reversal' or exists (
          select from outgoing_attempt a where a.subject_id = r.id and a.kind = 'reversal'
            and (a.state in ('sending', 'accepted', 'unknown')
              or a.result_code in ('0', ${NOT_FOUND}, ${DUPLICATE}))
        ))
    ) as is_ours`.execute(tx)
  return rows[0]!.is_ours
}
