import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { stopSales } from '../../events/cancel.sql.ts'
import { mailSupport } from '../../events/editing/review-mails.ts'
import { formatDate, formatTime } from '../../events/event-words.rules.ts'
import type { Schedule } from '../../events/reschedule.rules.ts'
import { selectOwedCents } from '../../ledger/recorded-payouts.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { formatExactKes } from '../../ui/office/words.rules.ts'
import {
  type SoldTotals,
  selectCost,
  selectRequest,
  upsertRequest,
} from './measure-requests.sql.ts'

type Event = { id: string; title: string; organizer_id: string | null }

/**
 * Whether a measure of the viewer must wait for an admin. An organizer's measure must wait if more
 * money than the limit may go back to the buyers, or more than the event's balance covers.
 */
export async function needsApproval(
  tx: Tx,
  { env }: Pick<Deps, 'env'>,
  viewer: Viewer,
  { eventId, sold }: { eventId: string; sold: SoldTotals },
): Promise<boolean> {
  if (viewer.role === 'admin') return false
  if (toKes(sold.amount_cents) > env.organizerRefundMaxKes) return true
  const costCents = await selectCost(tx, eventId)
  return costCents > Math.max(await selectOwedCents(tx, eventId), 0)
}

export type MeasureRequest = { reason: string } & (
  | { kind: 'cancel'; schedule: null }
  | { kind: 'reschedule'; schedule: Schedule }
)

/**
 * Stores an organizer's request for a measure, stops the sales of the event and notifies support.
 * Does nothing if an equal request waits. The caller has locked the event. Throws an error for the
 * field `reason` if the request has no reason.
 */
export async function askForMeasure(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  viewer: Viewer,
  { event, asked, sold, now }: { event: Event; asked: MeasureRequest; sold: SoldTotals; now: Date },
): Promise<void> {
  const { kind, reason, schedule } = asked
  if (reason === '')
    refuseField('reason', 'Give a reason: an admin reads it before approving this.')
  const { date = null, time = null, location = null } = schedule ?? {}
  const wanted = { kind, reason, date, time, location }
  const before = await selectRequest(tx, event.id)
  if (before?.state === 'sent' && isEqual(before, wanted)) return
  await stopSales(tx, event.id, now)
  const askedBy = viewer.accountId
  await upsertRequest(tx, { ...wanted, eventId: event.id, askedBy, now })
  await insertAudit(tx, { accountId: askedBy, at: now }, [
    {
      action: 'measure_asked',
      subject: event.title,
      eventId: event.id,
      after: { kind, ...schedule, reason, amount: toKes(sold.amount_cents) },
    },
  ])
  const what = `${kind === 'cancel' ? 'Cancellation' : 'Reschedule'} asked`
  const text = mailText(asked, sold)
  await mailSupport(tx, deps, event, { about: 'measure_asked', by: viewer, what, text })
}

type MeasureTerms = Omit<Parameters<typeof upsertRequest>[1], 'eventId' | 'askedBy' | 'now'>

function isEqual(before: MeasureTerms, wanted: MeasureTerms): boolean {
  const names = ['kind', 'reason', 'date', 'time', 'location'] as const
  return names.every((name) => before[name] === wanted[name])
}

function mailText({ kind, schedule, reason }: MeasureRequest, sold: SoldTotals): string {
  const what =
    kind === 'cancel'
      ? 'asks to cancel an event'
      : `asks to move an event to ${formatDate(schedule.date)}, ${formatTime(schedule.time)}, ${schedule.location}`
  const sum = formatExactKes(toKes(sold.amount_cents))
  const count = `${sum}, ${sold.tickets} tickets of ${sold.orders} orders`
  return `${what}. Its sales are stopped. Approve it or return it on the work list.\n\nReason: ${reason}\nMoney that may go back: ${count}`
}
