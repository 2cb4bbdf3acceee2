import { createHash } from 'node:crypto'
import { queueEmailFor, queueSmsFor, type Sender } from '../../messages/budget/budget.ts'
import { strangerWordsFault } from '../../messages/stranger-words.rules.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { TeamRole } from '../../platform/http/platform.contract.ts'
import { ROLE_NAMES } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { type Limit, within } from '../../platform/limits/limits.ts'
import {
  maskEmail,
  maskPhone,
  normalisePhone,
  phoneError,
} from '../../platform/values/phone.rules.ts'
import { selectAccount } from '../accounts.sql.ts'
import { insertAudit } from '../audit-log.sql.ts'
import { emailFault, plainEmail } from '../entrance.rules.ts'
import { AccountError } from '../errors.ts'
import { drawToken } from '../tokens.ts'
import { invitationSms } from './invitation-sms.rules.ts'
import {
  endInvitation,
  endSameInvitations,
  insertInvitation,
  type Recipient,
  type Scope,
} from './invitations.sql.ts'
import { lockOwnTeam, requireOrganizer, toInvitation } from './members.ts'
import type { InvitationReply, InviteRequest } from './team.contract.ts'
import { isMember } from './team.sql.ts'
import type { TeamEvents } from './team-events.ts'

type InviteDeps = Pick<Deps, 'db' | 'env' | 'clock'> & TeamEvents

const DAY_MS = 24 * 3600_000
/** The time for which the link of an invitation works. */
const INVITATION_MS = 7 * DAY_MS

const NEEDS_EVENT = 'SMS need a published event. Invite this person by email for now.'
const TOO_MANY = 'Too many invitations today.'

/** Limits invitations, because each is a message to a stranger, and an SMS costs money. */
function limitsOf(organizerId: string, { email, phone }: Recipient): Limit[] {
  const to = createHash('sha256')
    .update(email ?? phone ?? '')
    .digest('base64url')
  const all = { windowMs: DAY_MS, text: TOO_MANY }
  return [
    { ...all, key: `invite:${organizerId}`, max: 20 },
    ...(phone ? [{ ...all, key: `invite_sms:${organizerId}`, max: 5 }] : []),
    { ...all, key: `invited:${to}`, max: 3 },
  ]
}

/**
 * Invites a person by email or SMS. An earlier invitation of the person to the same events ends.
 * Throws organization_not_found, already_member, too_many_requests, or an error that names the field.
 */
export async function invite(
  deps: InviteDeps,
  viewer: Viewer,
  organizer: string,
  request: InviteRequest,
): Promise<InvitationReply> {
  const organizerId = await requireOrganizer(deps.db, viewer, organizer)
  const recipient = readRecipient(request)
  const { role, event_id: eventId = null } = request
  const event = eventId === null ? null : await findEvent(deps, organizerId, eventId)
  const scopeText = await readScopeText(deps, { organizerId, eventId, event, ...recipient })
  const { email } = recipient
  if (email !== null && (await isMember(deps.db, { organizerId, email, eventId }))) {
    throw new AccountError('already_member')
  }
  return await within(deps, limitsOf(organizerId, recipient), () =>
    inTransaction(deps.db, async (tx) => {
      await lockOwnTeam(tx, viewer, organizerId)
      const scope = { organizerId, eventId, role }
      const row = await storeInvitation(tx, deps, viewer, { ...scope, ...recipient, scopeText })
      return toInvitation({ ...row, event })
    }),
  )
}

function readRecipient({ email, phone }: InviteRequest): Recipient {
  if (phone !== undefined && email !== undefined) {
    refuseField('phone', 'Give an email address or a phone number, not both.')
  }
  if (phone !== undefined) {
    return { email: null, phone: normalisePhone(phone) ?? refuseField('phone', phoneError(phone)) }
  }
  const fault = emailFault(email ?? '')
  if (fault) refuseField('email', fault)
  return { email: plainEmail(email ?? ''), phone: null }
}

async function findEvent(deps: InviteDeps, organizer_id: string, event_id: string) {
  const rows = isUuid(event_id) ? [{ organizer_id, event_id: event_id.toLowerCase() }] : []
  const [row] = await deps.withEvents(deps.db, rows)
  return row?.event ?? refuseField('event_id', 'This organization has no such event.')
}

type About = Recipient & {
  organizerId: string
  eventId: string | null
  event: { title: string; is_published: boolean | null } | null
}

/**
 * Returns the text with which the message names the events. Strangers read the message, so this
 * text never contains the title of a draft or a name that no admin has reviewed. Throws 422 at
 * `phone` if the organizer has no published event to name.
 */
