import type { EventReply } from '../../events/events.contract.ts'
import { dueBy } from '../../refunds/business-days.rules.ts'
import { formatDate, inNairobi } from '../../ui/dates.rules.ts'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'

type Cancelled = EventReply & { cancelled_at: string }

const LINK = 'inline-flex min-h-11 items-center font-semibold underline'

/** Shows that the event is cancelled and when the buyer gets the money back. */
export function CancelledNotice({ event }: { event: Cancelled }) {
  return (
    <Notice look="bad">
      <p>
        <strong>This event is cancelled</strong>
      </p>
      <p className="mt-2">
        <WholeWords text={refundText(event)} />
      </p>
      <p className="mt-2">
        <a className={LINK} href={`${PREFIX}/my-ticket`}>
          Track your refund
        </a>{' '}
        <WholeWords text="with your ticket number or M-PESA reference, or read the " />
        <a className={LINK} href={`${PREFIX}/refund-policy#cancelled`}>
          refund policy
        </a>
        .
      </p>
    </Notice>
  )
}

function refundText({ refunds, cancelled_at }: Cancelled): string {
  const what =
    refunds === 'done'
      ? 'All tickets have been refunded'
      : `Every ticket will be refunded by ${formatDate(dueBy(inNairobi(cancelled_at)[0]))}`
  return `${what}, to the M-PESA number that paid. You don't need to do anything; we'll let you know by SMS.`
}
