import { useState } from 'react'
import { RecordedPayoutForm } from '../../ledger/office/recorded-payout-form.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { EventPayouts } from '../payouts.contract.ts'
import { BalanceLines } from './balance-lines.tsx'
import { keptNotes } from './kept-notes.ts'
import { loadPayouts } from './load-payouts.ts'

/**
 * The form in which an admin records a payout. It starts with the amount that is available
 * now, or empty if nothing is available. The lines above it say why the rest of the balance is kept.
 * A larger amount can be recorded, because it may have been paid already; the form then says which
 * kept money it takes.
 */
export function RecordPayout({
  eventId,
  onClose,
  onRecorded,
}: {
  eventId: string
  onClose: () => void
  onRecorded: (text: string) => void
}) {
  const [openedAt] = useState(Date.now)
  const { data, at, problem } = useQuery(`payouts to record ${eventId}`, loadPayouts(eventId))
  // Figures that were read before the form opened are out of date.
  const payouts = data !== null && at >= openedAt ? data : null
  if (!payouts && !problem) return null
  const available = payouts?.available ?? 0
  return (
    <RecordedPayoutForm
      eventId={eventId}
      amount={available > 0 ? String(available) : ''}
      {...(payouts && { hint: limitText(payouts) })}
      warningOf={(amount) => payouts && warningOf(payouts, amount)}
      onClose={onClose}
      onRecorded={onRecorded}
    >
      {payouts && (
        <div>
          <BalanceLines payouts={payouts} hasSum />
          {keptNotes(payouts, true).map((note) => (
            <p key={note} className="mt-1 break-words text-small text-quiet">
              {note}
            </p>
          ))}
        </div>
      )}
    </RecordedPayoutForm>
  )
}

const limitText = ({ recordable }: EventPayouts) =>
  recordable ? `At most ${formatExactKes(recordable)} can be recorded` : 'Nothing can be recorded'

/** Warns of an amount that takes more than is available. The server refuses more than can be recorded. */
function warningOf({ available, recordable }: EventPayouts, amount: number): string | null {
  const more = Math.round((amount - available) * 100) / 100
  if (!(more > 0) || amount > (recordable ?? 0)) return null
  return `This takes ${formatExactKes(more)} that is kept for refunds or requested. Record it only if it was paid.`
}
