import { auditEvent, insertAudit } from '../../accounts/audit-log.sql.ts'
import { closeSales, lockSales, lockVisibleEvent } from '../../events/cancel.sql.ts'
import { EventError } from '../../events/errors.ts'
import { requestUntil } from '../../events/reschedule.rules.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { notifyOrganizer, type RequestEvent } from '../../requests/notices.ts'
import { settle } from '../../requests/requests.ts'
import { askForMeasure, needsApproval } from '../approval/ask-measure.ts'
import {
  type MeasuredPart,
  type MeasuredTotals,
  type RefundCost,
  type SoldTotals,
  selectCost,
  sumSold,
} from '../approval/measure-requests.sql.ts'
import { RefundError } from '../errors.ts'
import { cancelOrders } from '../jobs.ts'
import type { MeasureMoney } from '../refund-money.rules.ts'
import { type ReadBesides, selectEventMoney } from '../refund-money.sql.ts'
import { planRefund, requestedSms } from '../take-back/take-back.ts'
import { keptGroups, keptPassSms } from './announcement.rules.ts'
import { cancelDayOf } from './cancel-day.ts'
import type { CancelPreview } from './cancellation.contract.ts'
import {
  changeCancellationState,
  insertCancellation,
  selectCancellation,
  selectFirstPaid,
} from './cancellation.sql.ts'
import { selectDayTickets, selectFirstOfDay, selectKeptPasses } from './day-tickets.sql.ts'

type CancelRequest = {
  eventId: string
  title: string
  reason: string
  /** The cancelled part. Absent or empty for the whole event. */
  part?: MeasuredPart
}

/** Ends the event's payout that waits for approval, if there is one. The event is locked. */
export type EndPayout = (
  tx: Tx,
  deps: Pick<Deps, 'env'>,
  viewer: Viewer,
  ended: { event: RequestEvent; now: Date },
) => Promise<void>

/** `waits` is true if the cancellation waits for an admin. */
export type CancelResult = SoldTotals & { waits: boolean }

/** The notice to the organizer about an approved cancellation of the whole event. */
export const CANCELLED = {
  what: 'Cancelled',
  text: 'The event is cancelled, as you requested. Every buyer is notified and refunded.',
}

/**
 * Cancels an event or one of its days. After the commit no ticket of the event (or for only this
 * day) can be sold, and a job refunds the orders. A repeated request gets the same reply. If
 * `needsApproval`, an organizer's request only stops sales and waits for an admin. Only an admin
 * can cancel an unpublished event that has sold tickets.
 */
export async function cancelEvent(
  deps: Pick<Deps, 'db' | 'env' | 'clock'> & { endPayout: EndPayout },
  viewer: Viewer,
  { eventId, title, reason, part = {} }: CancelRequest,
): Promise<CancelResult> {
  if (!isUuid(eventId)) throw new EventError('event_not_found')
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const event = await lockVisibleEvent(tx, viewer, eventId)
    if (!event) throw new EventError('event_not_found')
    if (oneSpaced(title) !== oneSpaced(event.title)) {
      const text = "This is not the event's name. Type it as shown above."
      refuseField('title', text)
    }
    const { day } = part
    if (day !== undefined) {
      return await cancelDayOf(tx, deps, viewer, { event, reason, part: { ...part, day } })
    }
    const before = await selectCancellation(tx, eventId)
    if (before) return { ...before, waits: false }
    await lockSales(tx, eventId)
    const sold = await sumSold(tx, eventId)
    if (viewer.role !== 'admin' && !event.is_published && sold.orders > 0) {
      throw new RefundError('admin_cancels')
    }
    if (await needsApproval(tx, deps, viewer, { eventId, sold })) {
      const proposal = { kind: 'cancel', schedule: null } as const
      await askForMeasure(tx, deps, viewer, { event, proposal, reason, sold, now })
      return { ...sold, waits: true }
    }
    await cancelLocked(tx, deps, viewer, { event, reason, now })
    const ended = { kind: 'measure', id: eventId, to: 'approved', now } as const
    if ((await settle(tx, viewer, ended)) === 'sent') {
      await notifyOrganizer(tx, deps, event, { ...CANCELLED, now })
    }
    return { ...sold, waits: false }
  })
}

