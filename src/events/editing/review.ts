import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { cleanText, timeOfSave } from '../edit.rules.ts'
import { EventError } from '../errors.ts'
import { applyInput } from './edit-event.ts'
import {
  type LockedEvent,
  lockEvent,
  lockTypes,
  publishesAlone,
  updateEvent,
} from './event-edit.sql.ts'
import { NO_TYPE_TEXT } from './event-form.rules.ts'
import { decideName, lockHost, selectHost } from './host.sql.ts'
import { requireDraft, requireStart } from './own-drafts.ts'
import { readInstant } from './parse-event.ts'
import { withChange } from './pending-change.rules.ts'
import { storedInput } from './pending-change.ts'
import { markReturned, markSent, selectChangesSince, selectReview } from './review.sql.ts'
import { dropNotice, endReview, mailOrganizer, mailSentIn } from './review-mails.ts'
import { hostWordsToCheck, wordsToCheck } from './words-to-check.ts'

type ReviewDeps = Pick<Deps, 'db' | 'env' | 'clock'>
type Work = (tx: Tx, event: LockedEvent, now: Date) => Promise<void>

/**
 * Runs `work` with the viewer's event locked. Throws event_not_found if the viewer does not manage
 * the event.
 */
async function withEvent(deps: ReviewDeps, viewer: Viewer, id: string, work: Work): Promise<void> {
  if (!isUuid(id)) throw new EventError('event_not_found')
  await inTransaction(deps.db, async (tx) => {
    const event = await lockEvent(tx, viewer, id)
    if (!event) throw new EventError('event_not_found')
    await work(tx, event, timeOfSave(deps.clock.now(), event))
  })
}

/**
 * Sends a draft in, and notifies support. Does nothing if the draft waits for a decision already.
 * If its organizer needs no approval, and the draft has no words that an admin must check, publishes
 * the draft immediately. Throws event_not_found,
 * was_published, or an AppError that names the field at fault.
 */
export async function sendIn(deps: ReviewDeps, viewer: Viewer, id: string): Promise<void> {
  await withEvent(deps, viewer, id, async (tx, event, now) => {
    requireDraft(event)
    requireStart(event)
    const types = await lockTypes(tx, event.id)
    if (types.every(({ archived_at }) => archived_at !== null)) {
      refuseField('ticket_types', NO_TYPE_TEXT)
    }
    const isAlone = viewer.role !== 'admin' && (await publishesAlone(tx, event))
    const stored = await storedInput(tx, deps, viewer, event.id)
    const host = await selectHost(tx, event.organizer_id)
    if (isAlone && wordsToCheck(stored).length + hostWordsToCheck(host).length === 0) {
      return await publish(tx, deps, viewer, { event, now })
    }
    if (!(await markSent(tx, event.id, now))) return
    await mailSentIn(tx, deps, event, viewer)
    await audit(tx, viewer, event, { action: 'event_sent_in', at: now })
  })
}

/**
 * Publishes a draft that was sent in, or makes the waiting change of a published event. Throws
 * event_not_found; not_sent_in; stale, with the changes from the audit log, if the event was saved
 * after `updated_at`; page_stale if the organizer's public page is not the version that the admin
 * read; or the error of the save, if the change is no longer possible.
 */
export async function approve(
  deps: ReviewDeps,
  viewer: Viewer,
  id: string,
  body: { updated_at?: string; page_version?: string },
): Promise<void> {
  const read = readInstant(body.updated_at)
  const pageRead =
    body.page_version ??
    refuseField('page_version', 'page_version is required: send the one that you read.')
  await withEvent(deps, viewer, id, async (tx, event, now) => {
    const review = await selectReview(tx, event.id)
    if (review?.state !== 'sent') throw new EventError('not_sent_in')
    if (event.updated_at.getTime() !== read) {
      const changes = await selectChangesSince(tx, event.id, new Date(read))
      const updated_at = event.updated_at.toISOString()
      throw new EventError('stale', { details: { updated_at, changes } })
    }
    const host = await lockHost(tx, event.organizer_id)
    if ((host?.version ?? '') !== pageRead) throw new EventError('page_stale')
    if (host && hostWordsToCheck(host).length > 0) {
      await decideName(tx, { accountId: event.organizer_id!, name: host.name, now })
    }
    if (!review.change) return await publish(tx, deps, viewer, { event, now })
    const stored = await storedInput(tx, deps, viewer, event.id)
    await applyInput(tx, deps, viewer, {
      old: event,
      input: withChange(stored, review.change),
      now,
    })
    await updateEvent(tx, event.id, { updated_at: now })
    await endReview(tx, deps, event, now)
    await audit(tx, viewer, event, { action: 'event_change_approved', at: now })
  })
}

async function publish(
  tx: Tx,
  deps: ReviewDeps,
  viewer: Viewer,
  { event, now }: { event: LockedEvent; now: Date },
): Promise<void> {
  requireStart(event)
  await updateEvent(tx, event.id, { is_published: true, updated_at: now })
  await endReview(tx, deps, event, now)
  await audit(tx, viewer, event, { action: 'event_published', at: now })
}

/**
 * Returns a draft or a change to its organizer with the reason. Throws event_not_found,
 * not_sent_in, or an AppError that names `words` if the reason is missing.
 */
export async function returnDraft(
  deps: ReviewDeps,
  viewer: Viewer,
  id: string,
  body: { words?: string },
): Promise<void> {
  const words = cleanText(body.words ?? '').trim()
  if (words === '') refuseField('words', 'words is required: the reason for the organizer.')
  await withEvent(deps, viewer, id, async (tx, event, now) => {
    const seen = await storedInput(tx, deps, viewer, event.id)
    if (!(await markReturned(tx, event.id, { words, seen }))) throw new EventError('not_sent_in')
    await dropNotice(tx, 'event_review', event.id)
    await mailOrganizer(tx, deps, event, {
      what: 'Please change',
      text: returnText(event, words),
      now,
    })
    await audit(tx, viewer, event, { action: 'event_returned', at: now, after: words })
  })
}

function returnText({ is_published }: LockedEvent, words: string): string {
  const [what, next] = is_published
    ? ['We did not make the change that you asked for', 'You can change the event again.']
    : ['We could not publish your event yet', 'Change the draft and send it in again.']
  return `Hello,\n\n${what}:\n\n${words}\n\n${next}`
}

async function audit(
  tx: Tx,
  { accountId }: Viewer,
  { id, title }: LockedEvent,
  { at, ...entry }: { action: string; at: Date; after?: string },
): Promise<void> {
  await insertAudit(tx, { accountId, at }, [{ ...entry, subject: title, eventId: id }])
}
