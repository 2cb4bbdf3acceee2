import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

type Complaint = { id: string; event_id: string; reason: string; text: string; created_at: Date }

/**
 * Inserts a complaint about a published event. Returns the event's title, or null if there is no
 * such event.
 */
export async function insertComplaint(tx: Tx, row: Complaint): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    with event_of as (
      select id, title from event where id = ${row.event_id} and is_published
    ), made as (
      insert into complaint (id, event_id, reason, text, created_at)
      select ${row.id}, id, ${row.reason}, ${row.text}, ${row.created_at} from event_of
    )
    select title from event_of`.execute(tx)
  return rows[0]?.title ?? null
}

/**
 * Locks a complaint. Returns it with the title of its event, or undefined if there is no such
 * complaint.
 */
export async function lockComplaint(tx: Tx, id: string) {
  return await tx
    .selectFrom('complaint as c')
    .innerJoin('event as e', 'e.id', 'c.event_id')
    .select(['c.id', 'c.event_id', 'c.reason', 'c.settled_at', 'e.title'])
    .where('c.id', '=', id)
    .forNoKeyUpdate('c')
    .executeTakeFirst()
}

export async function settleComplaint(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('complaint').set({ settled_at: now }).where('id', '=', id).execute()
}

const SHOWN = 3

/** The number of open complaints about all events of an event's organizer, and the oldest of them. */
export async function selectOpenComplaints(
  db: Db,
  eventId: string,
): Promise<{ open: number; shown: { title: string; reason: string }[] }> {
  const { rows } = await sql<{ title: string; reason: string; open: number }>`
    select e.title, c.reason, count(*) over ()::int as open
    from event this join event e on e.organizer_id = this.organizer_id
      join complaint c on c.event_id = e.id and c.settled_at is null
    where this.id = ${eventId} order by c.created_at, c.id limit ${SHOWN}`.execute(db)
  return { open: rows[0]?.open ?? 0, shown: rows }
}

/** Deletes up to `count` complaints that are older than `before`; returns how many. */
export async function deleteOldComplaints(db: Db, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    delete from complaint where id in (
      select id from complaint where created_at < ${before} order by created_at limit ${count}
    ) returning id`.execute(db)
  return rows.length
}
