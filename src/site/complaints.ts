import { insertAudit } from '../accounts/audit-log.sql.ts'
import { EventError } from '../events/errors.ts'
import { queueEmail } from '../messages/outbox.ts'
import { pageText } from '../messages/pages.text.ts'
import type { ReadReports } from '../payouts/review/payout-review.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { AppError, refuseField } from '../platform/errors.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid, newId } from '../platform/ids.ts'
import type { ComplaintReply, ComplaintRequest } from './complaint.contract.ts'
import {
  type ComplaintReason,
  complaintFaults,
  REASON_LABELS,
  reasonText,
} from './complaint.rules.ts'
import {
  insertComplaint,
  lockComplaint,
  selectOpenComplaints,
  settleComplaint,
} from './complaint.sql.ts'

/** The open reports about an organizer's events, for the admin who decides about a payout. */
export const readReports: ReadReports = async (db, eventId) => {
  const { open, shown } = await selectOpenComplaints(db, eventId)
  return { open, shown: shown.map(({ title, reason }) => ({ title, reason: reasonText(reason) })) }
}

type ComplaintDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/**
 * Stores a visitor's complaint about a published event, which then appears on the work list, and
 * notifies support by email. Throws an AppError: event_not_found, or an error that names the field
 * at fault.
 */
export async function complain(
  { db, env, clock }: ComplaintDeps,
  eventId: string,
  request: ComplaintRequest,
): Promise<void> {
  const [fault] = Object.entries(complaintFaults(request))
  if (fault) refuseField(fault[0], pageText(fault[1]))
  if (!isUuid(eventId)) throw new EventError('event_not_found')
  const id = newId()
  const now = clock.now()
  const text = request.words.replace(/\r\n?/g, '\n').trim()
  await inTransaction(db, async (tx) => {
    const row = { id, event_id: eventId, reason: request.reason, text, created_at: now }
    const title = await insertComplaint(tx, row)
    if (title === null) throw new EventError('event_not_found')
    const reason = REASON_LABELS[request.reason as ComplaintReason]
    const page = `${env.publicOrigin}/event/${eventId.toLowerCase()}`
    await queueEmail(tx, {
      subject: `Reported: ${title.slice(0, 120)}`,
      text: [`A visitor reported ${page}`, `Reason: ${reason}`, '', text].join('\n'),
      to: env.support.email,
      from: env.mail.from,
      dedupeKey: `complaint:${id}`,
      now,
    })
  })
}

/**
 * Takes a complaint off the work list; `words` go to the audit log. Repeating the call changes
 * nothing. Throws not_found if the complaint does not exist.
 */
export async function settle(
  { db, clock }: ComplaintDeps,
  viewer: Viewer,
  id: string,
  words: string,
): Promise<ComplaintReply> {
  return await inTransaction(db, async (tx) => {
    const found = isUuid(id) ? await lockComplaint(tx, id) : undefined
    if (!found) throw new AppError('not_found')
    const now = clock.now()
    if (found.settled_at === null) {
      await settleComplaint(tx, found.id, now)
      const entry = { action: 'complaint_settled', subject: found.title, eventId: found.event_id }
      const by = { accountId: viewer.accountId, at: now }
      await insertAudit(tx, by, [{ ...entry, after: { report: reasonText(found.reason), words } }])
    }
    return { id: found.id, settled_at: (found.settled_at ?? now).toISOString() }
  })
}
