import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'

export type Payout = { event_id: string; amount_cents: number; reference: string; at: Date }

/** Whoever else records a payout of the event waits; undefined if there is no such event. */
export async function lockPaidEvent(
  tx: Tx,
  eventId: string,
): Promise<{ id: string; title: string } | undefined> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from event where id = ${eventId} for no key update`.execute(tx)
  return rows[0]
}

export async function selectPayout(tx: Tx, movement: string): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`
    select l.event_id, l.amount_cents, e.reference, e.at
    from ledger_entry e join ledger_line l on l.entry_id = e.id
    where e.movement = ${movement} and l.account = 'organizer'`.execute(tx)
  return rows[0]
}

/** What the books say is owed to the event's organizer; below zero, they owe us. */
export async function selectOwedCents(tx: Tx, eventId: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select coalesce(-sum(amount_cents), 0)::bigint as owed
    from ledger_line where event_id = ${eventId} and account = 'organizer'`.execute(tx)
  return rows[0]!.owed
}
