import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { TeamRole } from '../../platform/http/platform.contract.ts'

/** Whether an account manages the team of an organizer now. */
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

type MemberRow = {
  id: string
  account_id: string
  full_name: string
  email: string
  role: TeamRole
  organizer_id: string
  event_id: string | null
}

/** The organizer's own account, and its members. */
export async function selectMembers(db: Db, organizerId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select a.id, a.id as account_id, a.full_name, a.email, 'owner' as role,
      a.id as organizer_id, null::uuid as event_id
    from account a where a.id = ${organizerId}
    union all
    select m.id, a.id, a.full_name, a.email, m.role, m.organizer_id, m.event_id
    from member m join account a on a.id = m.account_id
    where m.organizer_id = ${organizerId}`.execute(db)
  return rows
}

/** Returns a member. The caller has locked the team. */
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

/** Whether the address belongs to a member for the same events, or to the organizer itself. */
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

/** The account's memberships in the teams of other accounts. */
export async function selectMemberships(db: Db, accountId: string) {
  return await db
    .selectFrom('member')
    .select(['id', 'role', 'organizer_id', 'event_id'])
    .where('account_id', '=', accountId)
    .$narrowType<{ role: TeamRole }>()
    .execute()
}
