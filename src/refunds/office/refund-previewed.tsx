import { unbroken } from '../../platform/values/phone.rules.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DecisionFacts } from '../../ui/office/decision-facts.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { Question } from '../../ui/office/question.tsx'
import { SmsText } from '../../ui/sms-text.tsx'
import type { RefundPreview } from '../refunds.contract.ts'
import { PAUSED } from '../waiting.rules.ts'
import type { ShownPreview } from './use-refund-preview.ts'

/** The effect of a refund, and the button that starts the refund and shows the sum. */
export function RefundPreviewed({
  shown: { isNone, preview, problem },
  isBusy,
  onBack,
}: {
  shown: ShownPreview
  isBusy: boolean
  /** Given if the form is in a panel. The buttons then stay in view at the foot of the panel. */
  onBack?: (() => void) | undefined
}) {
  return (
    <>
      {preview && <RefundEffect preview={preview} />}
      {isNone && <p className="text-quiet">Choose who is refunded.</p>}
      {problem && (
        <Notice look="bad" role="alert">
          {problem.error}
        </Notice>
      )}
      <div
        className={`flex justify-end gap-3 ${onBack ? 'sticky bottom-0 -mx-6 -mb-5 border-t border-line bg-paper px-6 py-3' : 'flex-wrap'}`}
      >
        {onBack && (
          <Button look="quiet" className="shrink-0 px-4!" onClick={onBack}>
            Go back
          </Button>
        )}
        <Button type="submit" className="min-w-0 px-4!" disabled={isBusy || preview === null}>
          {isBusy ? 'Refunding...' : preview ? refundLabel(preview) : 'Refund'}
        </Button>
      </div>
    </>
  )
}

/** Asks before a refund of money that is missing, because its facts may have been scrolled away. */
export function MissingQuestion({
  preview,
  onNo,
  onYes,
}: {
  preview: RefundPreview
  onNo: () => void
  onYes: () => void
}) {
  return (
    <Question
      title={`${refundLabel(preview)}?`}
      yes={`Refund ${formatExactKes(preview.amount)}`}
      onNo={onNo}
      onYes={onYes}
    >
      <DecisionFacts facts={preview.facts} />
    </Question>
  )
}

export function RefundEffect({ preview }: { preview: RefundPreview }) {
  const { amount, sms, lost_answers: lost = [] } = preview
  return (
    <>
      <p>
        <strong className="whitespace-nowrap">{formatExactKes(amount)}</strong>{' '}
        <span>{effectText(preview)}</span>
      </p>
      {preview.is_paused && <Notice look="used">{`${PAUSED}.`}</Notice>}
      {lost.length > 0 && <LostAnswers lost={lost} />}
      <SmsText label="The phone number on the order gets this SMS:" text={sms} />
    </>
  )
}

function LostAnswers({ lost }: { lost: NonNullable<RefundPreview['lost_answers']> }) {
  return (
    <>
      <p>People without an answer leave a ticket first. This refund deletes the answers of:</p>
      <ul className="list-disc pl-5">
        {lost.map(({ ticket_number, people }) => (
          <li key={ticket_number}>
            <span className="font-mono">{formatTicketNumber(ticket_number)}</span>:{' '}
            {people
              .map((person) => (person === 0 ? 'whole ticket' : `person ${person}`))
              .join(', ')}
          </li>
        ))}
      </ul>
    </>
  )
}

function effectText({ people, add_ons: addOns = 0 }: RefundPreview): string {
  if (people === 0 && addOns > 0) return 'will be refunded for add-ons.'
  const also = addOns > 0 ? 'add-ons and ' : ''
  return people === 1
    ? `will be refunded for ${also}1 person, who can no longer enter.`
    : `will be refunded for ${also}${people} people, who can no longer enter.`
}

/** 'Refund KES 200 to 0712 345 071' */
export function refundLabel({ amount, to, in_cash }: RefundPreview): string {
  const kes = unbroken(formatExactKes(amount))
  if (in_cash) return `Refund ${kes} in cash`
  return to === null ? `Refund ${kes} to the number that paid` : `Refund ${kes} to ${unbroken(to)}`
}
