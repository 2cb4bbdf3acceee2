import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { TaskFact } from '../../platform/tasks/tasks.contract.ts'
import { callApi } from '../../ui/api.ts'
import { Notice } from '../../ui/notice.tsx'
import { DecisionFacts } from '../../ui/office/decision-facts.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { Question } from '../../ui/office/question.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { PayoutReview } from '../review/payout-review.contract.ts'

/** Labels of the facts while they are loaded, so that the dialog keeps its height. */
const LOADING: TaskFact[] = [
  'Event',
  'Goes to',
  'Reports by visitors',
  'Buyers may still claim',
  'Left after this payout',
  'Organizer',
  'Paid out before',
  'Requested by',
].map((label) => ({ label, text: '…', is_warning: false }))

/**
 * The dialog before a payout is approved: the facts of this moment, and the sum on the button. The
 * button works once the facts are shown. While the approval would be refused, the dialog says why, and
 * `onRefuse` offers to refuse the payout, with the amount that can be paid instead as a reason.
 */
export function PayoutQuestion({
  payoutId,
  amount,
  onNo,
  onYes,
  onRefuse,
}: {
  payoutId: string
  amount: number
  onNo: () => void
  onYes: () => void
  onRefuse?: ((reason: string) => void) | undefined
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
      {...(review?.refusal &&
        onRefuse && {
          other: { text: refuseLabel(review), onClick: () => onRefuse(reasonOf(review)) },
        })}
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
        <DecisionFacts facts={facts} />
      )}
    </Question>
  )
}

const refuseLabel = ({ instead }: PayoutReview) =>
  instead === null ? 'Refuse' : `Refuse and offer ${formatExactKes(instead)}`

/** The reason that the organizer reads in the email and on the statement. '' for the admin's own. */
const reasonOf = ({ instead }: PayoutReview) =>
  instead === null ? '' : `${formatExactKes(instead)} can be paid out now. Please request that sum.`
