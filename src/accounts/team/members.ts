import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { TeamRole } from '../../platform/http/platform.contract.ts'
import { hasRight, organizersOf } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { feeOf } from '../../platform/values/money.rules.ts'
import { selectAccount } from '../accounts.sql.ts'
import { insertAudit } from '../audit-log.sql.ts'
import { AccountError } from '../errors.ts'
import { selectOwnFees } from '../fees/fees.sql.ts'
import { toServiceFee } from '../fees/service-fee.rules.ts'
import { notifyOfFactor } from './factor-notice.ts'
import { endInvitationsBy, type InvitationRow, selectInvitations } from './invitations.sql.ts'
import type { InvitationReply, TeamList, TeamReply } from './team.contract.ts'
import {
  deleteMember,
  lockTeam,
  selectManagesTeam,
  selectMember,
  selectMembers,
  selectMemberships,
  updateRole,
} from './team.sql.ts'
import type { TeamEvents } from './team-events.ts'

type TeamDeps = Pick<Deps, 'db' | 'clock'>
type ReadDeps = TeamDeps & TeamEvents
type ChangeDeps = ReadDeps & Pick<Deps, 'env'>

const mayManage = (viewer: Viewer, id: string) =>
  viewer.role === 'admin' || organizersOf(viewer, 'own').includes(id)

/** Returns the id in lower case. Throws organization_not_found if the viewer may not manage it. */
export async function requireOrganizer(db: Db, viewer: Viewer, typed: string): Promise<string> {
  const id = typed.toLowerCase()
  const isManaged = isUuid(id) && mayManage(viewer, id)
  if (isManaged && (await selectAccount(db, id))) return id
  throw new AccountError('organization_not_found')
}

/** The members and the open invitations. Throws organization_not_found. */
export async function readTeam(
  deps: ReadDeps,
  viewer: Viewer,
  organizer: string,
): Promise<TeamReply> {
  const { db, clock, withEvents } = deps
  const id = await requireOrganizer(db, viewer, organizer)
  const members = (await withEvents(db, await selectMembers(db, id))).map(
    ({ account_id, full_name, email, ...row }) => ({
      ...row,
      account: { id: account_id, full_name, email },
    }),
  )
  const invitations = await withEvents(db, await selectInvitations(db, id, clock.now()))
  const place = ({ account: { full_name, email }, ...row }: (typeof members)[number]) =>
    [Number(row.id !== id), full_name, email, row.event?.title].join('\n')
  return {
    members: members.sort((a, b) => (place(a) < place(b) ? -1 : 1)),
    invitations: invitations.map(toInvitation),
  }
}

export function toInvitation(
  row: Omit<InvitationRow, 'organizer_id' | 'event_id'> & Pick<InvitationReply, 'event'>,
): InvitationReply {
  return {
    id: row.id,
    to: row.email ?? row.phone ?? '',
    role: row.role,
    event: row.event,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

/**
 * Locks the team and checks the viewer's rights again, because they were read before the
 * transaction. Throws organization_not_found if the viewer no longer manages the team.
 */
export async function lockOwnTeam(tx: Tx, { accountId }: Viewer, organizerId: string) {
  await lockTeam(tx, organizerId)
  await requireStill(tx, { accountId, organizerId })
}

async function requireStill(tx: Tx, who: { accountId: string; organizerId: string }) {
  if (!(await selectManagesTeam(tx, who))) throw new AccountError('organization_not_found')
}

type MemberRef = { organizer: string; member: string }

/** Changes a member's role. Throws organization_not_found, member_not_found or last_owner. */
export async function changeMember(
  deps: ChangeDeps,
  viewer: Viewer,
  { organizer, member, role }: MemberRef & { role: TeamRole },
): Promise<TeamReply> {
  const organizerId = await requireOrganizer(deps.db, viewer, organizer)
  await withMember(deps, { organizerId, member }, async (tx, row, now) => {
    await requireStill(tx, { accountId: viewer.accountId, organizerId })
    if (row.role === role) return
    const isMoneyNew = hasRight(role, 'money') && !hasRight(row.role, 'money')
    await updateRole(tx, row.id, { role, ...(isMoneyNew && { money_since: now }) })
    await notifyOfFactor(tx, deps, { accountIds: [organizerId, row.account_id], now })
    await endInvitationsBy(tx, { organizerId, accountId: row.account_id, now })
    const { account_id: subject, event_id: eventId, role: before } = row
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'member_role_changed', subject, eventId, before, after: role },
    ])
  })
  return await readTeam(deps, viewer, organizerId)
}