async function readScopeText(deps: InviteDeps, { event, phone, ...about }: About): Promise<string> {
  if (phone === null) {
    const name = await deps.readDecidedName(deps.db, about.organizerId)
    if (event === null) return name ? `all events of ${name}` : 'all their events'
    if (!event.is_published) return name ? `one event of ${name}` : 'one event'
    return name ? `${event.title} by ${name}` : event.title
  }
  const title = await deps.readPublishedTitle(deps.db, about)
  return title ?? refuseField('phone', NEEDS_EVENT)
}

type NewInvitation = Scope & Recipient & { scopeText: string }

async function storeInvitation(
  tx: Tx,
  deps: InviteDeps,
  viewer: Viewer,
  { scopeText, ...invitation }: NewInvitation,
) {
  const { accountId } = viewer
  const now = deps.clock.now()
  await endSameInvitations(tx, { ...invitation, now })
  const { token, hash } = drawToken()
  const times = { now, expiresAt: new Date(now.getTime() + INVITATION_MS) }
  const id = newId()
  await insertInvitation(tx, { ...invitation, ...times, id, hash, invitedBy: accountId })
  const { role, email, phone, eventId } = invitation
  const entry = { action: 'member_invited', subject: invitation.organizerId, eventId }
  const after = { role, to: masked(invitation) }
  await insertAudit(tx, { accountId, at: now }, [{ ...entry, after }])
  const by = await selectAccount(tx, accountId)
  assert(by, 'the inviting account is signed in')
  const sender = { by: viewer, organizerId: invitation.organizerId }
  const about = { id, token, by: inviterOf(by), role, scopeText, eventId }
  await send(tx, deps, sender, { ...about, email, phone, now })
  return { id, email, phone, role, created_at: now, expires_at: times.expiresAt }
}

/** A longer text could be a message to the invited stranger instead of a name. */
const NAME_MAX = 60

/**
 * 'Wanjiku Kamau (wanjiku@example.com)'. Always contains the confirmed address, because a name may
 * be false. No admin has reviewed the name, so a name with words unfit for strangers is left out.
 */
function inviterOf({ full_name, email }: { full_name: string; email: string }): string {
  const name = full_name.replace(/[\s\p{C}]+/gu, ' ').trim()
  const isFit = name !== '' && name.length <= NAME_MAX && strangerWordsFault(name) === null
  return isFit ? `${name} (${email})` : email
}

const masked = ({ email, phone }: Recipient) =>
  email === null ? maskPhone(phone ?? '') : maskEmail(email)

type Message = Recipient & {
  id: string
  token: string
  /** The inviting account, as `inviterOf` names it. */
  by: string
  role: TeamRole
  scopeText: string
  eventId: string | null
  now: Date
}

async function send(tx: Tx, deps: InviteDeps, sender: Sender, message: Message): Promise<void> {
  const { env } = deps
  const { id, token, by, role, scopeText, eventId, email, phone, now } = message
  // The token is behind a #, which browsers never send, so no log contains it.
  const link = `${env.publicOrigin}/organizer/join#${token}`
  const sent = { dedupeKey: `invitation:${id}` as const, forgetText: true, now }
  if (phone !== null) {
    return await queueSmsFor(tx, deps, sender, {
      ...sent,
      phone,
      body: invitationSms({ title: scopeText, link }, eventId === null),
    })
  }
  await queueEmailFor(tx, deps, sender, {
    ...sent,
    to: email!,
    from: env.mail.from,
    subject: 'An invitation to work on events on Lango',
    text: [
      'Hello,',
      `${by} invites you to work on ${scopeText} on Lango. Your role: ${ROLE_NAMES[role]}.`,
      link,
      'The link works for 7 days. If you do not know this address, ignore this email.',
    ].join('\n\n'),
  })
}

/** Withdraws an invitation; its link stops working. Throws organization_not_found or invitation_not_found. */
export async function withdraw(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { organizer, invitation }: { organizer: string; invitation: string },
): Promise<void> {
  const organizerId = await requireOrganizer(db, viewer, organizer)
  if (!isUuid(invitation)) throw new AccountError('invitation_not_found')
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockOwnTeam(tx, viewer, organizerId)
    const ended = await endInvitation(tx, { organizerId, id: invitation, now })
    if (!ended) throw new AccountError('invitation_not_found')
    if (!ended.was_open) return
    const { event_id: eventId } = ended
    const entry = { action: 'invitation_withdrawn', subject: organizerId, eventId }
    const { accountId } = viewer
    await insertAudit(tx, { accountId, at: now }, [{ ...entry, before: { to: masked(ended) } }])
  })
}
