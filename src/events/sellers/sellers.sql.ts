import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

export type SellerRow = {
  id: string
  event_id: string
  name: string
  phone: string | null
  number: number
  basis_points: number
  per_ticket_cents: number
  ended_at: Date | null
}

export async function insertSeller(tx: Tx, row: SellerRow & { created_at: Date }): Promise<void> {
  await tx.insertInto('seller').values(row).execute()
}

/** The numbers that sellers of the event have or had. */
export async function selectSellerNumbers(tx: Tx, eventId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('seller')
    .select('number')
    .where('event_id', '=', eventId)
    .execute()
  return rows.map(({ number }) => number)
}

/** Locks a seller of the event. Undefined if the event has no such seller. */
export async function lockSeller(
  tx: Tx,
  { id, eventId }: { id: string; eventId: string },
): Promise<SellerRow | undefined> {
  return await tx
    .selectFrom('seller')
    .select(['id', 'event_id', 'name', 'phone', 'number', 'basis_points', 'per_ticket_cents'])
    .select('ended_at')
    .where('id', '=', id)
    .where('event_id', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function markSellerEnded(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('seller').set({ ended_at: now }).where('id', '=', id).execute()
}

/** Counts a visit through the link of an active seller, if the event is published. */
export async function countSellerVisit(db: Db, eventId: string, number: number): Promise<void> {
  await sql`
    update seller s set visits = s.visits + 1
    from event e
    where s.event_id = ${eventId} and s.number = ${number} and s.ended_at is null
      and e.id = s.event_id and e.is_published`.execute(db)
}

export async function isSellersPhone(db: Db, phone: string): Promise<boolean> {
  const { rows } = await sql`select from seller where phone = ${phone} limit 1`.execute(db)
  return rows.length > 0
}

/** Erases this phone from all sellers. Keeps their names, because the organizer must pay them. */
export async function forgetSellerPhone(tx: Tx, phone: string): Promise<void> {
  await sql`update seller set phone = null where phone = ${phone}`.execute(tx)
}

/** Removes the names and phone numbers of an event's sellers. */
export async function forgetSellersOf(tx: Tx, eventId: string): Promise<void> {
  await sql`update seller set phone = null, name = 'Erased' where event_id = ${eventId}`.execute(tx)
}
