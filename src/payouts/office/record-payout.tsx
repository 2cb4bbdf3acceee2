import { useState } from 'react'
import { RecordedPayoutForm } from '../../ledger/office/recorded-payout-form.tsx'
import { DecisionFacts } from '../../ui/office/decision-facts.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { keptNotes } from './kept-notes.ts'
import { loadPayouts } from './load-payouts.ts'

/**
 * The form in which an admin records a payout. It opens with the amount that is available at this
 * moment, or empty if nothing is, and its figures say why the rest of the balance stays.
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
      onClose={onClose}
      onRecorded={onRecorded}
    >
      {payouts && (
        <div>
          <DecisionFacts
            facts={[
              { label: 'Balance due', text: formatExactKes(payouts.owed), is_warning: false },
              { label: 'Available', text: formatExactKes(available), is_warning: available === 0 },
            ]}
          />
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
