import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { lockSales, lockVisibleEvent, resumeSales } from '../../events/cancel.sql.ts'
import { cleanText } from '../../events/edit.rules.ts'
import { moveEvent, planMove } from '../../events/editing/reschedule-event.ts'
import { dropNotice, mailOrganizer } from '../../events/editing/review-mails.ts'
import { EventError } from '../../events/errors.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { endRequest } from '../approval/end-request.ts'
import {
  deleteRequest,
  markReturned,
  type StoredRequest,
  selectRequest,
} from '../approval/measure-requests.sql.ts'
import { cancelLocked } from '../cancellation/cancel-event.ts'
import { RefundError } from '../errors.ts'

type DecideDeps = Pick<Deps, 'db' | 'env' | 'clock'>
type Event = NonNullable<Awaited<ReturnType<typeof lockVisibleEvent>>>
type Waiting = { event: Event; request: StoredRequest; now: Date }

/**
 * Locks the event and its sales, and runs `work` with the request that waits. Throws
 * event_not_found or no_request.
 */
async function withRequest(
  deps: DecideDeps,
  viewer: Viewer,
  eventId: string,
  work: (tx: Tx, waiting: Waiting) => Promise<void>,
): Promise<void> {
  if (!isUuid(eventId)) throw new EventError('event_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const event = await lockVisibleEvent(tx, viewer, eventId)
    if (!event) throw new EventError('event_not_found')
    await lockSales(tx, eventId)
    const request = await selectRequest(tx, eventId)
    if (request?.state !== 'sent') throw new RefundError('no_request')
    await work(tx, { event, request, now })
  })
}

/**
 * Carries out the measure that an organizer asked for. Throws stale_request if the request, its
 * event or the sums have changed since the admin read `version`.
 */
export async function approveMeasure(
  deps: DecideDeps,
  viewer: Viewer,
  eventId: string,
  version: string,
): Promise<void> {
  await withRequest(deps, viewer, eventId, async (tx, { event, request, now }) => {
    const amount = toKes(request.amount_cents)
    if (request.version !== version) {
      throw new RefundError('stale_request', { details: { version: request.version, amount } })
    }
    const { kind } = request
    await audit(tx, viewer, { event, now, action: 'measure_approved', after: { kind, amount } })
    if (kind === 'cancel') {
      const { reason, asked_by: askedBy } = request
      await cancelLocked(tx, viewer, { event, reason, askedBy, now })
    } else {
      await resumeSales(tx, eventId, now)
      await reschedule(tx, deps, viewer, { eventId, request })
    }
    await endRequest(tx, deps, event, { kind, now })
  })
}

async function reschedule(
  tx: Tx,
  deps: DecideDeps,
  viewer: Viewer,
  { eventId, request }: { eventId: string; request: StoredRequest },
): Promise<void> {
  const { date, time, location } = request
  assert(date && time && location, `the reschedule of ${eventId} has no schedule`)
  const planned = await planMove(tx, deps, viewer, { eventId, asked: { date, time, location } })
  if (planned) await moveEvent(tx, deps, viewer, { ...planned, tell: true })
}

/** Returns a request to its organizer with the admin's reason, and resumes the event's sales. */
export async function returnMeasure(
  deps: DecideDeps,
  viewer: Viewer,
  eventId: string,
  typed: string,
): Promise<void> {
  const words = cleanText(typed).trim()
  if (words === '') refuseField('words', 'words is required: the reason for the organizer.')
  await withRequest(deps, viewer, eventId, async (tx, { event, request, now }) => {
    await markReturned(tx, eventId, words)
    await dropNotice(tx, 'measure_asked', eventId)
    await resumeSales(tx, eventId, now)
    await audit(tx, viewer, { event, now, action: 'measure_returned', after: words })
    const what = request.kind === 'cancel' ? 'cancel' : 'reschedule'
    await mailOrganizer(tx, deps, event, {
      what: 'Not approved',
      text: `Hello,\n\nWe did not ${what} the event as you asked:\n\n${words}\n\nIts tickets are on sale again.`,
      now,
    })
  })
}

/** Withdraws an organizer's waiting request, and resumes the event's sales. */
export async function withdrawMeasure(
  deps: DecideDeps,
  viewer: Viewer,
  eventId: string,
): Promise<void> {
  await withRequest(deps, viewer, eventId, async (tx, { event, request, now }) => {
    await deleteRequest(tx, eventId)
    await dropNotice(tx, 'measure_asked', eventId)
    await resumeSales(tx, eventId, now)
    const after = { kind: request.kind }
    await audit(tx, viewer, { event, now, action: 'measure_withdrawn', after })
  })
}

async function audit(
  tx: Tx,
  { accountId }: Viewer,
  {
    event,
    now,
    ...entry
  }: { event: Event; now: Date; action: string; after: string | Record<string, unknown> },
): Promise<void> {
  const about = { subject: event.title, eventId: event.id }
  await insertAudit(tx, { accountId, at: now }, [{ ...entry, ...about }])
}