/**
 * Removes a member, whose access ends with the next call. Members may remove themselves. Throws
 * organization_not_found, member_not_found, role_forbids or last_owner.
 */
export async function removeMember(
  deps: TeamDeps,
  viewer: Viewer,
  { organizer, member }: MemberRef,
): Promise<void> {
  const isIn = viewer.memberships?.some((one) => one.organizerId === organizer.toLowerCase())
  const manages = mayManage(viewer, organizer.toLowerCase())
  const organizerId = isIn
    ? organizer.toLowerCase()
    : await requireOrganizer(deps.db, viewer, organizer)
  const refuse = () => {
    if (organizersOf(viewer, 'see').includes(organizerId)) throw new AppError('role_forbids')
    throw new AccountError('member_not_found')
  }
  if (!manages && member.toLowerCase() === organizerId) refuse()
  await withMember(deps, { organizerId, member }, async (tx, row, now) => {
    const { account_id: accountId, event_id: eventId, role: before } = row
    if (manages) await requireStill(tx, { accountId: viewer.accountId, organizerId })
    else if (accountId !== viewer.accountId) refuse()
    await deleteMember(tx, row.id)
    await endInvitationsBy(tx, { organizerId, accountId, now })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'member_removed', subject: accountId, eventId, before },
    ])
  })
}

type LockedMember = NonNullable<Awaited<ReturnType<typeof selectMember>>>

async function withMember(
  { db, clock }: TeamDeps,
  { organizerId, member }: { organizerId: string; member: string },
  work: (tx: Tx, row: LockedMember, now: Date) => Promise<void>,
): Promise<void> {
  if (member.toLowerCase() === organizerId) throw new AccountError('last_owner')
  await inTransaction(db, async (tx) => {
    await lockTeam(tx, organizerId)
    const row = isUuid(member) ? await selectMember(tx, organizerId, member) : undefined
    if (!row) throw new AccountError('member_not_found')
    await work(tx, row, clock.now())
  })
}

/**
 * Returns two lists: the organizers for which the viewer may write drafts or manage members (the
 * viewer's own comes first), and the viewer's memberships in the teams of other accounts.
 */
export async function listTeams(deps: ChangeDeps, viewer: Viewer): Promise<TeamList> {
  const { db, withEvents, readNames } = deps
  const [own, edit] = [organizersOf(viewer, 'own'), organizersOf(viewer, 'edit')]
  const ids = [...new Set([...edit, ...own])]
  const rows = await withEvents(db, await selectMemberships(db, viewer.accountId))
  const names = await readNames(db, [...ids, ...rows.map((row) => row.organizer_id)])
  const fees = await selectOwnFees(db, ids)
  const named = (id: string) => ({ id, name: names.get(id) ?? '' })
  const data = ids.map((id) => {
    const set = fees.find((fee) => fee.account_id === id) ?? null
    const service_fee = toServiceFee(feeOf(set, deps.env.serviceFee))
    return { ...named(id), service_fee, may_edit: edit.includes(id), may_manage: own.includes(id) }
  })
  const place = (row: (typeof rows)[number]) =>
    `${names.get(row.organizer_id)}\n${row.event?.title ?? ''}`
  const memberships = rows
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
    .map((row) => ({ ...row, organization: named(row.organizer_id) }))
  return { data, memberships }
}
