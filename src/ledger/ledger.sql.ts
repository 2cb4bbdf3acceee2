import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'
import type { LedgerEntry, RecordedKind } from './ledger.rules.ts'

/**
 * Whether an admin recorded the entry `e`. Admins can reverse only such entries. The name of such
 * an entry comes from `recordedMovement`. Lango itself posts other entries of the same kinds, for
 * example for cash that an organizer keeps.
 */
export const isRecorded = (kind: RecordedKind): RawBuilder<boolean> =>
  sql`e.movement ~ ${sql.lit(`^${kind}(_after_[0-9]+)?:`)}`

/** Whether an admin has reversed the recorded payout of entry `e`. */
export const isReversed = sql<boolean>`exists (
  select from ledger_entry b where b.movement = 'payout_back:' || e.id
)`

/** Locks an entry, so that only one caller can reverse it. The entry's row itself never changes. */
export async function lockEntry(tx: Tx, id: number): Promise<void> {
  await sql`select from ledger_entry where id = ${id} for no key update`.execute(tx)
}

/** Inserts an entry and its lines in one statement. Returns the number of lines. */
export async function insertEntry(tx: Tx, entry: LedgerEntry): Promise<number> {
  const { movement, kind, at, lines, paymentId, orderId, reference, heldUntil } = entry
  const { rows } = await sql`
    with entry as (
      insert into ledger_entry (movement, kind, payment_id, order_id, reference, at,
        held_until)
      values (${movement}, ${kind}, ${paymentId ?? null}, ${orderId ?? null}, ${reference ?? null},
        ${at}, ${heldUntil ?? null})
      returning id
    )
    insert into ledger_line (entry_id, account, event_id, amount_cents)
    select entry.id, line.account, line.event_id, line.amount_cents
    from entry, unnest(${lines.map((line) => line.account)}::text[],
      ${lines.map((line) => line.eventId ?? null)}::uuid[],
      ${lines.map((line) => line.amountCents)}::bigint[]) as line (account, event_id, amount_cents)
    returning account`.execute(tx)
  return rows.length
}
