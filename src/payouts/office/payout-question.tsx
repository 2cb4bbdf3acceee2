import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Notice } from '../../ui/notice.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { Question } from '../../ui/office/question.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { PayoutFact, PayoutReview } from '../review/payout-review.contract.ts'

/** Labels of the facts while they are loaded, so that the dialog keeps its height. */
const LOADING: PayoutFact[] = [
  'Goes to',
  'Event',
  'Buyers may still claim',
  'Left after this payout',
  'Organizer',
  'Paid out before',
  'Requested by',
].map((label) => ({ label, text: '…', is_warning: false }))

/**
 * The dialog before a payout is approved: the facts of this moment, and the sum on the button. The
 * button works once the facts are shown, and not while the approval would be refused.
 */
export function PayoutQuestion({
  payoutId,
  amount,
  onNo,
  onYes,
}: {
  payoutId: string
  amount: number
  onNo: () => void
  onYes: () => void
}) {
  const path = `/api/payouts/${encodeURIComponent(payoutId)}/review`
  const [openedAt] = useState(Date.now)
  const { data, at, problem, reload } = useQuery(`payout review ${payoutId}`, (signal) =>
    callApi<PayoutReview>(sessionFetch, path, { signal }),
  )
  const sum = formatExactKes(amount)
  // A review that was read before the dialog opened is out of date.
  const review = data !== null && at >= openedAt ? data : null
  const facts = review?.facts ?? LOADING
  return (
    <Question
      title={review ? `Pay out ${sum} for ${review.event_title}?` : `Pay out ${sum}?`}
      yes={`Pay out ${sum}`}
      isReady={review?.refusal === null && problem === null}
      onNo={onNo}
      onYes={onYes}
    >
      {review?.refusal && (
        <Notice look="bad" role="status">
          {review.refusal}
        </Notice>
      )}
      {problem ? (
        <TryAgain onAgain={reload}>
          {problem.error || 'The facts could not be loaded. Please try again.'}
        </TryAgain>
      ) : (
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
          {facts.map(({ label, text, is_warning }) => (
            <div key={label} className="contents">
              <dt className="text-small text-quiet">{label}</dt>
              <dd className={`-mt-2 break-words sm:mt-0 ${is_warning ? 'font-semibold' : ''}`}>
                <WholeWords text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Question>
  )
}
