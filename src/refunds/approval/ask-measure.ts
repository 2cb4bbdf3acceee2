import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { stopSales } from '../../events/cancel.sql.ts'
import { selectOwedCents } from '../../ledger/recorded-payouts.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import type { RequestEvent } from '../../requests/notices.ts'
import { ask } from '../../requests/requests.ts'
import { formatDate, formatDateTime } from '../../ui/dates.rules.ts'
import { countOf, formatExactKes } from '../../ui/office/formats.rules.ts'
import {
  type MeasuredPart,
  type MeasuredTotals,
  type MeasureProposal,
  type SoldTotals,
  selectCost,
} from './measure-requests.sql.ts'

/**
 * Whether a measure (cancellation or reschedule) must wait for an admin. An organizer's measure
 * must wait if it may refund more money than the limit, or more than the event's balance covers.
 */
export async function needsApproval(
  tx: Tx,
  { env }: Pick<Deps, 'env'>,
  viewer: Viewer,
  { eventId, sold, part = {} }: { eventId: string; sold: SoldTotals; part?: MeasuredPart },
): Promise<boolean> {
  if (viewer.role === 'admin') return false
  if (toKes(sold.amount_cents) > env.organizerRefundMaxKes) return true
  const { cost_cents } = await selectCost(tx, eventId, part)
  return cost_cents > Math.max(await selectOwedCents(tx, eventId), 0)
}

type MeasureRequest = {
  event: RequestEvent
  proposal: MeasureProposal
  reason: string
  sold: MeasuredTotals
  now: Date
  /** The date of the day that the proposal is about. Absent for the whole event. */
  dayDate?: string | undefined
}

/**
 * Stores an organizer's request for a measure, stops the sales of the event and notifies admins.
 * Does nothing if an equal request waits. The caller has locked the event. Throws an error for the
 * field `reason` if the request has no reason.
 */
export async function askForMeasure(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  viewer: Viewer,
  { event, proposal, reason, sold, now, dayDate }: MeasureRequest,
): Promise<void> {
  if (reason === '')
    refuseField('reason', 'Give a reason: an admin reads it before approving this.')
  const { kind, schedule } = proposal
  const what = `${kind === 'cancel' ? 'Cancellation' : 'Reschedule'} requested`
  const notice = { what, text: noticeText(proposal, { reason, sold, dayDate }) }
  const request = { kind: 'measure', id: event.id, proposal, reason, event, notice, now } as const
  if (!(await ask(tx, deps, viewer, request))) return
  await stopSales(tx, event.id, now)
  const day = dayDate && { day: dayDate }
  const after = { kind, ...day, ...schedule, reason, amount: toKes(sold.amount_cents) }
  await auditEvent(tx, viewer, event, { action: 'measure_asked', after, now })
}

function noticeText(
  { kind, schedule }: MeasureProposal,
  { reason, sold, dayDate }: Pick<MeasureRequest, 'reason' | 'sold' | 'dayDate'>,
): string {
  const of = dayDate ? `${formatDate(dayDate)} of an event` : 'an event'
  const what =
    kind === 'cancel'
      ? `requests the cancellation of ${of}`
      : `requests a move of ${of} to ${formatDateTime(schedule.date, schedule.time)}, ${schedule.location}`
  const sum = formatExactKes(toKes(sold.amount_cents))
  const count = `${sum}, ${countOf(sold.paid_tickets, 'ticket')} of ${countOf(sold.paid_orders, 'order')}`
  return `${what}. Its sales are stopped. Approve it or return it on the work list.\n\nReason: ${reason}\nMoney that may go back: ${count}`
}
