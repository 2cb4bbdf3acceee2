import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { closeSales, lockVisibleEvent } from '../../events/cancel.sql.ts'
import { EventError } from '../../events/errors.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { RefundError } from '../errors.ts'
import { cancelOrders } from '../jobs.ts'
import { planRefund, requestedSms } from '../take-back/take-back.ts'
import {
  changeCancellationState,
  insertCancellation,
  type SoldTotals,
  selectCancellation,
  selectSoldOrders,
  sumSold,
} from './cancellation.sql.ts'

type CancelRequest = { eventId: string; title: string; reason: string }

/**
 * Cancels an event: from this commit on the event sells nothing, and a job refunds its orders. A
 * repeated request gets the same reply. Only admins may cancel, except that an organizer may cancel
 * a draft that has sold nothing.
 */
export async function cancelEvent(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { eventId, title, reason }: CancelRequest,
): Promise<SoldTotals> {
  if (!isUuid(eventId)) throw new EventError('event_not_found')
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const event = await lockVisibleEvent(tx, viewer, eventId)
    if (!event) throw new EventError('event_not_found')
    if (viewer.role !== 'admin' && event.is_published) throw new RefundError('admin_cancels')
    if (oneSpaced(title) !== oneSpaced(event.title)) {
      const text = "This is not the event's name. Type it as shown above."
      refuseField('title', text)
    }
    const before = await selectCancellation(tx, eventId)
    if (before) return before
    await closeSales(tx, eventId, now)
    // The ticket types are locked, so no sale is in progress.
    const sold = await sumSold(tx, eventId)
    if (viewer.role !== 'admin' && sold.orders > 0) throw new RefundError('admin_cancels')
    await insertCancellation(tx, { ...sold, eventId, reason, askedBy: viewer.accountId, now })
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'event_cancelled',
        subject: event.title,
        eventId,
        after: { orders: sold.orders, amount: toKes(sold.amount_cents), reason },
      },
    ])
    await queueJob(tx, cancelOrders, { eventId, after: null })
    return sold
  })
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Pauses or resumes refunding the orders of a cancelled event. Refunds that are due already are
 * paid even during a pause. A finished cancellation stays finished.
 */
export async function pauseCancellation(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { eventId, isPause }: { eventId: string; isPause: boolean },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!isUuid(eventId) || !(await selectCancellation(tx, eventId))) {
      throw new RefundError('not_cancelled')
    }
    const change = isPause
      ? ({ from: 'running', to: 'paused', nextAt: null } as const)
      : ({ from: 'paused', to: 'running', nextAt: now } as const)
    if (!(await changeCancellationState(tx, eventId, change))) return
    if (!isPause) await queueJob(tx, cancelOrders, { eventId, after: null })
    const action = isPause ? 'cancellation_paused' : 'cancellation_resumed'
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action, subject: eventId, eventId },
    ])
  })
}

/**
 * The SMS to the first of the buyers whom a cancellation would refund. Null if no money is due to
 * this buyer.
 */
export async function previewCancelledSms(
  deps: Pick<Deps, 'db' | 'clock'>,
  eventId: string,
): Promise<string | null> {
  const [orderId] = await selectSoldOrders(deps.db, eventId, null, 1)
  if (orderId === undefined) return null
  const asked = { orderId, reason: 'cancelled', words: '', usedToo: true } as const
  return await inTransaction(deps.db, async (tx) => {
    const plan = await planRefund(tx, { ...asked, requestedBy: null }, deps.clock.now())
    return plan.amountCents > 0 ? requestedSms(plan) : null
  })
}
