import { isDeepStrictEqual } from 'node:util'
import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { wasPublished } from '../event.rules.ts'
import { hasBuyers } from '../event-change.sql.ts'
import { differencesOf } from './event-diff.rules.ts'
import { toDraft, toInput } from './event-draft.rules.ts'
import type { EventInput } from './event-edit.contract.ts'
import { type LockedEvent, lockTypes, publishesAlone } from './event-edit.sql.ts'
import { readManagedEvent } from './managed-events.ts'
import { requirePublic } from './own-drafts.ts'
import { readEventInput } from './parse-event.ts'
import { divideChange, divideMove, withChange } from './pending-change.rules.ts'
import { deleteReview, selectReview, upsertChange } from './review.sql.ts'
import { mailChange } from './review-mails.ts'
import { planTypes } from './ticket-types.ts'

type ChangeDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/** The stored event as an input. Read in the caller's transaction, which has locked the event. */
export async function storedInput(tx: Tx, deps: ChangeDeps, viewer: Viewer, id: string) {
  const event = await readManagedEvent({ ...deps, db: tx }, viewer, id)
  return toInput(toDraft(event!), null)
}

/**
 * Holds back the part of an organizer's change of a published event that needs an admin's approval.
 * Date, time and venue of an event with buyers always wait, because money may go back to buyers.
 * Members with the right to reschedule use the dialog for rescheduling instead. Returns the part to
 * save now, and whether the waiting part has changed. The caller has locked the event. Throws
 * was_published if the event was taken off the site or cancelled, or an AppError that names the
 * field at fault.
 */
export async function holdBack(
  tx: Tx,
  deps: ChangeDeps,
  {
    viewer,
    event,
    input,
    now,
  }: { viewer: Viewer; event: LockedEvent; input: EventInput; now: Date },
): Promise<{ input: EventInput; isHeld: boolean }> {
  if (viewer.role === 'admin' || !wasPublished(event)) return { input, isHeld: false }
  requirePublic(event)
  const isAlone = await publishesAlone(tx, event)
  if (isAlone && !(await hasBuyers(tx, event.id))) return { input, isHeld: false }
  readEventInput(input, deps.env.publicOrigin)
  if (input.ticket_types) planTypes(await lockTypes(tx, event.id), input.ticket_types)
  const review = await selectReview(tx, event.id)
  const waiting = review?.state === 'sent' ? review.change : null
  const current = await storedInput(tx, deps, viewer, event.id)
  const parts = (isAlone ? divideMove : divideChange)(current, input, waiting)
  const isReturned = review?.state === 'returned'
  if (isDeepStrictEqual(parts.held, waiting) && !isReturned) {
    return { input: parts.now, isHeld: false }
  }
  if (!parts.held)
    assert(await deleteReview(tx, event.id), 'there is a review that waits or was returned')
  else {
    await upsertChange(tx, event.id, parts.held, now)
    const changes = differencesOf(current, withChange(current, parts.held))
    await mailChange(tx, deps, event, { changes, now })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'event_change_sent_in',
        subject: event.title,
        eventId: event.id,
        after: parts.held,
      },
    ])
  }
  return { input: parts.now, isHeld: true }
}
