import { Question } from '../../ui/office/question.tsx'
import type { EventReply } from '../events.contract.ts'
import type { EventForm } from './use-event-form.ts'

const QUESTIONS = {
  publish: {
    title: 'Publish with no tickets on sale?',
    text: 'Visitors will see this event, but no one can buy a ticket.',
    yes: 'Publish anyway',
  },
  prices: {
    title: 'Change the price of tickets that have sold?',
    text: 'New buyers pay the new price. Tickets already bought stay valid.',
    yes: 'Change the price',
  },
  reviewedPrices: {
    title: 'Change the price of tickets that have sold?',
    text: 'We review the new price first. New buyers pay the old price until we have approved it. Tickets already bought stay valid.',
    yes: 'Submit the new price',
  },
}

/** Asks whether to save the event as it is. */
export function SaveQuestion({
  form,
  event,
  question: { kind, reasons, agreed, over },
}: {
  form: Pick<EventForm, 'kind' | 'save' | 'setQuestion'>
  event: Pick<EventReply, 'publishes_alone'> | null
  question: NonNullable<EventForm['question']>
}) {
  const isReviewed = form.kind === 'change' && !event?.publishes_alone
  const { title, text, yes } = QUESTIONS[kind === 'prices' && isReviewed ? 'reviewedPrices' : kind]
  return (
    <Question
      title={title}
      yes={yes}
      onYes={() => void form.save({ agreed, over })}
      onNo={() => form.setQuestion(null)}
    >
      <p>{text}</p>
      <ul className="list-disc pl-6">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Question>
  )
}
