import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { TeamRole } from '../../platform/http/platform.contract.ts'

/** Whether an account manages the team of an organization now. */
export const managesTeam = (
  organizer: RawBuilder<string>,
  account: RawBuilder<string>,
): RawBuilder<boolean> => sql`(
  ${account} = ${organizer}
  or exists (select from account s where s.id = ${account} and s.role = 'admin')
  or exists (
    select from member m where m.account_id = ${account} and m.organizer_id = ${organizer}
      and m.role = 'owner' and m.event_id is null
  ))`

export async function selectManagesTeam(
  tx: Tx,
  { organizerId, accountId }: { organizerId: string; accountId: string },
): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select ${managesTeam(sql`${organizerId}::uuid`, sql`${accountId}::uuid`)} as yes`.execute(tx)
  return rows[0]!.yes
}

/** Locks a team, so that its changes and the sending of its invitations run one after another. */
export async function lockTeam(tx: Tx, organizerId: string): Promise<void> {
  await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', organizerId)
    .forNoKeyUpdate()
    .execute()
}

export type MemberRow = {
  id: string
  account_id: string
  full_name: string
  email: string
  role: TeamRole
  event_id: string | null
  event_title: string | null
}

/** Membership `m` ends when its event `e` moves to another organization. */
const IS_OF_ITS_TEAM = sql<boolean>`(m.event_id is null or e.organizer_id = m.organizer_id)`

/** The organization's own account first, and then its members by name. */
export async function selectMembers(db: Db, organizerId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select a.id, a.id as account_id, a.full_name, a.email, 'owner' as role, null::uuid as event_id,
      null as event_title, 0 as place
    from account a where a.id = ${organizerId}
    union all
    select m.id, a.id, a.full_name, a.email, m.role, e.id, e.title, 1
    from member m join account a on a.id = m.account_id left join event e on e.id = m.event_id
    where m.organizer_id = ${organizerId} and ${IS_OF_ITS_TEAM}
    order by place, full_name, email, event_title nulls first`.execute(db)
  return rows
}

/** A member of a team that is locked. */
export async function selectMember(tx: Tx, organizerId: string, id: string) {
  const { rows } = await sql<{
    id: string
    account_id: string
    event_id: string | null
    role: TeamRole
  }>`
    select id, account_id, event_id, role from member
    where id = ${id} and organizer_id = ${organizerId}`.execute(tx)
  return rows[0]
}

export async function updateRole(
  tx: Tx,
  id: string,
  change: { role: TeamRole; money_since?: Date },
): Promise<void> {
  await tx.updateTable('member').set(change).where('id', '=', id).execute()
}

export async function deleteMember(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('member').where('id', '=', id).execute()
}

type NewMember = {
  id: string
  organizerId: string
  accountId: string
  eventId: string | null
  role: TeamRole
  now: Date
}

/** Returns false if the account is a member for the same events already, in any role. */
export async function insertMember(tx: Tx, member: NewMember): Promise<boolean> {
  const { id, organizerId, accountId, eventId, role, now } = member
  const { rows } = await sql`
    insert into member (id, organizer_id, account_id, event_id, role, created_at)
    values (${id}, ${organizerId}, ${accountId}, ${eventId}, ${role}, ${now})
    on conflict on constraint member__once do nothing returning id`.execute(tx)
  return rows.length === 1
}

/** Whether the address belongs to a member for the same events, or to the organization itself. */
export async function isMember(
  db: Db,
  { organizerId, email, eventId }: { organizerId: string; email: string; eventId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from account a where a.email = ${email} and (a.id = ${organizerId} or exists (
      select from member m where m.account_id = a.id and m.organizer_id = ${organizerId}
        and m.event_id is not distinct from ${eventId}::uuid))`.execute(db)
  return rows.length > 0
}

/** The organization's event. Undefined if it has no such event. */
export async function selectOwnEvent(db: Db, organizerId: string, eventId: string) {
  return await db
    .selectFrom('event')
    .select(['title', 'is_published'])
    .where('id', '=', eventId)
    .where('organizer_id', '=', organizerId)
    .executeTakeFirst()
}

/** The title of this event if it is published, or of the organization's latest published event. */
export async function selectPublishedTitle(
  db: Db,
  { organizerId, eventId }: { organizerId: string; eventId: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select title from event where organizer_id = ${organizerId} and is_published
    order by id is not distinct from ${eventId}::uuid desc, date desc, id limit 1`.execute(db)
  return rows[0]?.title
}

/** All organizations, each with the name of its public page, or of its account if it has no page. */
const ORGANIZATIONS = sql`(
  select a.id, coalesce(p.name, a.full_name) as name
  from account a left join organizer_page p on p.account_id = a.id)`

type MembershipRow = Pick<MemberRow, 'id' | 'role' | 'event_id' | 'event_title'> & {
  organizer_id: string
  name: string
}

/** The account's memberships, sorted by the name of the organization and the title of the event. */
export async function selectMemberships(db: Db, accountId: string): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select m.id, m.role, m.organizer_id, o.name, e.id as event_id, e.title as event_title
    from member m join ${ORGANIZATIONS} o on o.id = m.organizer_id
      left join event e on e.id = m.event_id
    where m.account_id = ${accountId} and ${IS_OF_ITS_TEAM}
    order by o.name, event_title nulls first`.execute(db)
  return rows
}

export async function selectNames(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${ORGANIZATIONS} o where id = any(${ids}::uuid[])`.execute(db)
  return rows
}
