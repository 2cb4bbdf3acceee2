import { useEffect, useState } from 'react'
import { CodeEntry } from '../../messages/screens/code-entry.tsx'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LANGUAGE, PREFIX } from '../../ui/language.rules.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { AnswersReply, AskedQuestion } from '../answers.contract.ts'
import { openQuestions, type Slot, slotsOf } from '../open.rules.ts'
import { ANSWER_MAX } from '../question.rules.ts'
import { type AnswerOutcome, fieldName, sendAnswers } from './send-answers.ts'

type Props = {
  number: string
  asked: AnswersReply
  posted: AnswerOutcome | null
  /** The id of the question that the page's address names. */
  chosen?: string | null
  /** Names the ticket on a page with several tickets. */
  among?: { place: number; of: number; type: string } | null
  /** Loads the questions again. */
  onChanged: () => void
}

/** The organizer's questions about a ticket, one at a time: the first that is not answered. */
export function TicketQuestions(props: Props) {
  const { number, asked, posted, chosen = null, among = null, onChanged } = props
  const { outcome, isBusy, formProps } = useFormPost(posted, sendAnswers)
  const [past, setPast] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each outcome
  useEffect(() => {
    if (outcome?.isDone) setPast(chosen)
    // If the reply was lost (503), the answers may have been saved, so the questions are reloaded.
    if (outcome?.isDone || outcome?.status === 503) onChanged()
  }, [outcome])
  const open = openQuestions(asked)
  const named = asked.questions.find(({ id }) => id === chosen)
  // The address still names the question that was answered last.
  const isPast = named !== undefined && chosen === past && !open.includes(named)
  const current = (isPast ? undefined : named) ?? open[0]
  return (
    <section
      id="questions"
      aria-label="Questions from the organizer"
      className="flex flex-col gap-4 rounded-card border border-line bg-paper p-4 text-left print:hidden"
    >
      <form
        {...formProps}
        action={`${PREFIX}/t/${number}`}
        aria-label="Questions from the organizer"
        className="flex flex-col gap-4"
      >
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="answers" value="1" />
        {outcome?.isDone && (
          <Notice look="good" role="status">
            Saved. Thank you.
          </Notice>
        )}
        <Heading open={open.length} among={among} />
        {outcome?.problem && !outcome.field && (
          <Notice look="bad" role="alert">
            {outcome.problem}
          </Notice>
        )}
        {outcome?.needsCode ? (
          <CodeFields outcome={outcome} isBusy={isBusy} />
        ) : (
          current && (
            <QuestionFields
              key={`${number} ${current.id}`}
              question={current}
              asked={asked}
              outcome={outcome}
              isBusy={isBusy}
            />
          )
        )}
      </form>
      <OtherQuestions number={number} asked={asked} current={current} />
      <p className="text-small text-quiet">You can come in without an answer.</p>
    </section>
  )
}

function Heading({ open, among }: { open: number } & Required<Pick<Props, 'among'>>) {
  return (
    <div>
      <h2 className="text-lead font-bold">
        {open === 0 && 'Your questions are answered'}
        {open === 1 && '1 question from the organizer'}
        {open > 1 && `${open} questions from the organizer`}
      </h2>
      {among && (
        <p className="mt-1">
          Ticket {among.place} of {among.of}: <strong translate="no">{among.type}</strong>
        </p>
      )}
    </div>
  )
}

/** Names the people whose answers are deleted if people leave the ticket. */
export function LeavingPeople({ asked: { people, leaves, answered } }: Pick<Props, 'asked'>) {
  const losers = leaves.filter((person) => answered.some((one) => one.person === person))
  if (people.length > 1 && losers.length > 0) {
    return <p>{leavingText(losers, losers.length === people.length)}</p>
  }
  if (answered.length === 0) return null
  return <p>The answers to the organizer's questions are deleted with the whole ticket.</p>
}

