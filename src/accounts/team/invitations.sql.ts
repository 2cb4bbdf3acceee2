import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { TeamRole } from '../../platform/http/platform.contract.ts'
import { managesTeam } from './team.sql.ts'

export type Scope = { organizerId: string; eventId: string | null; role: TeamRole }
export type Recipient = { email: string | null; phone: string | null }

type NewInvitation = Scope &
  Recipient & { id: string; hash: Buffer; invitedBy: string; now: Date; expiresAt: Date }

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { id, hash, organizerId, eventId, role, email, phone, ...rest } = invitation
  await tx
    .insertInto('invitation')
    .values({
      id,
      token_hash: hash,
      organizer_id: organizerId,
      event_id: eventId,
      role,
      email,
      phone,
      invited_by: rest.invitedBy,
      created_at: rest.now,
      expires_at: rest.expiresAt,
    })
    .execute()
}

/**
 * Ends an earlier invitation of this person to the same events, so that only the newest link works.
 */
export async function endSameInvitations(
  tx: Tx,
  { organizerId, eventId, email, phone, now }: Omit<Scope, 'role'> & Recipient & { now: Date },
): Promise<void> {
  await sql`
    update invitation set ended_at = ${now}
    where organizer_id = ${organizerId} and ended_at is null
      and event_id is not distinct from ${eventId}::uuid
      and coalesce(email, phone) = ${email ?? phone}`.execute(tx)
}

/** Ends the open invitations that a member has sent, if the member no longer manages the team. */
export async function endInvitationsBy(
  tx: Tx,
  { organizerId, accountId, now }: { organizerId: string; accountId: string; now: Date },
): Promise<void> {
  await sql`
    update invitation i set ended_at = ${now}
    where i.organizer_id = ${organizerId} and i.invited_by = ${accountId}
      and i.ended_at is null and not ${managesTeam(sql`i.organizer_id`, sql`i.invited_by`)}`.execute(
    tx,
  )
}

/**
 * Whether the link of invitation `i` works: the invitation has neither ended nor expired, and the
 * inviting account still manages the team.
 */
const works = (now: Date): RawBuilder<boolean> => sql`(
  i.ended_at is null and i.expires_at > ${now}
  and ${managesTeam(sql`i.organizer_id`, sql`i.invited_by`)})`

export type InvitationRow = Recipient & {
  id: string
  role: TeamRole
  organizer_id: string
  event_id: string | null
  created_at: Date
  expires_at: Date
}

/** Invitations that still work, newest first. Callers leave out moved events (`withEvents`). */
export async function selectInvitations(
  db: Db,
  organizerId: string,
  now: Date,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select i.id, i.email, i.phone, i.role, i.organizer_id, i.event_id, i.created_at, i.expires_at
    from invitation i where i.organizer_id = ${organizerId} and ${works(now)}
    order by i.created_at desc, i.id`.execute(db)
  return rows
}

/** Ends an invitation and returns it. `was_open` is false if it had ended before. */
export async function endInvitation(
  tx: Tx,
  { organizerId, id, now }: { organizerId: string; id: string; now: Date },
) {
  const { rows } = await sql<Recipient & { event_id: string | null; was_open: boolean }>`
    update invitation i set ended_at = coalesce(i.ended_at, ${now})
    from (select id, ended_at from invitation where id = ${id} for update) before
    where i.id = before.id and i.organizer_id = ${organizerId}
    returning i.email, i.phone, i.event_id, before.ended_at is null as was_open`.execute(tx)
  return rows[0]
}

export type OpenRow = Recipient & {
  organizer_id: string
  event_id: string | null
  role: TeamRole
  invited_by: string
  has_account: boolean
}

/** The invitation of a working link. The caller checks if its event has moved (`withEvents`). */
export async function selectOpen(db: Db, hash: Buffer, now: Date): Promise<OpenRow | undefined> {
  const { rows } = await sql<OpenRow>`
    select i.organizer_id, i.event_id, i.role, i.email, i.phone, b.email as invited_by, exists (
        select from account a where a.email = i.email and a.confirmed_at is not null
      ) as has_account
    from invitation i join account b on b.id = i.invited_by
    where i.token_hash = ${hash} and ${works(now)}`.execute(db)
  return rows[0]
}

/** Uses the link. Returns false if it was used or ended before. */
export async function takeInvitation(
  tx: Tx,
  { hash, accountId, now }: { hash: Buffer; accountId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update invitation set accepted_by = ${accountId}, ended_at = ${now}
    where token_hash = ${hash} and ended_at is null and expires_at > ${now} returning id`.execute(
    tx,
  )
  return rows.length === 1
}
