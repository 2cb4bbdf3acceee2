import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isVisibleTo } from './events.sql.ts'
import { hasOrders } from './sales.sql.ts'

/**
 * Locks the event with the same lock as a save. Undefined if the event does not exist or the viewer
 * does not manage it.
 */
export async function lockVisibleEvent(tx: Tx, viewer: Viewer, id: string) {
  return await tx
    .selectFrom('event as e')
    .select(['e.id', 'e.title', 'e.is_published', 'e.cancelled_at', 'e.organizer_id'])
    .select('e.location')
    .where('e.id', '=', id)
    .where(isVisibleTo(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Makes a new version of a draft, so that no admin approves the draft without the change. Does
 * nothing to an event that was published before. The caller has locked the event.
 */
export async function renewDraft(tx: Tx, eventId: string, now: Date): Promise<void> {
  await sql`update event set updated_at = greatest(${now}, updated_at + interval '1 ms')
    where id = ${eventId} and dial_code is null`.execute(tx)
}

/**
 * Cancels the event: after this commit it sells no tickets. Locks the ticket types in the order of
 * their ids, as a sale does. A concurrent sale therefore either commits first or finds the types
 * closed.
 */
export async function closeSales(tx: Tx, eventId: string, now: Date): Promise<void> {
  await lockSales(tx, eventId)
  await sql`update ticket_type set closed_at = ${now} where event_id = ${eventId}`.execute(tx)
  await sql`update event set cancelled_at = coalesce(cancelled_at, ${now}), sales_stopped_at = null,
      updated_at = greatest(${now}, updated_at + interval '1 ms')
    where id = ${eventId}`.execute(tx)
}

/**
 * Locks the event's ticket types in the order of their ids, as a sale does. Waits for sales in
 * progress and keeps new sales waiting.
 */
export async function lockSales(tx: Tx, eventId: string): Promise<void> {
  await sql`select from ticket_type where event_id = ${eventId} order by id for no key update`.execute(
    tx,
  )
}

/**
 * Whether the event has an order. Unpaid orders count too, because late money may still arrive for
 * them. Locks the event's sales, so that an order in progress is counted, and no order is placed
 * before the caller's transaction ends.
 */
export async function hasBuyers(tx: Tx, eventId: string): Promise<boolean> {
  await lockSales(tx, eventId)
  const { rows } = await sql`
    select from event e where e.id = ${eventId} and ${hasOrders()}`.execute(tx)
  return rows.length > 0
}

/**
 * Stops the sales of an event until `resumeSales`. Money that arrives for an order after this
 * commit must be refunded, but a sale in progress is completed. Does not close the ticket types,
 * because the buyer of a sale in progress would then read that the event is cancelled.
 */
export async function stopSales(tx: Tx, eventId: string, now: Date): Promise<void> {
  await setStopped(tx, eventId, { at: now, now })
}

export async function resumeSales(tx: Tx, eventId: string, now: Date): Promise<void> {
  await setStopped(tx, eventId, { at: null, now })
}

async function setStopped(
  tx: Tx,
  eventId: string,
  { at, now }: { at: Date | null; now: Date },
): Promise<void> {
  await sql`update event set sales_stopped_at = ${at},
      updated_at = greatest(${now}, updated_at + interval '1 ms')
    where id = ${eventId}`.execute(tx)
}

/** The event's title. Undefined if the event does not exist or the viewer does not manage it. */
export async function selectVisibleTitle(db: Db, viewer: Viewer, id: string) {
  const { rows } = await sql<{ title: string }>`
    select e.title from event e where e.id = ${id} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]?.title
}
