import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

type Frozen = { title: string; email: string | null }

const changed: RawBuilder<Frozen> = sql`e.title,
  (select a.email from account a where a.id = e.organizer_id) as email`

/**
 * Freezes the payouts of an event. Returns its title and its organizer's address; undefined if the
 * event is frozen or cancelled, or if an admin has released its payouts.
 */
export async function freezePayouts(tx: Tx, id: string, now: Date): Promise<Frozen | undefined> {
  const { rows } = await sql<Frozen>`
    update event e set payouts_frozen_at = ${now}
    where e.id = ${id} and e.payouts_frozen_at is null and e.payouts_released_at is null
      and e.cancelled_at is null
    returning ${changed}`.execute(tx)
  return rows[0]
}

/** Releases frozen payouts for good. Returns undefined if the event is not frozen. */
export async function releasePayouts(tx: Tx, id: string, now: Date): Promise<Frozen | undefined> {
  const { rows } = await sql<Frozen>`
    update event e set payouts_frozen_at = null, payouts_released_at = ${now}
    where e.id = ${id} and e.payouts_frozen_at is not null returning ${changed}`.execute(tx)
  return rows[0]
}

/** When an admin released the payouts of the event; null if none has, or if there is no event. */
export async function selectReleasedAt(db: Db, id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('event')
    .select('payouts_released_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.payouts_released_at ?? null
}
