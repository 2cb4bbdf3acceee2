import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isVisibleTo } from '../events.sql.ts'

type CardRow = { title: string; category: string | null; image_key: string | null }

/** The texts of an event's card, and its picture. Undefined if there is no such event. */
export async function selectCard(db: Db, eventId: string): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    select e.title, c.name as category, e.image_key
    from event e left join category c on c.id = e.category_id where e.id = ${eventId}`.execute(db)
  return rows[0]
}

/** Like selectCard, but locks the event in the same way as a save does. */
export async function lockCard(tx: Tx, eventId: string): Promise<CardRow | undefined> {
  await sql`select from event where id = ${eventId} for no key update`.execute(tx)
  return await selectCard(tx, eventId)
}

export async function selectUploader(db: Db, key: string): Promise<string | undefined> {
  const query = db.selectFrom('image_upload').select('account_id').where('key', '=', key)
  return (await query.executeTakeFirst())?.account_id
}

export async function setCard(
  tx: Tx,
  eventId: string,
  card: { image_key: string; updated_at?: Date },
): Promise<void> {
  await tx.updateTable('event').set(card).where('id', '=', eventId).execute()
}

/** Whether the event is a draft of the viewer and has a date and a time. */
export async function isReadyToSend(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from event e where e.id = ${id} and e.dial_code is null and e.date is not null
      and e.time is not null and ${isVisibleTo(viewer)}`.execute(db)
  return rows.length > 0
}
