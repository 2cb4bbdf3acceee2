import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Links } from './organizer-links.rules.ts'

export type OrganizerPage = Links & {
  id: string
  name: string
  about: string
  image_key: string | null
  /** A name that waits for an admin. */
  asked_name: string | null
  /** Whether an admin has allowed the name. */
  is_name_decided: boolean
  /** Whether the organizer has a published event. */
  is_public: boolean
}

/** The page of an account. Undefined if there is no such account. */
export async function selectOrganizer(db: Db, id: string): Promise<OrganizerPage | undefined> {
  const { rows } = await sql<OrganizerPage>`
    select a.id, coalesce(p.name, a.full_name) as name, coalesce(p.about, '') as about,
      p.image_key, p.whatsapp, p.instagram, p.tiktok, p.asked_name, coalesce(p.is_name_decided, false) as is_name_decided,
      exists (select from event e where e.organizer_id = a.id and e.is_published) as is_public
    from account a left join organizer_page p on p.account_id = a.id
    where a.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Locks the account of a page, so that only one transaction at a time changes the page. Undefined
 * if there is no such account.
 */
export async function lockOrganizer(tx: Tx, id: string): Promise<OrganizerPage | undefined> {
  await sql`select from account where id = ${id} for no key update`.execute(tx)
  return await selectOrganizer(tx, id)
}

export async function upsertOrganizerPage(
  tx: Tx,
  { id, is_public: _, ...page }: OrganizerPage,
  now: Date,
): Promise<void> {
  const values = { ...page, updated_at: now }
  await tx
    .insertInto('organizer_page')
    .values({ account_id: id, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

/** Deletes up to `count` pages of closed accounts and frees their pictures. Returns the number. */
export async function deletePagesOfClosed(tx: Tx, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    with gone as (
      delete from organizer_page where account_id in (
        select p.account_id from organizer_page p join account a on a.id = p.account_id
        where a.password_hash = '' and a.email like 'closed-%' limit ${count}
      ) returning image_key
    ), freed as (
      update image_upload set free_since = ${before} where key in (select image_key from gone)
    )
    select from gone`.execute(tx)
  return rows.length
}

/** Whether the account with this id owns an event. */
export const ownsEvents = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from event where organizer_id = ${id})`
