import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

/**
 * Subscribes an address, ignoring case, and records the consent. Changes nothing if the address is
 * subscribed already.
 */
export async function upsertSubscriber(
  tx: Tx,
  row: { id: string; email: string; token: string; text: string; source: string; now: Date },
): Promise<void> {
  await sql`
    with subscribed as (
      insert into newsletter_subscriber as s (id, email, token, consented_at, consent_text,
        consent_source, created_at)
      values (${row.id}, ${row.email}, ${row.token}, ${row.now}, ${row.text}, ${row.source},
        ${row.now})
      on conflict (lower(email)) do update set consented_at = excluded.consented_at,
        consent_text = excluded.consent_text, consent_source = excluded.consent_source,
        unsubscribed_at = null
      where s.unsubscribed_at is not null
      returning id
    )
    insert into newsletter_consent (subscriber_id, is_given, text, source, at)
    select id, true, ${row.text}, ${row.source}, ${row.now} from subscribed`.execute(tx)
}

export async function selectSubscriber(db: Db, token: string) {
  return await db
    .selectFrom('newsletter_subscriber')
    .select(['email', 'unsubscribed_at'])
    .where('token', '=', token)
    .executeTakeFirst()
}

/**
 * Ends the subscription and records the withdrawal. Returns false if the token is unknown. Repeating
 * the call changes nothing.
 */
export async function endSubscription(tx: Tx, token: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update newsletter_subscriber set unsubscribed_at = ${now}
      where token = ${token} and unsubscribed_at is null returning id
    ), recorded as (
      insert into newsletter_consent (subscriber_id, is_given, text, source, at)
      select id, false, '', 'unsubscribed', ${now} from ended
    )
    select id from newsletter_subscriber where token = ${token}`.execute(tx)
  return rows.length === 1
}

export async function insertContactMessage(
  tx: Tx,
  row: {
    id: string
    name: string
    email: string
    subject: string
    message: string
    created_at: Date
  },
): Promise<void> {
  await tx.insertInto('contact_message').values(row).execute()
}

/**
 * The newest published events. The caller limits their number, because a sitemap holds at most
 * 50,000 addresses.
 */
export async function selectSitemapEvents(db: Db, count: number) {
  return await db
    .selectFrom('event')
    .select(['id', 'updated_at'])
    .where('is_published', '=', true)
    .where('cancelled_at', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('id')
    .limit(count)
    .execute()
}

/** The ids of organizers with a published event that is not cancelled. */
export async function selectSitemapOrganizers(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organizer_id as id from event
    where is_published and cancelled_at is null and organizer_id is not null
    order by organizer_id limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes up to `count` contact messages that are older than `before`; returns how many. */
export async function deleteOldContacts(db: Db, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    delete from contact_message where id in (
      select id from contact_message where created_at < ${before} order by created_at limit ${count}
    ) returning id`.execute(db)
  return rows.length
}

/**
 * Deletes up to `count` subscribers who unsubscribed before `before`, with the records of their
 * consent; returns how many.
 */
export async function deleteFormerSubscribers(
  db: Db,
  before: Date,
  count: number,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from newsletter_subscriber where unsubscribed_at < ${before} limit ${count}
    for update`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`delete from newsletter_consent where subscriber_id = any(${ids}::uuid[])`.execute(db)
  await sql`delete from newsletter_subscriber where id = any(${ids}::uuid[])`.execute(db)
  return rows.length
}
