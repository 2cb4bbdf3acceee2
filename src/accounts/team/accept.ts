import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { selectAccount, upsertConfirmedAccount } from '../accounts.sql.ts'
import { insertAudit } from '../audit-log.sql.ts'
import { NO_NAME, plainName } from '../entrance.rules.ts'
import { AccountError } from '../errors.ts'
import { endLinks } from '../links.sql.ts'
import { type AccountDeps, checkPassword } from '../passwords.ts'
import { deleteBrowsers, endAllSessions } from '../sessions.sql.ts'
import { type Caller, enterAccount, expectSession, type SignInResult } from '../sessions.ts'
import { endSignUpLinks } from '../sign-ups.sql.ts'
import { hashToken } from '../tokens.ts'
import { notifyOfFactor } from './factor-notice.ts'
import { type OpenRow, selectOpen, takeInvitation } from './invitations.sql.ts'
import type { JoinRequest, OpenInvitation } from './team.contract.ts'
import { insertMember } from './team.sql.ts'
import type { TeamEvents } from './team-events.ts'

type AcceptDeps = Pick<Deps, 'db' | 'env' | 'clock'> & TeamEvents

/** Throws link_ended if the link is older than 7 days, or was used, withdrawn or replaced. */
async function openInvitation(
  { clock, withEvents }: Pick<AcceptDeps, 'clock' | 'withEvents'>,
  db: Db,
  hash: Buffer,
) {
  const row = await selectOpen(db, hash, clock.now())
  const [open] = row ? await withEvents(db, [row]) : []
  if (!open) throw new AccountError('link_ended')
  return open
}

/** Shows an invitation to the holder of its link. Throws link_ended if the link does not work. */
export async function readInvitation(deps: AcceptDeps, token: string): Promise<OpenInvitation> {
  const row = await openInvitation(deps, deps.db, hashToken(token))
  const { role, email, invited_by, has_account } = row
  // A stranger may hold the link, so the title of a draft is hidden.
  const event = row.event?.is_published === false ? { ...row.event, title: 'One event' } : row.event
  const organization = (await deps.readDecidedName(deps.db, row.organizer_id)) ?? null
  return { invited_by, organization, role, event, email, has_account }
}

/**
 * Makes the signed-in account a member. Only the account with the invited address can accept an
 * invitation by email. Any account can accept an invitation by SMS. Throws link_ended,
 * invitation_of_another, own_organization, admin_joins_no_team or joined_already. After an error
 * the link still works, for the invited person.
 */
export async function acceptInvitation(
  deps: AcceptDeps,
  { accountId }: Viewer,
  token: string,
): Promise<void> {
  const hash = hashToken(token)
  await inTransaction(deps.db, async (tx) => {
    const row = await openInvitation(deps, tx, hash)
    if (row.organizer_id === accountId) throw new AccountError('own_organization')
    const now = deps.clock.now()
    await join(tx, row, { hash, accountId, now })
    await notifyOfFactor(tx, deps, { accountIds: [row.organizer_id, accountId], now })
  })
}

type Joining = { hash: Buffer; accountId: string; now: Date }

async function join(tx: Tx, row: OpenRow, { hash, accountId, now }: Joining): Promise<void> {
  if (!(await takeInvitation(tx, { hash, accountId, now }))) throw new AccountError('link_ended')
  const account = await selectAccount(tx, accountId)
  if (row.email !== null && row.email !== account?.email) {
    throw new AccountError('invitation_of_another')
  }
  if (account?.role === 'admin') throw new AccountError('admin_joins_no_team')
  const { organizer_id: organizerId, event_id: eventId, role } = row
  const member = { id: newId(), organizerId, accountId, eventId, role, now }
  if (!(await insertMember(tx, member))) throw new AccountError('joined_already')
  await insertAudit(tx, { accountId, at: now }, [
    { action: 'member_joined', subject: organizerId, eventId, after: role },
  ])
}

/**
 * Makes an account with the invited address, and makes this account a member. The link came to the
 * mailbox, so the address needs no other proof. Throws link_ended, has_account, sign_up_first after
 * an invitation by SMS, or an error that names the field.
 */
export async function joinAsNew(
  deps: AccountDeps & TeamEvents,
  { token, password, full_name }: JoinRequest,
  caller: Caller,
): Promise<SignInResult> {
  const hash = hashToken(token)
  const { email } = await openInvitation(deps, deps.db, hash)
  // An SMS does not prove that an email address is the person's own.
  if (email === null) throw new AccountError('sign_up_first')
  const fullName = plainName(full_name)
  if (fullName === '') refuseField('full_name', NO_NAME)
  checkPassword(password, email)
  const passwordHash = await deps.passwords.hash(password, caller.address)
  const now = deps.clock.now()
  const entered = await inTransaction(deps.db, async (tx) => {
    const row = await openInvitation(deps, tx, hash)
    const account = { id: newId(), email, fullName, passwordHash, role: 'organizer' as const }
    const accountId = await upsertConfirmedAccount(tx, { ...account, confirmedAt: now, now })
    if (accountId === undefined) throw new AccountError('has_account')
    await endSignUpLinks(tx, email)
    await endLinks(tx, accountId, now)
    await endAllSessions(tx, accountId, 'password_reset', now)
    await deleteBrowsers(tx, accountId)
    await join(tx, row, { hash, accountId, now })
    // Notifies the organizer only: the new account sets its factor up during this sign-in.
    await notifyOfFactor(tx, deps, { accountIds: [row.organizer_id], now })
    return await enterAccount(tx, deps, { accountId, checkedHash: passwordHash, caller })
  })
  return expectSession(entered)
}