/** The first parameter lists the people in the order in which they leave. */
function leavingText([first, ...later]: readonly number[], isEveryone: boolean): string {
  const people = later.length === 0 ? String(first) : `${first}, then ${later.join(', ')}`
  return isEveryone
    ? `We delete the answers of people who leave this ticket: of person ${people}.`
    : `People who have not answered the organizer's questions leave this ticket first. If more leave, we delete the answers of person ${people}.`
}

const textOf = (question: AskedQuestion) =>
  LANGUAGE === 'sw' ? question.text_sw : question.text_en
const whyOf = (question: AskedQuestion) => (LANGUAGE === 'sw' ? question.why_sw : question.why_en)

type FieldsProps = {
  question: AskedQuestion
  asked: AnswersReply
  outcome: AnswerOutcome | null
  isBusy: boolean
}

function QuestionFields({ question, asked, outcome, isBusy }: FieldsProps) {
  const { open, done } = slotsOf(question, asked)
  const isOne = question.per === 'ticket' || asked.people.length === 1
  const field = (slot: Slot) => (
    <AnswerField
      key={fieldName(slot)}
      question={question}
      slot={slot}
      label={isOne ? 'Your answer' : `Person ${slot.person}`}
      outcome={outcome}
    />
  )
  const why = whyOf(question)
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-1 font-semibold" translate="no">
        {textOf(question)}
      </legend>
      <p className="text-small text-quiet">
        Why do you ask? <span translate="no">{why}</span>
      </p>
      {open.map(field)}
      {done.length > 0 && (
        <details>
          <summary className="min-h-11 py-2 text-quiet">
            {isOne ? 'Answered. Change the answer' : `${done.length} answered. Change an answer`}
          </summary>
          <div className="flex flex-col gap-4">
            <p className="text-small">
              We don't show answers. To change one, you need the code that we send to the phone of
              this ticket.
            </p>
            {done.map(field)}
          </div>
        </details>
      )}
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Save'}
      </Button>
    </fieldset>
  )
}

function AnswerField({
  question,
  slot,
  label,
  outcome,
}: {
  question: AskedQuestion
  slot: Slot
  label: string
  outcome: AnswerOutcome | null
}) {
  const name = fieldName(slot)
  const error = outcome?.field === name ? outcome.problem : undefined
  const typed = outcome?.isDone
    ? undefined
    : outcome?.answers.find((one) => fieldName(one) === name)
  const shared = { name, label, error, defaultValue: typed?.value ?? '' }
  if (question.kind !== 'choice') {
    return <Field {...shared} error={error ?? null} autoComplete="off" maxLength={ANSWER_MAX} />
  }
  const options = question.choices.map((choice) => [choice, choice] as const)
  return <SelectField {...shared} options={[['', 'Choose...'], ...options]} />
}

function CodeFields({ outcome, isBusy }: { outcome: AnswerOutcome; isBusy: boolean }) {
  return (
    <>
      {outcome.answers.map((answer) => (
        <input
          key={fieldName(answer)}
          type="hidden"
          name={fieldName(answer)}
          value={answer.value}
        />
      ))}
      <CodeEntry
        error={outcome.field === 'code' ? outcome.problem : undefined}
        isBusy={isBusy}
        text="Save"
        busyText="Saving..."
      >
        To change an answer, enter the code that we sent to the phone of this ticket. Nothing is
        saved until then.
      </CodeEntry>
    </>
  )
}

/** Links to the questions that are not shown, with their progress. */
function OtherQuestions({
  number,
  asked,
  current,
}: {
  number: string
  asked: AnswersReply
  current: AskedQuestion | undefined
}) {
  const others = asked.questions.filter((question) => question !== current)
  if (others.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 border-t border-line pt-2 text-small">
      {others.map((question) => {
        const { open, done } = slotsOf(question, asked)
        return (
          <li key={question.id} className="flex flex-wrap items-center justify-between gap-x-4">
            <Link
              to={`/t/${number}?question=${question.id}#questions`}
              className={LONE_LINK}
              translate="no"
            >
              {textOf(question)}
            </Link>
            <span className="text-quiet">
              {open.length === 0 ? 'Answered' : `${done.length} of ${open.length + done.length}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
