import { formatDate } from '../../ui/dates.rules.ts'
import type { RefundLinkReply } from '../reschedule/refund-link.contract.ts'

type Changed = Pick<
  RefundLinkReply,
  'event_title' | 'is_event_cancelled' | 'day' | 'old' | 'changes'
>

/** The heading of the refund page. If only one day was moved or cancelled, names its old date. */
export function refundHeading({
  event_title,
  is_event_cancelled,
  day,
  old,
  changes,
}: Changed): string {
  if (is_event_cancelled) return `${event_title} is cancelled`
  if (changes) return `${event_title}: dates have changed`
  if (!day) return `${event_title} has been rescheduled`
  const dated = `${event_title}: ${formatDate(old.date)}`
  return day === 'cancelled' ? `${dated} is cancelled` : `${dated} has been rescheduled`
}
