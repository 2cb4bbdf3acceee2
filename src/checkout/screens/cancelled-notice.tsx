import { formatDate } from '../../events/event-words.rules.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { REFUND_DAYS } from '../../refunds/business-days.rules.ts'
import { Notice } from '../../ui/notice.tsx'

/** Of an event that will not take place: what happened, and where one's money is. */
export function CancelledNotice({ event }: { event: EventReply & { cancelled_at: string } }) {
  const { first, last } = REFUND_DAYS
  const day = formatDate(nairobiDay(event.cancelled_at))
  return (
    <Notice look="bad">
      <p>
        <strong>This event is cancelled</strong>
      </p>
      <p className="mt-2">
        {event.refunds === 'done'
          ? 'All tickets have been refunded'
          : `Every ticket is refunded, ${first}-${last} business days from ${day}`}
        , to the M-PESA number that paid. You need not do anything, and an SMS tells you.
      </p>
      <p className="mt-2">
        <a className="font-semibold underline" href="/my-ticket">
          See where your refund is
        </a>{' '}
        with your ticket number or M-PESA reference, or read the{' '}
        <a className="font-semibold underline" href="/refund-policy#cancelled">
          refund policy
        </a>
        .
      </p>
    </Notice>
  )
}

/** Nairobi is three hours ahead, summer and winter. */
function nairobiDay(instant: string): string {
  return new Date(Date.parse(instant) + 3 * 3_600_000).toISOString().slice(0, 10)
}
