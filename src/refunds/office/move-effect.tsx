import { RESCHEDULE_DAYS, requestUntil } from '../../events/reschedule.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { formatDate } from '../../ui/dates.rules.ts'
import { DecisionFacts } from '../../ui/office/decision-facts.tsx'
import { countOf, formatExactKes } from '../../ui/office/formats.rules.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { CancelPreview } from '../cancellation/cancellation.contract.ts'
import { DebtNote, withoutText } from './measure-cost.tsx'
import { laterText } from './reschedule-notice.ts'

/** The effect of a new date on buyers and on the money. */
export function MoveEffect({ sold, isAdmin }: { sold: CancelPreview | null; isAdmin: boolean }) {
  return (
    <>
      <p>
        <WholeWords text={effectText(sold)} />
      </p>
      {sold && !isAdmin && <DebtNote preview={sold} refunds="If all buyers claim, the refunds" />}
      {sold && sold.orders > 0 && <DecisionFacts facts={sold.facts} />}
    </>
  )
}

/** The effect of a new date on buyers. `sold` is null until the sums are loaded. */
export function effectText(sold: CancelPreview | null, now = new Date()): string {
  if (sold?.orders === 0 && !sold.notified?.buyers) {
    return 'Nothing was sold yet, so there is no buyer to notify.'
  }
  const later = sold?.notify_at ? ` ${laterText(sold.notify_at, now.getTime())}` : ''
  if (sold?.amount === 0) return `Tickets stay valid, and nothing is refunded for them.${later}`
  const most = sold ? `: at most ${soldText(sold)}` : ''
  const refunds = `Tickets stay valid. Buyers can request a refund for ${RESCHEDULE_DAYS} days${most}.`
  const kept = sold ? keptText(sold, now) : ''
  return `${refunds}${kept}${later}`
}

/**
 * Open refund links hold back their part of the balance (payouts/claims.sql.ts). '' if the balance
 * has nothing for them.
 */
function keptText(sold: CancelPreview, now: Date): string {
  const { cost, waits } = sold
  const { balance } = sold.sources
  if (balance === 0) return ''
  const until = waits
    ? `for ${RESCHEDULE_DAYS} days after we approve`
    : `until ${formatDate(nairobiDate(requestUntil(now)))}`
  const without = balance === cost ? withoutText(sold) : ''
  return ` Up to ${formatExactKes(balance)} of the event's money stays for these refunds${without} ${until}, and cannot be paid out before.`
}

/** 'KES 900 (2 orders, 3 tickets)' */
function soldText({ amount, paid_orders, paid_tickets }: CancelPreview): string {
  return `${formatExactKes(amount)} (${countOf(paid_orders, 'order')}, ${countOf(paid_tickets, 'ticket')})`
}
