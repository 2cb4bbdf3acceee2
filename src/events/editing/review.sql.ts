import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { PendingChange } from '../pending-change.contract.ts'
import type { EventInput } from './event-edit.contract.ts'

/** The proposal of a request to publish a draft, or to change a published event. */
export type EventProposal = {
  /** The part of a change that is waiting for approval. Null for a draft. */
  change: PendingChange | null
  /** The event, with the change if there was one, as it was when an admin returned it. */
  seen: EventInput | null
  /** The version of its organizer's public page at that time. '' without an organizer. */
  seen_page: string | null
}

type Seen = Pick<EventProposal, 'seen' | 'seen_page'>

/**
 * The event as it was when an admin last returned a request about it, for the next request. Null if
 * none was returned since the last approval.
 */
export async function selectSeen(tx: Tx, eventId: string): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select nullif(proposal->'seen', 'null') as seen, proposal->>'seen_page' as seen_page
    from request where kind = 'event' and subject_id = ${eventId} and state <> 'approved'`.execute(
    tx,
  )
  return rows[0] ?? { seen: null, seen_page: null }
}

export type LastReturn = {
  at: Date
  by: string
  words: string
  /** The number of returns since the last approval. */
  times: number
  /** The first texts before and the last texts after all changes of its questions since. */
  questions: { before: string[]; after: string[] } | null
}

/** The last return of a request about the event since the last approval. */
export async function selectLastReturn(db: Db, eventId: string): Promise<LastReturn | undefined> {
  const { rows } = await sql<LastReturn>`
    select l.at, a.full_name as by,
      coalesce(l.after #>> '{}', '') as words, (count(*) over ())::int as times,
      (select jsonb_build_object('before', (array_agg(q.before order by q.id))[1],
          'after', (array_agg(q.after order by q.id desc))[1])
        from audit_log q where q.event_id = l.event_id and q.id > l.id
          and q.action = 'questions_changed' having count(*) > 0) as questions
    from audit_log l join account a on a.id = l.account_id
    where l.event_id = ${eventId} and l.action = 'event_returned' and l.id > coalesce((
      select max(p.id) from audit_log p where p.event_id = l.event_id
        and p.action in ('event_published', 'event_change_approved')), 0)
    order by l.id desc limit 1`.execute(db)
  return rows[0]
}

/** The changes of the event after `since` in the audit log. */
export async function selectChangesSince(tx: Tx, eventId: string, since: Date) {
  const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
    select action, before, after from audit_log
    where event_id = ${eventId} and at > ${since}
      and action not in ('event_sent_in', 'event_returned') order by id`.execute(tx)
  return rows
}

/** The public page of an event's organizer, as an admin reviews it with the event. */
export type Host = {
  name: string
  about: string
  image_key: string | null
  whatsapp: string | null
  instagram: string | null
  tiktok: string | null
  /** Whether an admin has allowed the name. */
  is_name_decided: boolean
  /** Identifies the content of the page. Changes with its name, text, picture or link. */
  version: string
}

const host = (accountId: string): RawBuilder<Host> => sql`
  select h.name, h.about, h.image_key, p.whatsapp, p.instagram, p.tiktok, h.is_name_decided,
    md5(jsonb_build_array(a.id, h.name, h.about, h.image_key, p.whatsapp, p.instagram,
      p.tiktok)::text) as version
  from account a left join organizer_page p on p.account_id = a.id
    cross join lateral (select coalesce(p.name, a.full_name) as name,
      coalesce(p.about, '') as about, p.image_key,
      coalesce(p.is_name_decided, false) as is_name_decided) h
  where a.id = ${accountId}`

/** The organizer's public page. Undefined if the event has no organizer. */
export async function selectHost(db: Db, accountId: string | null): Promise<Host | undefined> {
  if (accountId === null) return undefined
  return (await host(accountId).execute(db)).rows[0]
}

/** Locks the organizer's account, so that no save changes the public page. Returns the page. */
export async function lockHost(tx: Tx, accountId: string | null): Promise<Host | undefined> {
  if (accountId !== null) {
    await sql`select from account where id = ${accountId} for no key update`.execute(tx)
  }
  return await selectHost(tx, accountId)
}

/** Records that an admin has allowed the current name. */
export async function decideName(
  tx: Tx,
  { accountId, name, now }: { accountId: string; name: string; now: Date },
): Promise<void> {
  await sql`
    insert into organizer_page (account_id, name, about, updated_at, is_name_decided)
    values (${accountId}, ${name}, '', ${now}, true)
    on conflict (account_id) do update set is_name_decided = true`.execute(tx)
}