/**
 * Cancels an event that the caller has locked. `askedBy` is the organizer whose request the viewer
 * approves. Ends a payout of the event that waits for approval: its money belongs to the buyers.
 */
export async function cancelLocked(
  tx: Tx,
  deps: Pick<Deps, 'env'> & { endPayout: EndPayout },
  viewer: Viewer,
  cancel: { event: RequestEvent; reason: string; askedBy?: string; now: Date },
): Promise<void> {
  const { event, reason, askedBy = viewer.accountId, now } = cancel
  const eventId = event.id
  await closeSales(tx, eventId, now)
  // The ticket types are locked, so no sale is in progress.
  const sold = await sumSold(tx, eventId)
  await insertCancellation(tx, { ...sold, eventId, reason, askedBy, now })
  const after = { orders: sold.paid_orders, amount: toKes(sold.amount_cents), reason }
  await auditEvent(tx, viewer, event, { action: 'event_cancelled', after, now })
  await deps.endPayout(tx, deps, viewer, { event, now })
  await queueJob(tx, cancelOrders, { eventId, after: null })
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * The sums of a cancellation of an event or one of its days by the viewer, and whether the
 * cancellation would wait for an admin.
 */
export async function previewCancellation(
  deps: Pick<Deps, 'db' | 'env' | 'clock'> & { besides: ReadBesides },
  viewer: Viewer,
  { eventId, part = {} }: { eventId: string; part?: MeasuredPart },
): Promise<CancelResult & MeasuredTotals & RefundCost & { money: MeasureMoney }> {
  return await inTransaction(deps.db, async (tx) => {
    const sold = await sumSold(tx, eventId, part)
    const cost = await selectCost(tx, eventId, part)
    const waits = await needsApproval(tx, deps, viewer, { eventId, sold, part })
    const { cost_cents } = cost
    const money = await selectEventMoney(tx, eventId, deps.besides(deps.clock.now()))
    return { ...sold, ...cost, waits, money: { ...sold, cost_cents, ...money } }
  })
}

/**
 * Pauses or resumes the refunds of a cancelled event's orders. Refunds that are already due are
 * paid even during a pause, and a sweep ends a paused cancellation of which nothing is left. A
 * finished cancellation stays finished.
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

/** The first paid order with tickets only for this day, and these tickets. */
async function firstOfDay(db: Db, eventId: string, day: number) {
  const first = await selectFirstOfDay(db, eventId, day)
  if (!first) return { orderId: undefined }
  const tickets = await selectDayTickets(db, first.id, day)
  const only = new Set(tickets.filter((ticket) => ticket.is_day_only).map(({ id }) => id))
  return { orderId: first.id, only, cancelledDay: first.date }
}

/**
 * The SMS to the first of the buyers whom a cancellation would refund, in English. Null if no money is
 * due to this buyer.
 */
export async function previewCancelledSms(
  deps: Pick<Deps, 'db' | 'clock'>,
  { eventId, part: { day } = {} }: { eventId: string; part?: MeasuredPart },
): Promise<string | null> {
  const order =
    day === undefined
      ? { orderId: await selectFirstPaid(deps.db, eventId) }
      : await firstOfDay(deps.db, eventId, day)
  const { orderId } = order
  if (orderId === undefined) return null
  const request = { ...order, orderId, reason: 'cancelled', usedToo: true } as const
  return await inTransaction(deps.db, async (tx) => {
    const plan = await planRefund(tx, { ...request, requestedBy: null }, deps.clock.now())
    const order = { ...plan.order, language: 'en' as const }
    return plan.amountCents > 0 ? requestedSms({ ...plan, order }) : null
  })
}

/**
 * The passes that stay valid without a cancelled day, with the SMS to their buyers: those whose holders
 * may ask for a refund, and the others.
 */
export async function previewKept(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  { eventId, part: { day, passes = true } = {} }: { eventId: string; part?: MeasuredPart },
): Promise<CancelPreview['kept']> {
  if (day === undefined) return []
  const kept = await selectKeptPasses(db, eventId, day)
  if (!kept) return []
  const last = nairobiDate(requestUntil(clock.now()))
  const about = { eventTitle: kept.title, day: kept.date, origin: env.publicOrigin }
  return keptGroups(kept, passes).map((group) => {
    return { ...group, sms: keptPassSms({ ...about, until: group.may_ask ? last : null }) }
  })
}
