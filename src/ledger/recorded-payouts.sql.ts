import { sql } from 'kysely'
import { heldUntil } from '../events/event-change.sql.ts'
import { lockEventsOf } from '../events/payout-plan/lock-events.sql.ts'
import type { HeldMoney } from '../events/payout-plan/money-held.ts'
import type { Tx } from '../platform/database/db.ts'
import { isRecorded, isReversed } from './ledger.sql.ts'

export type RecordedPayout = {
  /** The id of the payout's entry in the ledger. */
  id: number
  event_id: string
  event_title: string
  amount_cents: number
  reference: string
  at: Date
  is_taken_back: boolean
}

type PaidEvent = { id: string; title: string; cancelled_at: Date | null } & HeldMoney

/**
 * Locks all events of the paid event's organizer, so that two admins cannot record payouts at the
 * same time and claims and payout plans stay. Returns undefined if the event does not exist.
 */
export async function lockPaidEvent(tx: Tx, eventId: string): Promise<PaidEvent | undefined> {
  await lockEventsOf(tx, eventId)
  // A separate statement, to see plans and reschedules that were committed before the lock.
  const { rows } = await sql<PaidEvent>`
    select e.id, e.title, e.cancelled_at, ${heldUntil()} as held_until, e.payouts_frozen_at
    from event e where e.id = ${eventId}`.execute(tx)
  return rows[0]
}

/**
 * The payouts that admins recorded. Leaves out other entries of the kind `payout`: reversals, cash
 * that the organizer keeps or pays back at the door, and payouts that the room `payouts` sends.
 */
const payouts = sql`
  select e.id, l.event_id, v.title as event_title, l.amount_cents, e.reference, e.at,
    ${isReversed} as is_taken_back
  from ledger_entry e join ledger_line l on l.entry_id = e.id join event v on v.id = l.event_id
  where l.account = 'organizer' and ${isRecorded('payout')}`

export async function selectPayout(tx: Tx, movement: string): Promise<RecordedPayout | undefined> {
  const { rows } = await sql<RecordedPayout>`${payouts} and e.movement = ${movement}`.execute(tx)
  return rows[0]
}

export async function selectPayoutById(tx: Tx, id: number): Promise<RecordedPayout | undefined> {
  const { rows } = await sql<RecordedPayout>`${payouts} and e.id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * The amount that we owe the event's organizer according to the ledger. Negative if the organizer
 * owes us.
 */
export async function selectOwedCents(tx: Tx, eventId: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select coalesce(-sum(amount_cents), 0)::bigint as owed
    from ledger_line where event_id = ${eventId} and account = 'organizer'`.execute(tx)
  return rows[0]!.owed
}
